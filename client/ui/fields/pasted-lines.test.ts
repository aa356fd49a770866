import { type Line, linesOf, onPasteLines, parseChecklistLine, parsePastedLines } from "./pasted-lines";

const typedTitles = [
  "3. Quartal abschließen",
  "24. Dezember: Büro zu",
  "- 5 % Rabatt",
  "[x] in the form",
  "[ ] as a sign",
  "1) or 2)?",
  "* is a wildcard",
  "• in the menu",
  "2026. gada plāns",
  "– geschlossen –",
];

const titlesOf = (lines: readonly Line[]) => lines.map(({ title }) => title);

test.each(typedTitles)("linesOf returns the typed text %j whole", (title) => {
  expect(linesOf(title)).toEqual([title]);
});

test.each(typedTitles)("a single pasted line %j is pasted as usual", (title) => {
  const event = { clipboardData: { getData: () => `${title}\n` }, currentTarget: field(""), preventDefault: jest.fn() };
  onPasteLines("", () => fail("not a list"))(event);
  expect(event.preventDefault).not.toHaveBeenCalled();
});

describe("pasted lines", () => {
  it("pasted lines become titles, without empty ones", () => {
    expect(titlesOf(parsePastedLines("Write copy\r\n\n  Fix login  \n"))).toEqual(["Write copy", "Fix login"]);
  });

  test.each([
    ["bullets", "- One\n* Two\n• Three\n- [ ] Four\n[x] Five", ["One", "Two", "Three", "Four", "Five"]],
    ["numbers", "1. One\n2) Two\n3. [ ] Three", ["One", "Two", "Three"]],
    ["signs of checkboxes", "☑ One\n☐ Two\n☒ Three", ["One", "Two", "Three"]],
    ["a heading above", "Shopping\n- Milk\n- Bread", ["Shopping", "Milk", "Bread"]],
    ["a nested list", "1. One\n  1. Inner\n  2. Other\n2. Two", ["One", "Inner", "Other", "Two"]],
    ["bullets below numbers", "1. One\n   - Inner\n   - Other\n2. Two", ["One", "Inner", "Other", "Two"]],
  ])("list markers are removed from %s", (_, pasted, titles) => {
    expect(titlesOf(parsePastedLines(pasted))).toEqual(titles);
  });

  test.each([
    ["-5 degrees\n3.5 times\n2026 plan"],
    ["3. Quartal abschließen\n24. Dezember: Büro zu"],
    ["3. Quartal abschließen\n4. Quartal planen"],
    ["1. Quartal abschließen\n2. Quartal planen"],
    ["Preise prüfen\n- 5 % Rabatt"],
    ["[x] in the form\nThe sign [x]"],
    ["1. Mannschaft\nTrikots"],
  ])("%j is no list and remains as it is", (pasted) => {
    expect(parsePastedLines(pasted)).toEqual(pasted.split("\n").map((title) => ({ title, isChecked: false })));
  });

  test.each([
    ["Markdown", "- [x] One\n- [ ] Two\n* [X] Three\n- Four", [true, false, true, false]],
    ["numbers", "1. [x] One\n2. [ ] Two", [true, false]],
    ["boxes without bullets", "[x] One\n[ ] Two", [true, false]],
    ["the rich text editor", "☑ One\n☐ Two\n☒ Three", [true, false, true]],
    ["titles with an x", "- Fax\n- [ ] X-ray", [false, false]],
  ])("the ticks of a checklist are read from %s", (_, pasted, states) => {
    expect(parsePastedLines(pasted).map(({ isChecked }) => isChecked)).toEqual(states);
  });
});

describe("paste of several lines", () => {
  test.each([
    ["Buy ", 4, 4, "milk\nbread", ["Buy milk", "bread"]],
    ["Buy now", 4, 4, "milk\nbread ", ["Buy milk", "breadnow"]],
    ["Buy tea", 4, 7, "milk\nbread", ["Buy milk", "bread"]],
    ["Plan ", 5, 5, "1. One\n2. Two", ["Plan 1. One", "Two"]],
    ["", 0, 0, "1. One\n2. Two", ["One", "Two"]],
  ])("into %j at %i to %i adds the lines with the typed text", (typed, start, end, pasted, titles) => {
    const added: (readonly string[])[] = [];
    const event = {
      clipboardData: { getData: () => pasted },
      currentTarget: field(typed, start, end),
      preventDefault: jest.fn(),
    };
    onPasteLines(typed, (lines) => added.push(titlesOf(lines)))(event);
    expect(added).toEqual([titles]);
  });

  it("the tick of the first line is part of the text that it continues", () => {
    const added: Line[] = [];
    const clipboardData = { getData: () => "- [x] One\n- [x] Two" };
    const event = { clipboardData, currentTarget: field("Plan "), preventDefault: jest.fn() };
    onPasteLines("Plan ", (lines) => added.push(...lines))(event);
    expect(added).toEqual([
      { title: "Plan - [x] One", isChecked: false },
      { title: "Two", isChecked: true },
    ]);
  });
});

test.each<[string, Line]>([
  ["- [x] Backup", { title: "Backup", isChecked: true }],
  ["* [ ] Backup", { title: "Backup", isChecked: false }],
  ["☑ Backup", { title: "Backup", isChecked: true }],
  ["- [x]", { title: "- [x]", isChecked: false }],
  ...typedTitles.map((title): [string, Line] => [title, { title, isChecked: false }]),
])("a single line %j is an item of a checklist only with its full marker", (line, parsed) => {
  expect(parseChecklistLine(line)).toEqual(parsed);
});

function field(value: string, selectionStart = value.length, selectionEnd = selectionStart): EventTarget {
  return { value, selectionStart, selectionEnd } as unknown as EventTarget;
}
