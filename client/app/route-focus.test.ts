/** @jest-environment jsdom */
import { focusScreen, focusedDialog } from "./route-focus";

const element = (selector: string) => document.querySelector(selector) as HTMLElement;
const focused = () => document.activeElement?.id;
const screen = `<main id="main" tabindex="-1"><h1 id="title" tabindex="-1" data-page-title>Roles</h1><input id="field"></main>`;
const dialog = (id: string) => `<div role="dialog"><input id="${id}"></div>`;

const scrolled = jest.fn();
beforeEach(() => {
  scrolled.mockClear();
  Object.assign(window, { scrollTo: scrolled });
  Element.prototype.scrollTo = scrolled;
});

test("navigation scrolls to the top and focuses the title, or else the main area", () => {
  document.body.innerHTML = screen;
  focusScreen(null);
  expect(focused()).toBe("title");
  expect(scrolled.mock.calls).toEqual([[{ top: 0 }], [{ top: 0 }]]);
  element("#title").remove();
  focusScreen(null);
  expect(focused()).toBe("main");
});

test("a title that appears later gets the focus, unless the user has moved it", async () => {
  const title = `<h1 id="title" tabindex="-1" data-page-title>Roles</h1>`;
  for (const [moved, expected] of [
    [null, "title"],
    ["field", "field"],
  ] as const) {
    document.body.innerHTML = `<main id="main" tabindex="-1"><input id="field"></main>`;
    const stopWaiting = focusScreen(null);
    if (moved) element(`#${moved}`).focus();
    element("#main").insertAdjacentHTML("afterbegin", title);
    await Promise.resolve(); // observers are called in a microtask
    expect(focused()).toBe(expected);
    stopWaiting();
  }
});

test("a field or dialog that the new screen focused keeps the focus", () => {
  document.body.innerHTML = `${screen}${dialog("person")}`;
  for (const id of ["field", "person"]) {
    element(`#${id}`).focus();
    focusScreen(null);
    expect(focused()).toBe(id);
  }
});

test("the dialog that started the navigation loses the focus, a new dialog keeps it", () => {
  document.body.innerHTML = `${screen}${dialog("menu")}${dialog("person")}`;
  element("#menu").focus();
  const left = focusedDialog();
  element("#person").focus();
  focusScreen(left);
  expect(focused()).toBe("person");
  element("#menu").focus();
  focusScreen(left);
  expect(focused()).toBe("title");
});
