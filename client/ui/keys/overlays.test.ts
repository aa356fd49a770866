/** @jest-environment jsdom */
import { isOverlayOpen, startWatchingEscape, wasOverlayOpen } from "./overlays";

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

const overlayClasses = [
  "mantine-Menu-dropdown",
  "mantine-Popover-dropdown",
  "mantine-Combobox-dropdown",
  "mantine-Modal-content",
  "mantine-Drawer-content",
];

test.each(overlayClasses)("%s counts as open only while it is displayed", (name) => {
  const { element } = part(name);
  expect(isOverlayOpen()).toBe(false);
  // Elements have no size in jsdom.
  element.getClientRects = () => [{}] as unknown as DOMRectList;
  expect(isOverlayOpen()).toBe(true);
});

test.each(["data-parked", ...overlayClasses])("%s handles Escape and is removed before other handlers run", (name) => {
  const { element, field } = part(name);
  const answers: boolean[] = [];
  // Like Mantine, the overlay closes and stops the propagation.
  element.addEventListener("keydown", (event) => {
    element.remove();
    event.stopPropagation();
    answers.push(wasOverlayOpen());
  });
  pressed(field);
  expect(answers).toEqual([true]);
});

test("an Escape on the page belongs to the page, even after one on an overlay", () => {
  const { element, field } = part("mantine-Menu-dropdown");
  pressed(field);
  element.remove();
  expect(wasOverlayOpen()).toBe(true);
  pressed(document.body, "a");
  expect(wasOverlayOpen()).toBe(true);
  pressed(document.body);
  expect(wasOverlayOpen()).toBe(false);
});
