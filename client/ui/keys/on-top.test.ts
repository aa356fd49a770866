/** @jest-environment jsdom */
import { startWatchingEscape, wasSomethingOnTop } from "./on-top";

/** A part of the page that something on top may be, with a field in it that has the focus. */
function part(name: string) {
  const element = document.createElement("div");
  if (name === "data-parked") element.setAttribute(name, "");
  else element.className = name;
  const field = element.appendChild(document.createElement("input"));
  document.body.append(element);
  return { element, field };
}

const pressed = (at: Element, key = "Escape") => at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));

beforeAll(() => startWatchingEscape());
beforeEach(() => document.body.replaceChildren());

test.each([
  "data-parked",
  "mantine-Menu-dropdown",
  "mantine-Popover-dropdown",
  "mantine-Combobox-dropdown",
  "mantine-Modal-content",
])("%s takes an Escape by itself, and is gone when the others are asked", (name) => {
  const { element, field } = part(name);
  const asked: boolean[] = [];
  // Mantine's own: it closes, and lets nobody else hear of it.
  element.addEventListener("keydown", (event) => {
    element.remove();
    event.stopPropagation();
    asked.push(wasSomethingOnTop());
  });
  pressed(field);
  expect(asked).toEqual([true]);
});

test("an Escape on the page itself is the page's, also after one that wasn't", () => {
  const { element, field } = part("mantine-Menu-dropdown");
  pressed(field);
  element.remove();
  expect(wasSomethingOnTop()).toBe(true);
  pressed(document.body, "a");
  expect(wasSomethingOnTop()).toBe(true);
  pressed(document.body);
  expect(wasSomethingOnTop()).toBe(false);
});
