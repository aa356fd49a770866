import type { TimeSheet } from "./sheet.contract";
import { buildSheetGrid, statusOfDay } from "./sheet.rules";

const user = { id: 1, fullname: "Dara Aziz", image: null };
const task = (id: number, project_id = 10) => ({
  id,
  project_id,
  key: `WEB-${id}`,
  title: `Task ${id}`,
  can: { log: true },
});
const entry = (id: number, task_id: number, date: string, hours: number, minutes = 0, note: string | null = null) => ({
  id,
  task_id,
  project_id: 10,
  user,
  date,
  hours,
  minutes,
  note,
  version: 1,
  can: { edit: true },
});
const day = (date: string, hidden_minutes = 0) => ({
  date,
  target_minutes: 480,
  state: "open" as const,
  hidden_minutes,
});

const sheet: TimeSheet = {
  user,
  from: "2026-11-17",
  to: "2026-11-18",
  today: "2026-11-18",
  days: [day("2026-11-17", 30), day("2026-11-18")],
  projects: [{ id: 10, title: "Website", code: "WEB", color: "teal", revision: 1, epoch: "" }],
  tasks: [task(1), task(2)],
  entries: [entry(1, 1, "2026-11-17", 2, 30), entry(2, 1, "2026-11-17", 0, 45, "More"), entry(3, 2, "2026-11-18", 1)],
  suggestions: [
    { task_id: 2, date: "2026-11-17", minutes: 60, source: { kind: "moved", at: "", minutes: null, column: null } },
    { task_id: 2, date: "2026-11-18", minutes: 60, source: { kind: "moved", at: "", minutes: null, column: null } },
  ],
  can: { log: true },
};

test("the sums of rows, groups, days and the sheet exclude suggestions", () => {
  const grid = buildSheetGrid(sheet);
  const [group] = grid.groups;
  expect(group?.rows.map((row) => row.minutes)).toEqual([195, 60]);
  expect(group?.minutes).toBe(255);
  expect(grid.days.map((one) => one.minutes)).toEqual([195 + 30, 60]);
  expect(grid.minutes).toBe(285);
  expect(grid).toMatchObject({ hidden: 30, target: 960 });
});

test("a suggestion appears only in an empty cell", () => {
  const cells = buildSheetGrid(sheet).groups[0]?.rows[1]?.cells;
  expect(cells?.map((cell) => cell.ghost?.minutes ?? null)).toEqual([60, null]);
});

test("the running timer counts on its day, in a new row if its task has none", () => {
  const own = buildSheetGrid(sheet, { running: { task: task(1), minutes: 42 } });
  expect(own.groups[0]?.rows[0]).toMatchObject({ minutes: 237, cells: [{ running: null }, { running: 42 }] });
  expect(own.days[1]?.minutes).toBe(102);
  expect(
    buildSheetGrid(sheet, { running: { task: task(9), minutes: 5 } }).groups[0]?.rows.map((row) => row.task.id),
  ).toEqual([1, 2, 9]);
  // The timer may run for a task that no longer accepts manual entries.
  const [timed] = buildSheetGrid(sheet, { running: { task: task(9), minutes: 5 } }).groups[0]?.rows.slice(2) ?? [];
  expect(timed?.task.can.log).toBe(false);
  const past = { ...sheet, today: "2026-11-30" };
  expect(buildSheetGrid(past, { running: { task: task(9), minutes: 5 } }).minutes).toBe(285);
});

test("a pinned row appears with its project, or merges with an existing row", () => {
  const opened = { ...task(7, 11), project_title: "Depot", project_color: "orange" };
  expect(buildSheetGrid(sheet, { pinned: [opened] }).groups.map((group) => group.project.title)).toEqual([
    "Depot",
    "Website",
  ]);
  expect(buildSheetGrid(sheet, { pinned: [{ ...opened, id: 1, project_id: 10 }] }).groups[0]?.rows).toHaveLength(2);
});

test.each([
  ["2026-11-17", 480, 480, "met"],
  ["2026-11-17", 400, 480, "short"],
  ["2026-11-18", 400, 480, "soFar"],
  ["2026-11-19", 0, 480, "toCome"],
  ["2026-11-17", 0, 0, "nothing"],
  ["2026-11-17", 30, 0, "off"],
] as const)("statusOfDay: %s with %d of %d minutes is %s", (date, minutes, target_minutes, standing) => {
  expect(statusOfDay({ date, minutes, target_minutes }, "2026-11-18")).toBe(standing);
});
