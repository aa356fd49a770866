import { foldHistory } from "./history.fold";
import type { HistoryEntry } from "./task.history";

const dara = { id: 1, fullname: "Dara", image: null };
const mei = { id: 2, fullname: "Mei", image: null };
let last = 0;
const line = (minutesAgo: number, from: string, to: string, rest: Partial<HistoryEntry> = {}): HistoryEntry => ({
  key: String(++last),
  at: new Date(Date.UTC(2026, 10, 20, 12) - minutesAgo * 60_000).toISOString(),
  actor: dara,
  message: "task.history.changed",
  icon: "change",
  field: "title",
  from,
  to,
  ...rest,
});

test("successive title changes are combined from the first to the last value", () => {
  const lines = [line(0, "c", "d"), line(2, "b", "c"), line(20, "a", "b")];
  expect(foldHistory(lines)).toMatchObject([{ from: "a", to: "d", folded: 3, key: lines[0]?.key }]);
});

test("changes that cancel each other out are omitted", () => {
  expect(foldHistory([line(0, "b", "a"), line(1, "a", "b")])).toEqual([]);
});

test("shortened texts are never treated as equal, and their full versions are loaded", () => {
  const events = (id: number, shortened: boolean) => ({ task: 3, from: id, to: id, shortened });
  const field = "description";
  const lines = [
    line(0, "b", "a", { field, events: events(9, false) }),
    line(1, "a", "b", { field, events: events(7, true) }),
  ];
  expect(foldHistory(lines)).toMatchObject([
    { from: "a", to: "a", folded: 2, events: { task: 3, from: 7, to: 9, shortened: true } },
  ]);
});

const moved: Partial<HistoryEntry> = { message: "task.history.moved", field: "task_status_id" };

test.each<[string, Partial<HistoryEntry>, Partial<HistoryEntry>]>([
  ["another user's", {}, { actor: mei }],
  ["of another field", {}, { field: "priority" }],
  ["without an actor", { actor: null }, { actor: null }],
  ["moves", moved, moved],
])("changes aren't combined: %s", (_, newer, older) => {
  expect(foldHistory([line(0, "b", "c", newer), line(1, "a", "b", older)])).toHaveLength(2);
});

test("changes far apart or with another user's change between aren't combined", () => {
  expect(foldHistory([line(0, "b", "c"), line(31, "a", "b")])).toHaveLength(2);
  const between = line(1, "x", "y", { actor: mei, field: "priority" });
  expect(foldHistory([line(0, "b", "c"), between, line(2, "a", "b")])).toHaveLength(3);
});

test("a change of another field in between doesn't prevent combining", () => {
  const lines = [line(0, "b", "c"), line(0, "x", "y", { field: "priority" }), line(2, "a", "b")];
  expect(foldHistory(lines)).toMatchObject([
    { field: "title", from: "a", to: "c" },
    { field: "priority", from: "x", to: "y" },
  ]);
});
