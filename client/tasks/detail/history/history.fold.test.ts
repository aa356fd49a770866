import { foldHistory } from "./history.fold";
import type { HistoryLine } from "./task.history";

const dara = { id: 1, fullname: "Dara", image: null };
const mei = { id: 2, fullname: "Mei", image: null };
let last = 0;
const line = (minutesAgo: number, from: string, to: string, rest: Partial<HistoryLine> = {}): HistoryLine => ({
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

test("three titles in a row are one change, from the first to the last", () => {
  const lines = [line(0, "c", "d"), line(2, "b", "c"), line(20, "a", "b")];
  expect(foldHistory(lines)).toMatchObject([{ from: "a", to: "d", folded: 3, key: lines[0]?.key }]);
});

test("what ends as it began never was", () => {
  expect(foldHistory([line(0, "b", "a"), line(1, "a", "b")])).toEqual([]);
});

test("of long texts, of which there are beginnings, nothing says that they are the same; the whole is asked of the first and the last", () => {
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

const moved: Partial<HistoryLine> = { message: "task.history.moved", field: "task_status_id" };

test.each<[string, Partial<HistoryLine>, Partial<HistoryLine>]>([
  ["somebody else's", {}, { actor: mei }],
  ["of another field", {}, { field: "priority" }],
  ["of nobody", { actor: null }, { actor: null }],
  ["moves", moved, moved],
])("changes %s stand by themselves", (_, newer, older) => {
  expect(foldHistory([line(0, "b", "c", newer), line(1, "a", "b", older)])).toHaveLength(2);
});

test("so do changes that lie apart in time, or with something between them", () => {
  expect(foldHistory([line(0, "b", "c"), line(31, "a", "b")])).toHaveLength(2);
  const between = line(1, "x", "y", { actor: mei, field: "priority" });
  expect(foldHistory([line(0, "b", "c"), between, line(2, "a", "b")])).toHaveLength(3);
});

test("another field that was changed on the way is no obstacle", () => {
  const lines = [line(0, "b", "c"), line(0, "x", "y", { field: "priority" }), line(2, "a", "b")];
  expect(foldHistory(lines)).toMatchObject([
    { field: "title", from: "a", to: "c" },
    { field: "priority", from: "x", to: "y" },
  ]);
});
