/** @jest-environment jsdom */
import { startGuardingPickers } from "./pickers";

let stop = () => {};
beforeEach(() => {
  stop = startGuardingPickers();
  document.body.innerHTML = `<form><input id="picker" aria-haspopup="listbox"><input id="plain"><input id="day" type="date"></form>`;
});
afterEach(() => stop());

const field = (id: string) => document.getElementById(id) as HTMLInputElement;
function press(id: string, key: string) {
  let heard = false;
  const hear = () => (heard = true);
  field(id).addEventListener("keydown", hear, { once: true });
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  field(id).dispatchEvent(event);
  field(id).removeEventListener("keydown", hear);
  return { heard, submits: !event.defaultPrevented };
}

test("Enter in a picker reaches its list and never submits the form", () => {
  field("picker").value = "omar";
  expect(press("picker", "Enter")).toEqual({ heard: true, submits: false });
  expect(press("plain", "Enter")).toEqual({ heard: true, submits: true });
});

test("without a search Enter only picks an option reached by arrow keys, once", () => {
  expect(press("picker", "Enter")).toEqual({ heard: false, submits: false });
  press("picker", "ArrowDown");
  expect(press("picker", "Enter")).toEqual({ heard: true, submits: false });
  expect(press("picker", "Enter")).toEqual({ heard: false, submits: false });
});

test("the first Enter after typing in the browser's date field doesn't submit the form", () => {
  expect(press("day", "Enter").submits).toBe(true);
  field("day").dispatchEvent(new Event("input", { bubbles: true }));
  expect([press("day", "Enter").submits, press("day", "Enter").submits]).toEqual([false, true]);
});
