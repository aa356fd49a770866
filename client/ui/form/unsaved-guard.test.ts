/** @jest-environment jsdom */
import { discardConfirmation$, startUnsavedGuard } from "./unsaved-guard";

let stop = () => {};
let closed: string[] = [];

/** Imitates Mantine: Escape on the window closes all open dialogs; the backdrop and close button close their own. */
function dialog(id: string, html: string): HTMLElement {
  const root = document.createElement("div");
  root.className = "mantine-Modal-root";
  root.innerHTML = `<div class="mantine-Modal-overlay"></div>
    <section class="mantine-Modal-content" id="${id}"><button class="mantine-Modal-close">x</button>${html}</section>`;
  document.body.append(root);
  const close = () => closed.push(id);
  for (const one of root.querySelectorAll(".mantine-Modal-overlay, .mantine-Modal-close"))
    one.addEventListener("click", close);
  escapes.push(close);
  return root;
}
let escapes: (() => void)[] = [];
const onKey = ({ key, target }: KeyboardEvent) => {
  const isHandled = target instanceof Element && target.getAttribute("data-mantine-stop-propagation") === "true";
  if (key === "Escape" && !isHandled) for (const close of escapes) close();
};

beforeAll(() => {
  // Elements have no size in jsdom, so all count as visible.
  Element.prototype.getClientRects = () => [{}] as unknown as DOMRectList;
});
beforeEach(() => {
  [closed, escapes] = [[], []];
  document.body.innerHTML = "";
  stop = startUnsavedGuard();
  window.addEventListener("keydown", onKey, { capture: true });
});
afterEach(() => {
  stop();
  window.removeEventListener("keydown", onKey, { capture: true });
  discardConfirmation$.set(null);
});

const find = (selector: string) => document.querySelector(selector) as HTMLInputElement;
function type(selector: string, text: string): void {
  find(selector).focus();
  find(selector).dispatchEvent(new Event("beforeinput", { bubbles: true }));
  find(selector).value = text;
}
const escape = (at: Element) => at.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
const click = (selector: string) => find(selector).dispatchEvent(new MouseEvent("click", { bubbles: true }));
const form = `<form><input id="title" value="Harbour"><input id="who" role="combobox"></form>`;

test("Escape, a click outside and the close button ask before text is lost", () => {
  dialog("edit", form);
  type("#title", "Harbour 2");
  const closeActions = [
    () => escape(find("#title")),
    () => click(".mantine-Modal-overlay"),
    () => click(".mantine-Modal-close"),
  ];
  for (const close of closeActions) {
    close();
    expect([discardConfirmation$.value !== null, closed]).toEqual([true, []]);
    discardConfirmation$.value?.close();
    expect(closed).toEqual(["edit"]);
    closed = [];
    discardConfirmation$.set(null);
  }
});

test("a dialog that is being sent neither asks nor closes a dialog below it", () => {
  dialog("edit", form);
  const sent = dialog("rename", "<form><input id='name'><button data-loading='true'></button></form>");
  type("#name", "Quay");
  escape(find("#name"));
  expect([discardConfirmation$.value, closed]).toEqual([null, []]);
  sent.querySelector(".mantine-Modal-overlay")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  expect(discardConfirmation$.value).toBeNull();
});

test("unchanged text and search fields close without asking", () => {
  dialog("edit", form);
  type("#who", "om");
  type("#title", "Harbour 2");
  type("#title", "Harbour");
  escape(find("#title"));
  expect([discardConfirmation$.value, closed]).toEqual([null, ["edit"]]);
});

test("Escape on an overlay on top leaves the form below open", () => {
  dialog("edit", form);
  type("#title", "Harbour 2");
  const calendar = document.createElement("div");
  calendar.className = "mantine-Popover-dropdown";
  calendar.innerHTML = "<button>1</button>";
  document.body.append(calendar);
  escape(calendar.firstElementChild as Element);
  expect([discardConfirmation$.value, closed]).toEqual([null, []]);
  calendar.remove();
  const question = dialog("question", "<button id='no'>No</button>");
  document.body.prepend(question); // dialogs are in the document in the order of their components
  find("#no").focus();
  escape(find("#no"));
  expect([discardConfirmation$.value, closed]).toEqual([null, ["question"]]);
});

test("Escape closes only the topmost of two dialogs without typed text", () => {
  dialog("edit", form);
  dialog("question", "<button id='no'>No</button>");
  find("#no").focus();
  escape(find("#no"));
  expect([discardConfirmation$.value, closed]).toEqual([null, ["question"]]);
});

test("discarding the text of the topmost dialog leaves the one below open", () => {
  dialog("edit", form);
  dialog("rename", "<form><input id='name'></form>");
  type("#name", "Quay");
  escape(find("#name"));
  discardConfirmation$.value?.close();
  expect(closed).toEqual(["rename"]);
});

test("Escape in a calendar closes no dialog, and closes a single dialog without one", () => {
  const edit = dialog("edit", form);
  edit.insertAdjacentHTML("beforeend", "<div class='mantine-Popover-dropdown'><button id='day'>1</button></div>");
  escape(find("#day"));
  expect(closed).toEqual([]);
  find(".mantine-Popover-dropdown").remove();
  escape(find("#title"));
  expect(closed).toEqual(["edit"]);
});

test("Escape closes only the confirmation dialog", () => {
  dialog("edit", form);
  type("#title", "Harbour 2");
  escape(find("#title"));
  expect(discardConfirmation$.value).not.toBeNull();
  escape(document.body);
  expect([discardConfirmation$.value, closed]).toEqual([null, []]);
});

test("a press outside a popover with a form also asks", () => {
  document.body.innerHTML = `<button id="out"></button><div class="mantine-Popover-dropdown"><form><textarea></textarea></form></div>`;
  type("textarea", "Call the customs");
  const press = new MouseEvent("mousedown", { bubbles: true, cancelable: true });
  find("#out").dispatchEvent(press);
  expect([discardConfirmation$.value !== null, press.defaultPrevented]).toEqual([true, true]);
});
