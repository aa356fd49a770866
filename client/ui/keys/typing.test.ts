/** @jest-environment jsdom */
import { isTyping, initialCellText } from "./typing";

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
] as [string, boolean][])("%s accepts typed text: %s", (html, typed) => {
  expect(isTyping(element(html))).toBe(typed);
});

test("editable content accepts typed text, null and the document don't", () => {
  const editor = element("<div></div>") as HTMLElement;
  expect(isTyping(editor)).toBe(false);
  Object.defineProperty(editor, "isContentEditable", { value: true });
  expect(isTyping(editor)).toBe(true);
  expect([isTyping(null), isTyping(document)]).toEqual([false, false]);
});

const pressed = (key: string, modifiers: object = {}) =>
  initialCellText(new KeyboardEvent("keydown", { key, ...modifiers }));

test.each(["a", "4", "é", "ش", "할", "😀", "-", "?"])(
  "typing %s on a cell starts its value with that character",
  (key) => {
    expect(pressed(key)).toBe(key);
  },
);

test.each(["Backspace", "Delete", "Process"])("typing %s on a cell starts with an empty value", (key) => {
  expect(pressed(key)).toBe("");
});

test("commands and named keys write nothing", () => {
  expect([" ", "Enter", "F2", "Escape", "Tab", "ArrowDown"].map((key) => pressed(key))).toEqual(Array(6).fill(null));
  expect(["ctrlKey", "metaKey", "altKey"].map((modifier) => pressed("a", { [modifier]: true }))).toEqual(
    Array(3).fill(null),
  );
});
