import fc from "fast-check";
import { type LedgerFacts, ledgerLines } from "./ledger.rules";

let id = 0;
const entry = (reason: string, days: number, changes: Partial<LedgerFacts> = {}): LedgerFacts => ({
  id: ++id,
  reason,
  days,
  year: 2026,
  period: null,
  request_id: null,
  span: null,
  at: "2026-11-02T10:00:00Z",
  ...changes,
});
const of = (request_id: number, start_date: string) => ({ request_id, span: { start_date } });
const linesOf = (entries: LedgerFacts[]) =>
  ledgerLines(entries).map(({ date, days, balance, state }) => [date, days, balance, state]);

test("ledgerLines returns one line per request, sorted by day", () => {
  const leave = of(1, "2026-12-21");
  expect(
    linesOf([
      entry("allowance", 21, { period: "2026" }),
      entry("waiting", -3, leave),
      entry("waiting", 3, leave),
      entry("waiting", -4, leave),
      entry("waiting", 4, leave),
      entry("taken", -4, leave),
      entry("adjustment", 1),
      entry("waiting", -2, of(2, "2026-03-02")),
      entry("waiting", -1, of(3, "2026-05-04")),
      entry("waiting", 1, of(3, "2026-05-04")),
    ]),
  ).toEqual([
    ["2026-01-01", 21, 21, "entry"],
    ["2026-03-02", -2, 19, "waiting"],
    ["2026-05-04", 0, 19, "released"],
    ["2026-11-02", 1, 20, "entry"],
    ["2026-12-21", -4, 16, "taken"],
  ]);
});

test("a monthly grant is dated by its month; leave over New Year has two lines", () => {
  const [march] = ledgerLines([entry("accrual", 1.75, { period: "2026-03" })]);
  expect(march?.date).toBe("2026-03-01");
  const over = of(1, "2026-12-30");
  expect(ledgerLines([entry("taken", -2, over), entry("taken", -1, { ...over, year: 2027 })])).toHaveLength(2);
});

test("the balance of the last line is the sum of all entries", () => {
  const anyEntry = fc.record({
    days: fc.integer({ min: -2_000, max: 2_000 }).map((hundredths) => hundredths / 100),
    request_id: fc.constantFrom(null, 1, 2, 3),
    reason: fc.constantFrom("waiting", "taken", "returned", "adjustment", "expired"),
    day: fc.integer({ min: 1, max: 28 }),
  });
  fc.assert(
    fc.property(fc.array(anyEntry, { minLength: 1 }), (all) => {
      const entries = all.map(({ days, request_id, reason, day }) =>
        entry(reason, days, { request_id, at: `2026-05-${String(day).padStart(2, "0")}T00:00:00Z` }),
      );
      const lines = ledgerLines(entries);
      const sum = Math.round(entries.reduce((total, { days }) => total + Math.round(days * 100), 0)) / 100;
      expect(lines.at(-1)?.balance).toBeCloseTo(sum, 6);
      expect(lines.map(({ date }) => date)).toEqual(lines.map(({ date }) => date).toSorted());
    }),
  );
});
