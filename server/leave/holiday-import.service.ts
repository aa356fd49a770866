import type { InferType } from "yup";
import type { ImportedHoliday } from "../../shared/leave/holidays.contract";
import type { holidayImportSchema } from "../../shared/leave/leave.schema";
import type { Tx } from "../platform/unit-of-work";
import { invalid } from "../../shared/kernel/problems";
import { type HolidayRow, inputOf, mostRows, readHolidays } from "./holiday-file";
import { addHolidays } from "./holidays.service";
import { HolidayEntity } from "./leave.entity";

/**
 * Reads a list of holidays, says of each row what comes of it, and adds the good ones. Rows that are wrong or known
 * don't stop the others. `errors` are message ids.
 */
export async function importHolidays(
  tx: Tx,
  input: InferType<typeof holidayImportSchema>,
): Promise<{ rows: ImportedHoliday[]; added: number }> {
  const year = new Date().getUTCFullYear();
  const read = readable(input.content, { from: year, to: year + 2 });
  if (read.length > mostRows) throw invalid("content", "leave.importTooMany");
  const known = new Set((await tx.repo(HolidayEntity).find()).map(keyOf));
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

/** Whatever the parser throws is said of the file: the parser knows more ways to fail than we can name. */
function readable(content: string, years: { from: number; to: number }): HolidayRow[] {
  try {
    return readHolidays(content, years);
  } catch {
    throw invalid("content", "leave.importUnreadable");
  }
}

const keyOf = ({ date, half, location }: Pick<ImportedHoliday, "date" | "half" | "location">) =>
  JSON.stringify([date, half || null, location || null]);
