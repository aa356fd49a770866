/** @jest-environment jsdom */
import { startKeepingFocus } from "./keep-focus";

let stop = () => {};
const show = (html: string) => {
  document.body.innerHTML = html;
  stop = startKeepingFocus();
};
afterEach(() => stop());

const element = (selector: string) => document.querySelector(selector) as HTMLElement;
const card = (id: number) => `<li data-task="${id}"><a href="#${id}" data-card-link="${id}">Task ${id}</a></li>`;
const columns = `<main><h1 tabindex="-1" data-page-title>Board</h1>
  <ol id="a">${card(1)}${card(2)}${card(3)}</ol><ol id="b">${card(4)}</ol></main>`;
/** Mutation observers run after the current task. */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

test("a removed card passes the focus to the next card, or else to the previous one", async () => {
  show(columns);
  element("[data-card-link='2']").focus();
  element("[data-task='2']").remove();
  await settled();
  expect(document.activeElement).toBe(element("[data-card-link='3']"));
  element("[data-task='3']").remove();
  await settled();
  expect(document.activeElement).toBe(element("[data-card-link='1']"));
});

test("the only card passes the focus to its container, then to the title", async () => {
  show(`<main><h1 tabindex="-1" data-page-title>Board</h1><section><ol>${card(1)}</ol></section></main>`);
  element("[data-card-link='1']").focus();
  element("section").remove();
  await settled();
  expect(document.activeElement).toBe(element("h1"));
});

test("when a screen is replaced with its frame the next title gets the focus", async () => {
  show(`<div id="root"><div id="frame">${columns}</div></div>`);
  element("[data-card-link='2']").focus();
  const next = document.createElement("div");
  next.innerHTML = `<a href="#main">Skip</a><main><h1 tabindex="-1" data-page-title>News</h1></main>`;
  element("#frame").replaceWith(next);
  await settled();
  expect(document.activeElement).toBe(element("h1"));
});

test("when a screen is replaced within its frame the next title gets the focus", async () => {
  show(columns);
  element("[data-card-link='2']").focus();
  element("main").innerHTML = `<a href="/news">Back</a><h1 tabindex="-1" data-page-title>News</h1>`;
  await settled();
  expect(document.activeElement).toBe(element("h1"));
});

test("a card re-rendered in another column keeps the focus", async () => {
  show(columns);
  element("[data-card-link='2']").focus();
  element("[data-task='2']").remove();
  element("#b").insertAdjacentHTML("beforeend", card(2));
  await settled();
  expect(document.activeElement).toBe(element("#b [data-card-link='2']"));
});

test("a closed dialog restores the focus, even if the element moved or is gone", async () => {
  for (const change of ["none", "moved", "gone"] as const) {
    show(`${columns}<div data-portal><button id="yes" type="button">Yes</button></div>`);
    element("[data-card-link='2']").focus();
    element("#yes").focus();
    if (change !== "none") element("[data-task='2']").remove();
    if (change === "moved") element("#b").insertAdjacentHTML("beforeend", card(2));
    await settled();
    expect(document.activeElement).toBe(element("#yes"));
    element("[data-portal]").remove();
    await settled();
    const expectedSelectors = {
      none: "#a [data-card-link='2']",
      moved: "#b [data-card-link='2']",
      gone: "[data-card-link='3']",
    };
    expect(document.activeElement).toBe(element(expectedSelectors[change]));
    stop();
  }
});

test("the focus isn't restored after the user has cleared it", async () => {
  show(columns);
  element("[data-card-link='2']").focus();
  element("[data-card-link='2']").blur();
  await settled();
  element("[data-task='2']").remove();
  await settled();
  expect(document.activeElement).toBe(document.body);
});

test("a button that is disabled while busy and then removed restores the focus", async () => {
  show(`${columns}<div data-portal><button id="yes" type="button">Yes</button></div>`);
  element("[data-card-link='2']").focus();
  const yes = element("#yes") as HTMLButtonElement;
  yes.focus();
  yes.blur();
  yes.disabled = true;
  await settled();
  expect(document.activeElement).toBe(document.body);
  element("[data-portal]").remove();
  await settled();
  expect(document.activeElement).toBe(element("[data-card-link='2']"));
});

test("the task's link gets the focus before the buttons next to it", async () => {
  const withMenu = (id: number) =>
    `<li data-task="${id}"><button type="button">Menu</button><a href="#${id}" data-card-link="${id}">Task</a></li>`;
  show(
    `<main><h1 tabindex="-1" data-page-title>Board</h1><ol id="a">${withMenu(1)}${withMenu(2)}</ol><ol id="b"></ol></main>`,
  );
  element("#a [data-card-link='1']").focus();
  element("#a > [data-task='1']").remove();
  element("#b").insertAdjacentHTML("beforeend", withMenu(1));
  await settled();
  expect(document.activeElement).toBe(element("#b [data-card-link='1']"));
  element("#b > li").remove();
  element("#a [data-card-link='2']").focus();
  element("#a").insertAdjacentHTML("beforeend", withMenu(3));
  element("#a > [data-task='2']").remove();
  await settled();
  expect(document.activeElement).toBe(element("[data-card-link='3']"));
});

test("an element that is fading out returns the focus to the previous element", async () => {
  show(`<main><h1 tabindex="-1" data-page-title>Board</h1><button id="start">Start</button></main>
    <div data-portal><span><button id="undo">Undo</button></span></div>`);
  element("#start").focus();
  element("#undo").focus();
  element("span").setAttribute("inert", "");
  element("#undo").blur(); // as browsers do; jsdom doesn't support `inert`
  await settled();
  expect(document.activeElement).toBe(element("#start"));
});
