import fc from "fast-check";
import { boardFromReply } from "../../../shared/work/tasks/tasks.board";
import type { ComingDate } from "../../../shared/work/series/series.contract";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { initialCard } from "../../../shared/work/tasks/tasks.field-lists";
import { dayNumber, dayOfNumber } from "../../../shared/kernel/day-number";
import { timelineSpanOf } from "../../../shared/work/timeline/timeline.span.rules";
import { hasNoCards } from "../tasks/state/board.visible";
import {
  agendaOf,
  calendarTasksOf,
  columnAt,
  type DatedTask,
  datedOccurrencesOf,
  isSameWeek,
  layoutWeeks,
  spanInWeek,
  type WeekLayout,
} from "./calendar.layout";

const task = (id: number, start_date: string | null, due_date: string | null) =>
  ({ ...initialCard(), id, key: `A-${id}`, start_date, due_date, rank: `a${id}`, task_status_id: 1 }) as BoardTask;
const dated = (...tasks: BoardTask[]): DatedTask[] =>
  tasks.map((one) => ({ task: one, span: timelineSpanOf(one) as DatedTask["span"] }));
const first = dayNumber("2026-11-23"); // a Monday
const week = (tasks: readonly DatedTask[], lanes = 9) =>
  layoutWeeks(tasks, { first, weeks: 1 }, lanes)[0] as WeekLayout;

test("tasks are split into dated ones and unfinished undated ones, longer ones first", () => {
  const finished = { ...task(4, null, null), progress: 100 };
  const tasks = [task(1, null, "2026-11-24"), task(2, null, null), task(3, "2026-11-24", "2026-11-26"), finished];
  const reply = { data: [{ id: 1, tasks }], revision: 1, users: [], groups: [], tags: [] };
  const board = boardFromReply(reply as unknown as Parameters<typeof boardFromReply>[0]);
  const split = calendarTasksOf(board, board.order);
  expect(split.dated.map((one) => one.task.id)).toEqual([3, 1]);
  expect(split.undated.map(({ id }) => id)).toEqual([2]);
});

test("a board with only finished undated tasks isn't reported as hidden by the filter", () => {
  const reply = { data: [{ id: 1, tasks: [{ ...task(1, null, null), progress: 100 }] }], revision: 1 };
  const board = boardFromReply({ ...reply, users: [], groups: [], tags: [] } as unknown as Parameters<
    typeof boardFromReply
  >[0]);
  expect(calendarTasksOf(board, board.order)).toEqual({ dated: [], undated: [] });
  expect(hasNoCards(board.columnIds, board.order)).toBe(false);
  expect(hasNoCards(board.columnIds, { 1: [] })).toBe(true);
});

test("a task across two weeks has a part in each", () => {
  const [before, after] = layoutWeeks(dated(task(1, "2026-11-27", "2026-12-01")), { first, weeks: 2 }, 9);
  expect(before?.segments).toMatchObject([{ column: 4, days: 3, lane: 0, starts: true, ends: false }]);
  expect(after?.segments).toMatchObject([{ column: 0, days: 2, lane: 0, starts: false, ends: true }]);
});

test("tasks outside of the weeks are left out", () => {
  const { segments, counts } = week(dated(task(1, null, "2026-11-22"), task(2, null, "2026-11-30")));
  expect([segments, counts]).toEqual([[], [0, 0, 0, 0, 0, 0, 0]]);
});

test("a task without a free lane is hidden on each of its days", () => {
  const due = (id: number) => task(id, null, "2026-11-25");
  const { segments, hidden, counts } = week(dated(task(1, "2026-11-24", "2026-11-26"), due(2), due(3), due(4)), 2);
  expect(segments.map((one) => [one.task.id, one.lane])).toEqual([
    [1, 0],
    [2, 1],
  ]);
  expect(hidden).toEqual([0, 0, 2, 0, 0, 0, 0]);
  expect(counts).toEqual([0, 1, 4, 1, 0, 0, 0]);
});

test("bars of a lane never overlap, and each task is shown or counted as hidden", () => {
  const anyTask = fc.record({ from: fc.integer({ min: -20, max: 40 }), days: fc.nat(12) });
  fc.assert(
    fc.property(fc.array(anyTask, { maxLength: 40 }), fc.integer({ min: 1, max: 5 }), (taskSpans, lanes) => {
      const tasks = dated(
        ...taskSpans.map(({ from, days }, at) =>
          task(at + 1, dayOfNumber(first + from), dayOfNumber(first + from + days)),
        ),
      );
      for (const { segments, hidden, counts, first: monday } of layoutWeeks(tasks, { first, weeks: 4 }, lanes)) {
        for (let column = 0; column < 7; column++) {
          const on = segments.filter((one) => one.column <= column && column < one.column + one.days);
          expect(new Set(on.map(({ lane }) => lane)).size).toBe(on.length);
          expect(on.every(({ lane }) => lane < lanes)).toBe(true);
          expect(on.length + (hidden[column] ?? 0)).toBe(counts[column]);
          const covering = tasks.filter(({ span }) => span.from <= monday + column && monday + column <= span.to);
          expect(counts[column]).toBe(covering.length);
        }
      }
    }),
  );
});

const dateOf = (series_id: number, due_date: string) =>
  ({ series_id, task_id: series_id * 10, title: "Water", day: due_date, start_date: null, due_date }) as ComingDate;

test("coming dates take the lanes that tasks leave, and aren't counted as tasks", () => {
  const coming = datedOccurrencesOf([dateOf(1, "2026-11-25"), dateOf(2, "2026-11-25")]);
  const tasks = dated(task(1, "2026-11-24", "2026-11-26"));
  const [only] = layoutWeeks(tasks, { first, weeks: 1 }, 2, coming);
  expect(only?.coming).toMatchObject([{ occurrence: { series_id: 1 }, column: 2, days: 1, lane: 1 }]);
  expect([only?.hidden, only?.counts]).toEqual([
    [0, 0, 1, 0, 0, 0, 0],
    [0, 1, 1, 1, 0, 0, 0],
  ]);
  const [without] = layoutWeeks(tasks, { first, weeks: 1 }, 2);
  expect(isSameWeek(only as WeekLayout, without as WeekLayout)).toBe(false);
});

test("a week is the same while none of its tasks changes", () => {
  const tasks = dated(task(1, null, "2026-11-24"), task(2, null, "2026-11-30"));
  expect(isSameWeek(week(tasks), week(tasks))).toBe(true);
  expect(isSameWeek(week(tasks), week(tasks.slice(1)))).toBe(false);
});

test("the agenda lists tasks and coming dates by due day, and today even without tasks", () => {
  const tasks = dated(task(1, "2026-11-20", "2026-11-25"), task(2, null, "2026-11-25"), task(3, null, "2026-12-01"));
  const november = { from: dayNumber("2026-11-01"), to: dayNumber("2026-11-30") };
  const coming = datedOccurrencesOf([dateOf(1, "2026-11-28"), dateOf(1, "2026-12-05")]);
  const days = agendaOf(tasks, november, dayNumber("2026-11-26"), coming);
  expect(
    days.map(({ day, tasks: on, coming: next }) => [dayOfNumber(day), on.map(({ id }) => id), next.length]),
  ).toEqual([
    ["2026-11-25", [1, 2], 0],
    ["2026-11-26", [], 0],
    ["2026-11-28", [], 1],
  ]);
});

test("the preview of a drag is cut at the week", () => {
  expect(spanInWeek({ from: first - 3, to: first + 1, dueOnly: false }, first)).toEqual({ column: 0, days: 2 });
  expect(spanInWeek({ from: first + 6, to: first + 9, dueOnly: false }, first)).toEqual({ column: 6, days: 1 });
  expect(spanInWeek({ from: first + 7, to: first + 9, dueOnly: false }, first)).toBeNull();
});

test.each([
  [10, false, 0],
  [690, false, 6],
  [10, true, 6],
  [690, true, 0],
  [350, true, 3],
  [900, false, 6],
])("the point at %d px, right to left: %s, is in column %d", (x, rtl, column) => {
  expect(columnAt(x, { left: 0, right: 700 }, rtl)).toBe(column);
});

/** Days are computed from their text, so the process's time zone must not shift them. */
test.each(["Pacific/Kiritimati", "Pacific/Pago_Pago", "America/Sao_Paulo", "Asia/Baghdad"])(
  "a due date stays on its day in %s",
  (zone) => {
    const before = process.env.TZ;
    process.env.TZ = zone;
    try {
      for (const day of ["2026-03-29", "2026-10-25", "2027-01-01"]) {
        const monday = dayNumber(day);
        expect(layoutWeeks(dated(task(1, null, day)), { first: monday, weeks: 1 }, 3)[0]?.counts[0]).toBe(1);
        expect(dayOfNumber(monday)).toBe(day);
      }
    } finally {
      process.env.TZ = before;
    }
  },
);
