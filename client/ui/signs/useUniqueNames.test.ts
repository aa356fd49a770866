import { namesakesIn, notesOnNamesakes } from "./useUniqueNames";

const kim = { id: 1, fullname: "Kim Lee" };
const other = { id: 2, fullname: "kim  lee" };
const dara = { id: 3, fullname: "Dara Aziz" };
const facts = (id: number, position: string | null) => ({ id, position, email: `kim${id}@acme.test` });

test("names that look the same are namesakes, one person listed twice isn't", () => {
  expect(namesakesIn([kim, dara, other])).toEqual([kim, other]);
  expect(namesakesIn([kim, kim, dara])).toEqual([]);
});

test.each([
  ["different positions", ["Driver", "Accountant"], ["Driver", "Accountant"]],
  ["the same position", ["Driver", "Driver"], ["kim1@acme.test", "kim2@acme.test"]],
  ["one without a position", ["Driver", null], ["Driver", "kim2@acme.test"]],
] as const)("namesakes with %s are distinguishable", (_, [first, second], expectedNotes) => {
  const notes = notesOnNamesakes([kim, other, dara], [facts(1, first), facts(2, second), facts(3, "Driver")]);
  expect([notes.get(1), notes.get(2), notes.get(3)]).toEqual([...expectedNotes, undefined]);
});

test("people whose facts aren't visible have no note", () => {
  expect(notesOnNamesakes([kim, other], []).size).toBe(0);
});
