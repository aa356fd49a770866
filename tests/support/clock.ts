/**
 * The clock of a test run. `TEST_MOMENT=2028-02-29T11:00:00Z` makes it that moment when the run begins, and time goes on
 * from there: for TypeScript, whose `Date` is moved in every test file (see jest/clock.ts), and for SQL, whose `now()` is
 * (see start-postgres.ts). Production knows nothing of it. Other processes that tests start have their own clock.
 */
const SHIFT = "TEST_CLOCK_SHIFT_MS";

/** How far the clock is from the real one; 0 in a usual run. One for the whole run: its processes inherit it. */
export function clockShiftMs(): number {
  const { TEST_MOMENT: moment, [SHIFT]: known } = process.env;
  if (!moment) return 0;
  if (known !== undefined) return Number(known);
  const at = Date.parse(moment);
  if (Number.isNaN(at)) throw new Error(`TEST_MOMENT is no moment: ${moment}`);
  const shift = at - Date.now();
  process.env[SHIFT] = String(shift);
  return shift;
}

/**
 * Statements for a database that isn't migrated yet: whatever it is told to do afterwards finds our `now()` before
 * PostgreSQL's own, defaults, views and functions included. What is created still lands in `public`.
 */
export function clockStatements(shiftMs: number): string[] {
  const moved = (name: string, kind: "STABLE" | "VOLATILE") =>
    `CREATE FUNCTION clock.${name}() RETURNS timestamptz LANGUAGE sql ${kind} PARALLEL SAFE
     AS $$ SELECT pg_catalog.${name}() + interval '${shiftMs / 1_000} seconds' $$`;
  return [
    "CREATE SCHEMA clock",
    "GRANT USAGE ON SCHEMA clock TO PUBLIC",
    moved("now", "STABLE"),
    moved("clock_timestamp", "VOLATILE"),
  ];
}

/** For every role and database of the run's PostgreSQL; where there is no such schema it says nothing. */
export const clockSearchPath = 'ALTER ROLE ALL SET search_path = "$user", public, clock, pg_catalog';
