/** @jest-environment jsdom */
import { arrive, dialogInUse } from "./arrival";

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

test("a screen that one goes to takes the focus to its title, or to itself, and begins at its top", () => {
  document.body.innerHTML = screen;
  arrive(null);
  expect(focused()).toBe("title");
  expect(scrolled.mock.calls).toEqual([[{ top: 0 }], [{ top: 0 }]]);
  element("#title").remove();
  arrive(null);
  expect(focused()).toBe("main");
});

test("what a screen has chosen keeps the focus: a field, or a dialog that came with it", () => {
  document.body.innerHTML = `${screen}${dialog("person")}`;
  for (const id of ["field", "person"]) {
    element(`#${id}`).focus();
    arrive(null);
    expect(focused()).toBe(id);
  }
});

test("a dialog from which one went on doesn't keep it; one that came in its place does", () => {
  document.body.innerHTML = `${screen}${dialog("menu")}${dialog("person")}`;
  element("#menu").focus();
  const left = dialogInUse();
  element("#person").focus();
  arrive(left);
  expect(focused()).toBe("person");
  element("#menu").focus();
  arrive(left);
  expect(focused()).toBe("title");
});
