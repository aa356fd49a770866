import type { InferType } from "yup";
import type { ImportedHoliday } from "../../shared/leave/holidays.contract";
import type { holidayImportSchema } from "../../shared/leave/leave.schema";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { invalid } from "../../shared/kernel/problems";
import { callerOf, type ChildProcesses, runOrRefuse } from "../platform/child-processes";
import type { Actor } from "../platform/session";
import { type HolidayRow, inputOf, mostRows } from "./holiday-file";
import { addHolidays } from "./holidays.service";

/**
 * Reads a list of holidays, in a child process and outside of transactions.
 * @throws Problem 422 whatever it is that the parser can't read: it knows more ways to fail than we can name.
 */
export async function readHolidayFile(
  childProcesses: ChildProcesses,
  actor: Actor,
  content: string,
): Promise<HolidayRow[]> {
  const year = new Date().getUTCFullYear();
  const reading = childProcesses.run("holidays", { content, years: { from: year, to: year + 2 } }, callerOf(actor));
  const rows = await runOrRefuse(reading, () => invalid("content", "leave.importUnreadable"));
  if (rows.length > mostRows) throw invalid("content", "leave.importTooMany");
  return rows;
}

/**
 * Says of each row of a list of holidays what comes of it, and adds the good ones. Rows that are wrong or known don't stop
 * the others. `errors` are message ids.
 */
export async function importHolidays(
  tx: Tx,
  read: readonly HolidayRow[],
  input: Pick<InferType<typeof holidayImportSchema>, "location" | "dry_run">,
): Promise<{ rows: ImportedHoliday[]; added: number }> {
  const known = new Set((await tx.rows<HolidayKey>(onDays, [datesOf(read)])).map(keyOf));
  const rows = read.map((row): ImportedHoliday => {
    const located = { ...row, location: row.location ?? (input.location || null) };
    if (row.errors.length > 0) return { ...located, state: "wrong" };
    const key = keyOf(located);
    const state = known.has(key) ? "known" : "new";
    known.add(key); // a list may name a day twice
    return { ...located, state };
  });
  const fresh = rows.filter(({ state }) => state === "new").map(inputOf);
  return { rows, added: input.dry_run ? 0 : await addHolidays(tx, fresh) };
}

// Ten thousand holidays, read as records by eight imports at once, kept others waiting for 1.5 s.
const onDays = sql(
  "leave.holidaysOnDays",
  `SELECT date::text AS date, half, location FROM holiday WHERE tenant_id = current_tenant() AND date = ANY($1::date[])`,
);

type HolidayKey = Pick<ImportedHoliday, "date" | "half" | "location">;

const datesOf = (rows: readonly HolidayRow[]): string[] => [
  ...new Set(rows.flatMap(({ date, errors }) => (date !== null && errors.length === 0 ? date : []))),
];

const keyOf = ({ date, half, location }: HolidayKey) => JSON.stringify([date, half || null, location || null]);
