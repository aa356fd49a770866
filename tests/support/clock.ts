/**
 * The clock of a test run. `TEST_MOMENT=2028-02-29T11:00:00Z` starts the run at that moment: for TypeScript by shifting `Date` in every
 * test file (jest/clock.ts), for SQL by shifting `now()` (start-postgres.ts). Production code doesn't use it, and other processes started
 * by tests keep the real clock.
 */
const SHIFT = "TEST_CLOCK_SHIFT_MS";

/** Offset from the real clock in ms; 0 in a usual run. Inherited by all processes of the run. */
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
 * Statements to run in a database before its migrations. Migrations and later statements then use the shifted `now()` instead of
 * PostgreSQL's, including in defaults, views and functions. New objects are still created in `public`.
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

/** Applies to every role and database of the run; in databases without the `clock` schema it has no effect. */
export const clockSearchPath = 'ALTER ROLE ALL SET search_path = "$user", public, clock, pg_catalog';
