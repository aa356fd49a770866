import type { InferType } from "yup";
import type { ImportedHoliday } from "../../../../shared/requests/leave/calendar/holidays.contract";
import { type holidayImportSchema, maxHolidayRows } from "../../../../shared/requests/leave/calendar/calendar.schema";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { invalidFieldProblem } from "../../../../shared/kernel/problems";
import { callerKeyOf, type ChildProcesses, runOrRefuse } from "../../../platform/child-processes";
import { tableRefusal } from "../../../platform/tables/table-budget";
import type { Actor } from "../../../platform/session";
import { type HolidayFile, type HolidayFileInput, type HolidayRow, holidayInputOf } from "./holiday-file";
import { addHolidays } from "./holidays.service";
import { foldText } from "../../../../shared/kernel/text/fold";

/**
 * Parses holidays in a child process, outside of transactions.
 * @throws Problem 422 for any parser error.
 */
export async function readHolidayFile(
  childProcesses: ChildProcesses,
  actor: Actor,
  input: HolidayFileInput,
): Promise<HolidayFile> {
  const reading = childProcesses.run("holidays", input, callerKeyOf(actor));
  const file = await runOrRefuse(reading, tableRefusal("content", "leave.importUnreadable"));
  if (file.rows.length > maxHolidayRows) throw invalidFieldProblem("content", "leave.importTooMany");
  return file;
}

/**
 * Returns the result of each row and adds valid new holidays, of the chosen rows or of all except observances. Invalid and already existing rows don't block others. `errors` are message
 * ids.
 */
export async function importHolidays(
  tx: Tx,
  read: readonly HolidayRow[],
  input: Pick<InferType<typeof holidayImportSchema>, "location" | "dry_run" | "rows">,
): Promise<{ rows: ImportedHoliday[]; added: number }> {
  const chosen = input.rows && new Set(input.rows);
  const isChosen = ({ isObservance }: HolidayRow, at: number) => chosen?.has(at) ?? !isObservance;
  const existingKeys = new Set((await tx.rows<HolidayKey>(onDays, [datesOf(read)])).map(keyOf));
  const rows = read.map((row, at): ImportedHoliday => {
    const { isObservance, ...fields } = row;
    const located = { ...fields, location: row.location ?? (input.location || null), observance: isObservance };
    if (row.errors.length > 0) return { ...located, state: "wrong" };
    const key = keyOf(located);
    const state = existingKeys.has(key) ? "known" : "new";
    if (isChosen(row, at)) existingKeys.add(key); // a list may contain a day twice
    return { ...located, state };
  });
  const fresh = rows
    .filter(({ state }, at) => state === "new" && isChosen(read[at] as HolidayRow, at))
    .map(holidayInputOf);
  return { rows, added: input.dry_run ? 0 : await addHolidays(tx, fresh) };
}

// Reads only the keys on these days: eight concurrent imports that read 10,000 full records blocked the process for 1.5 s.
const onDays = sql(
  "leave.holidaysOnDays",
  `SELECT date::text AS date, half, location FROM holiday WHERE tenant_id = current_tenant() AND date = ANY($1::date[])`,
);

type HolidayKey = Pick<ImportedHoliday, "date" | "half" | "location">;

const datesOf = (rows: readonly HolidayRow[]): string[] => [
  ...new Set(rows.flatMap(({ date, errors }) => (date !== null && errors.length === 0 ? date : []))),
];

const keyOf = ({ date, half, location }: HolidayKey) =>
  JSON.stringify([date, half || null, location ? foldText(location) : null]);
