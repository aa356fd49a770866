/** @jest-environment jsdom */
import { isTyping } from "./typing";

const element = (html: string) => {
  document.body.innerHTML = html;
  return document.body.firstElementChild;
};

test.each([
  ["<input>", true],
  ['<input type="search">', true],
  ['<input type="number">', true],
  ["<textarea></textarea>", true],
  ["<select></select>", true],
  ...["checkbox", "radio", "button", "submit", "range", "file", "color", "reset"].map((type) => [
    `<input type="${type}">`,
    false,
  ]),
  ["<button></button>", false],
  ["<svg></svg>", false],
] as [string, boolean][])("%s takes what is typed: %s", (html, typed) => {
  expect(isTyping(element(html))).toBe(typed);
});

test("so does what may be edited in place; nothing and the document do not", () => {
  const editor = element("<div></div>") as HTMLElement;
  expect(isTyping(editor)).toBe(false);
  Object.defineProperty(editor, "isContentEditable", { value: true });
  expect(isTyping(editor)).toBe(true);
  expect([isTyping(null), isTyping(document)]).toEqual([false, false]);
});
