// An entry of JupyterLab's menus waits for a pointer to move over it before it is let go, which a finger never does
// (issue 19124 of JupyterLab, as of 4.6.6). So a finger's first touch counts as moving there.
document.addEventListener("pointerdown", ({ pointerType, target, clientX, clientY }) => {
  const entry = pointerType === "touch" && target.closest(".lm-Menu-item");
  if (!entry) return;
  entry.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, pointerType, clientX, clientY }));
  // Once the menu is gone, the click that follows would fall on what lay below it.
  target.addEventListener("touchend", (event) => target.isConnected || event.preventDefault(), { once: true });
}, true);
