import type { BoardImport } from "../../../shared/work/imports/imports.contract";
import { type ImportChoices, initialChoices, keepChoices } from "./import-choices";

const person = (id: string, userId: number | null) => ({ id, user: userId === null ? null : { id: userId } });
const board = (change: object = {}): BoardImport =>
  ({
    title: "Shop",
    columns: [{ id: "todo" }, { id: "done" }],
    people: [person("anna", 1), person("ben", null)],
    earlier: [],
    ...change,
  }) as unknown as BoardImport;
const earlier = [
  { id: 8, can_update: false, people: [] },
  {
    id: 9,
    can_update: true,
    people: [
      { id: "anna", user_id: null },
      { id: "ben", user_id: 2 },
    ],
  },
];
const choices = (change: Partial<ImportChoices> = {}): ImportChoices => ({ ...initialChoices(board()), ...change });

test("a new board has its title and the suggested users", () => {
  expect(initialChoices(board())).toEqual({
    title: "Shop",
    kinds: new Map(),
    users: new Map([["anna", 1]]),
    targetId: null,
  });
});

test("the latest project that can be updated is preselected with its users", () => {
  expect(initialChoices(board({ earlier }))).toMatchObject({ targetId: 9, users: new Map([["ben", 2]]) });
});

test("reading the board again keeps the typed title, kinds, users and the target", () => {
  const chosen = choices({
    title: "My shop",
    kinds: new Map([
      ["todo", "doing"],
      ["lost", "done"],
    ]),
    users: new Map([["ben", 5]]),
  });
  const next = board({ title: "Shop 2", earlier, people: [person("anna", 1), person("ben", 3), person("cleo", 4)] });
  expect(keepChoices(chosen, board({ earlier }), next)).toEqual({
    title: "My shop",
    kinds: new Map([["todo", "doing"]]),
    users: new Map([
      ["ben", 5],
      ["cleo", 4],
    ]),
    targetId: null,
  });
});

test("an unchanged title follows the board; people who have left are left out", () => {
  const next = board({ title: "Shop 2", people: [person("ben", null)] });
  expect(keepChoices(choices(), board(), next)).toMatchObject({ title: "Shop 2", users: new Map() });
});

test("a target that is no longer offered becomes a new project", () => {
  expect(keepChoices(choices({ targetId: 9 }), board({ earlier }), board()).targetId).toBeNull();
  expect(keepChoices(choices({ targetId: 9 }), board({ earlier }), board({ earlier })).targetId).toBe(9);
});
