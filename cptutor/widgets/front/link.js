// What a view asks Python, what is answered, and how both are told. Every request carries the view it comes from and a
// number; its answer is announced once, in that view alone.
import { make } from "./dom.js";

const SILENCE = 8000; // milliseconds without an answer until the learner is told
const SILENT = "Python has not answered yet. Is the kernel busy? After a restart, run the cell again.";

/**
 * @param model of the widget; `shown.answer` is the answer to the latest request of any view.
 * @param visible whether what is announced can be read as well.
 * @param heard called with (settled, answer) to draw; an answer that is not settled has a later one on its way. The
 *   answer is empty where another view, or Python itself, has made a change.
 * @param complained called with (text, field) beside the message, to mark what was wrong.
 */
export function link(model, { visible = false, heard, complained }) {
  // Every view runs its own copy of this file, so only chance keeps their names apart; a page loaded anew must not take
  // old answers for its own either.
  const id = `cpt-${Math.random().toString(36).slice(2)}`;
  const status = make("div", { role: "status", "aria-live": "polite", "aria-atomic": "true" });
  const alert = make("div", { class: "cpt-alert", role: "alert", id: `${id}-alert` });
  let asked = 0, answered = 0, timer = 0;

  let odd = false;
  function say(text, seen = visible) {
    odd = !odd; // the same words twice are announced only if something in them differs
    status.textContent = text && text + (odd ? "\u00a0" : "");
    status.className = seen ? "cpt-status" : "cpt-hidden";
  }
  function complain(text, field = "") {
    complained(text, field);
    alert.textContent = text;
  }
  function ask(request) {
    complain("");
    asked += 1;
    clearTimeout(timer);
    timer = setTimeout(() => complain(SILENT), SILENCE);
    try {
      model.send({ ...request, view: id, seq: asked });
    } catch {
      complain(SILENT); // there is no kernel any more
    }
  }
  function hearOwn(answer) {
    const first = answer.seq > answered; // the same once more where a callback failed after the answer
    answered = Math.max(answered, answer.seq);
    const settled = answered === asked;
    if (settled) clearTimeout(timer);
    heard(settled, answer);
    if (settled) complain(answer.problem, answer.field);
    if (answer.problem) say("");
    else if (answer.say && first) say(answer.say, visible && !answer.seen);
  }
  function hear() {
    const answer = model.get("shown").answer ?? {};
    if (answer.view === id) return hearOwn(answer);
    say("");
    if (answer.problem && !answer.view) complain(answer.problem);
    return heard(asked === answered, {});
  }

  say("");
  model.on("change:shown", hear);
  const close = () => {
    clearTimeout(timer);
    model.off("change:shown", hear);
  };
  return { id, status, alert, say, complain, ask, close };
}
