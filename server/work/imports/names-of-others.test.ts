import { type ImportedBoard, type ImportedCard, LossCounter } from "./imported-board";
import { addNamesOfOthers } from "./names-of-others";

const text = Object.assign((key: string) => key, { language: "en" as const });

const boardOf = (cards: Partial<ImportedCard>[], names: string[], fieldCount = 0): ImportedBoard => ({
  source: "jira",
  sourceId: null,
  title: "Board",
  columns: [],
  tags: [],
  people: names.map((name) => ({ id: name.toLowerCase(), name, email: null })),
  fields: Array.from({ length: fieldCount }, (_, at) => ({ id: `${at}`, title: `${at}`, kind: "text", options: [] })),
  cards: cards.map(
    (card) => ({ personIds: [], reporterId: null, values: new Map(), ...card }) as unknown as ImportedCard,
  ),
  losses: [],
});

const valuesOf = ({ cards }: ImportedBoard) => cards.map(({ values }) => Object.fromEntries(values));

test("names of people who are no users are choices of a field", () => {
  const board = boardOf([{ personIds: ["noor", "sam"], reporterId: "sam" }, { personIds: ["noor"] }], ["Noor", "Sam"]);
  const { fields, ...rest } = addNamesOfOthers(board, new Map([["noor", 7]]), text, new LossCounter());
  expect(fields.map(({ title, kind, options }) => [title, kind, options.map((option) => option.title)])).toEqual([
    ["projectImport.assignee", "choices", ["Sam"]],
    ["projectImport.reporter", "choices", ["Sam"]],
  ]);
  expect(valuesOf({ fields, ...rest })).toEqual([{ "others:assignee": ["Sam"], "others:reporter": ["Sam"] }, {}]);
});

test("a board whose people are all users has no such field", () => {
  const board = boardOf([{ personIds: ["noor"], reporterId: "noor" }], ["Noor"]);
  expect(addNamesOfOthers(board, new Map([["noor", 7]]), text, new LossCounter()).fields).toEqual([]);
});

test("more names than a choice has options are a text", () => {
  const names = Array.from({ length: 101 }, (_, at) => `Person ${at}`);
  const board = boardOf(
    names.map((name) => ({ personIds: [name.toLowerCase()] })),
    names,
  );
  const namedBoard = addNamesOfOthers(board, new Map(), text, new LossCounter());
  expect(namedBoard.fields.map(({ kind }) => kind)).toEqual(["text"]);
  expect(valuesOf(namedBoard)[100]).toEqual({ "others:assignee": "Person 100" });
});

test("names are counted as left out when the project has all its fields", () => {
  const losses = new LossCounter();
  const board = boardOf([{ personIds: ["sam"] }], ["Sam"], 30);
  expect(addNamesOfOthers(board, new Map(), text, losses).fields).toHaveLength(30);
  expect(losses.list()).toEqual([{ code: "unread", name: "projectImport.assignee", count: 1 }]);
});
