import fc from "fast-check";
import { addDays, daysFrom } from "../../kernel/days";
import {
  baseColumn,
  changedCells,
  changedFrom,
  changesIn,
  columnKind,
  type DatedValue,
  employmentIn,
  exportedColumns,
  periodOfMonth,
  valueOn,
} from "./payroll.rules";

const month = fc
  .record({ year: fc.integer({ min: 2000, max: 2099 }), number: fc.integer({ min: 1, max: 12 }) })
  .map(({ year, number }) => `${year}-${String(number).padStart(2, "0")}`);

test("a month has the days that begin with its name", () => {
  fc.assert(
    fc.property(month, (name) => {
      const { from, to } = periodOfMonth(name);
      expect(daysFrom(from, to).every((day) => day.startsWith(name))).toBe(true);
      expect([addDays(from, -1), addDays(to, 1)].some((day) => day.startsWith(name))).toBe(false);
    }),
  );
});

const period = periodOfMonth("2026-09");
const days = daysFrom(addDays(period.from, -1), addDays(period.to, 1));
/** For each day, whether a person is employed, and a value. */
const course = fc.array(fc.record({ employed: fc.boolean(), value: fc.constantFrom("a", "b", null) }), {
  minLength: days.length,
  maxLength: days.length,
});

test("applying the changes to the value before the month gives the value of each day", () => {
  fc.assert(
    fc.property(course, (each) => {
      const valueOf = (day: string) => each[days.indexOf(day)]?.value ?? null;
      const changes = changesIn(period, valueOf);
      let value: string | null = valueOf(days[0] as string);
      for (const day of daysFrom(period.from, period.to)) {
        const change = changes.find(({ on }) => on === day);
        if (change) expect(change.before).toBe(value);
        value = change ? change.after : value;
        expect(value).toBe(valueOf(day));
      }
    }),
  );
});

test("a joiner was not employed the day before, a leaver is not the day after", () => {
  fc.assert(
    fc.property(course, (each) => {
      const isEmployed = (day: string) => each[days.indexOf(day)]?.employed === true;
      const { days: employed, joined, left } = employmentIn(period, isEmployed);
      expect(employed.every(isEmployed)).toBe(true);
      if (joined) expect([isEmployed(joined), isEmployed(addDays(joined, -1))]).toEqual([true, false]);
      if (left) expect([isEmployed(left), isEmployed(addDays(left, 1))]).toEqual([true, false]);
      if (!joined && employed.length > 0) expect(isEmployed(addDays(employed[0] as string, -1))).toBe(true);
      if (!left && employed.length > 0) expect(isEmployed(addDays(employed.at(-1) as string, 1))).toBe(true);
    }),
  );
});

test("a value is in force from its first to its last day", () => {
  const values: DatedValue<string>[] = [
    { from: "2026-09-01", until: "2026-09-10", value: "a" },
    { from: "2026-09-12", until: null, value: "b" },
  ];
  const onDays = ["2026-08-31", "2026-09-01", "2026-09-10", "2026-09-11", "2026-09-12", "2030-01-01"];
  expect(onDays.map((day) => valueOn(values, day))).toEqual([undefined, "a", "a", undefined, "b", "b"]);
});

test("a change applies to its day and later ones", () => {
  const values: DatedValue<number>[] = [
    { from: "2026-09-01", until: "2026-09-09", value: 1 },
    { from: "2026-09-10", until: "2026-09-20", value: 2 },
    { from: "2026-09-21", until: null, value: 3 },
  ];
  const tenfold = (on: string) => changedFrom(values, on, (value) => value * 10);
  expect(tenfold("2026-09-10")).toEqual([
    values[0],
    { from: "2026-09-10", until: "2026-09-20", value: 20 },
    { from: "2026-09-21", until: null, value: 30 },
  ]);
  expect(tenfold("2026-09-20")).toEqual([
    values[0],
    { from: "2026-09-10", until: "2026-09-19", value: 2 },
    { from: "2026-09-20", until: "2026-09-20", value: 20 },
    { from: "2026-09-21", until: null, value: 30 },
  ]);
  expect(tenfold("2026-10-01")).toEqual([
    ...values.slice(0, 2),
    { from: "2026-09-21", until: "2026-09-30", value: 3 },
    { from: "2026-10-01", until: null, value: 30 },
  ]);
});

test("days without a value neither begin nor end a change", () => {
  const values: Record<string, string | null> = { "2026-09-02": "a", "2026-09-03": "b", "2026-09-04": null };
  expect(changesIn(period, (day) => values[day])).toEqual([
    { on: "2026-09-03", before: "a", after: "b" },
    { on: "2026-09-04", before: "b", after: null },
  ]);
});

test("somebody employed for some days of the month joined and left in it", () => {
  const isEmployed = (day: string) => day >= "2026-09-08" && day <= "2026-09-09";
  expect(employmentIn(period, isEmployed)).toEqual({
    days: ["2026-09-08", "2026-09-09"],
    joined: "2026-09-08",
    left: "2026-09-09",
  });
  expect(employmentIn(period, () => true)).toMatchObject({ joined: null, left: null });
  expect(employmentIn(period, () => false)).toEqual({ days: [], joined: null, left: null });
});

test("a column of a record has the kind of its configured column, unknown ones have text", () => {
  expect(["leave:12", "expenses:EUR", "salary"].map(baseColumn)).toEqual(["leave", "expenses", "salary"]);
  expect(["leave:12", "expenses:EUR", "salary", "removed"].map(columnKind)).toEqual([
    "days",
    "amount",
    "amount",
    "text",
  ]);
});

const cell = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom("x", "y"),
  fc.array(fc.record({ on: fc.constant("2026-09-01"), before: fc.constant(null), after: fc.constantFrom("x", "y") }), {
    maxLength: 2,
  }),
);
const cells = fc.record({ one: cell, other: cell }, { requiredKeys: [] });

test("cells change if their values differ, whatever the order, and equal rows don't", () => {
  fc.assert(
    fc.property(cells, cells, (before, after) => {
      const keys = ["one", "other"];
      expect(changedCells(before, structuredClone(before), keys)).toEqual({});
      const changed = changedCells(before, after, keys);
      expect(Object.keys(changed)).toEqual(Object.keys(changedCells(after, before, keys)));
      for (const [key, value] of Object.entries(changed)) expect(value).toEqual(before[key as "one"] ?? null);
      expect(changedCells(after, { ...after, ...changed }, keys)).toEqual(
        Object.fromEntries(Object.keys(changed).map((key) => [key, after[key as "one"] ?? null])),
      );
    }),
  );
});

test("missing, empty and zero values are the same", () => {
  expect(changedCells({ a: null, b: 0, c: [] }, {}, ["a", "b", "c", "d"])).toEqual({});
});

test("dated changes differ by their number, day and values", () => {
  const change = { on: "2026-09-02", before: "a", after: "b" };
  const old = { salary: [change] };
  const compared = (...changes: (typeof change)[]) => changedCells(old, { salary: changes }, ["salary"]);
  expect(compared({ ...change })).toEqual({});
  for (const field of ["on", "before", "after"] as const) expect(compared({ ...change, [field]: "c" })).toEqual(old);
  expect(compared(change, change)).toEqual(old);
  expect(compared()).toEqual(old);
  expect(changedCells({ salary: 5 }, old, ["salary"])).toEqual({ salary: 5 });
  expect(changedCells({ salary: 5 }, { salary: 6 }, [])).toEqual({});
});

test("columns of records follow the configured one, and leave has only those", () => {
  const name = { name: "Time off in lieu", translations: {} };
  const records = [
    { key: "payout:4", name, inHours: true },
    { key: "leave:4", name, inHours: true },
  ];
  const keys = exportedColumns(["leave", "payout", "joined"], records).map(({ key }) => key);
  expect(keys).toEqual(["leave:4", "payout", "payout:4", "joined"]);
  expect(exportedColumns(["payout"], []).map(({ key }) => key)).toEqual(["payout"]);
});
