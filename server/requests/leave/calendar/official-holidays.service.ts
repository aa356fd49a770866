import type { InferType } from "yup";
import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import type { officialHolidaysSchema } from "../../../../shared/requests/leave/calendar/calendar.schema";
import type {
  HolidayCountry,
  OfficialHoliday,
} from "../../../../shared/requests/leave/calendar/official-holidays.contract";
import {
  compareWithOfficial,
  type OfficialDay,
  type StoredHoliday,
} from "../../../../shared/requests/leave/calendar/official-holidays.rules";
import { callerKeyOf, type ChildProcesses, runOrRefuse } from "../../../platform/child-processes";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { addHolidays, updateHoliday } from "./holidays.service";

type Input = InferType<typeof officialHolidaysSchema>;

const unavailable = () => new Problem("unavailable");

/** Reads the list in a child process, because it takes 13 MB that would stay in memory. */
export const readHolidayCountries = (childProcesses: ChildProcesses, actor: Actor): Promise<HolidayCountry[]> =>
  runOrRefuse(childProcesses.run("holidayCountries", null, callerKeyOf(actor)), unavailable);

/** @throws Problem 422 for an unknown country or region. */
export async function readOfficialHolidays(
  childProcesses: ChildProcesses,
  actor: Actor,
  { country, region, years, optional }: Input,
): Promise<OfficialDay[]> {
  const request = {
    country,
    region: region || null,
    years: [...new Set(years)].sort((one, other) => one - other),
    optional: optional ?? false,
  };
  const days = await runOrRefuse(childProcesses.run("officialHolidays", request, callerKeyOf(actor)), () =>
    unavailable(),
  );
  if (typeof days === "string") throw invalidFieldProblem(days, "field.unknown");
  return days;
}

const ofYears = sql(
  "leave.holidaysOfYears",
  `SELECT id, date::text AS date, name, translations, half, location FROM holiday
   WHERE tenant_id = current_tenant() AND extract(year FROM date)::int = ANY($1::int[])
     AND (location IS NULL OR location_key = fold($2)) ORDER BY date, id`,
);

/**
 * Compares the official holidays with the stored ones. Unless `dry_run` is set, adds new holidays and moves changed ones, which keep their
 * names.
 * @throws Problem 403 and 422 as in `createHoliday`.
 */
export async function saveOfficialHolidays(
  tx: Tx,
  official: readonly OfficialDay[],
  input: Input,
): Promise<{ rows: OfficialHoliday[]; added: number; changed: number }> {
  const location = input.location || null;
  const stored = await tx.rows<StoredHoliday>(ofYears, [input.years, location]);
  const compared = compareWithOfficial(official, stored, location);
  const rows = compared.map(({ stored: before, ...row }) => ({
    ...row,
    before: row.state === "changed" && before ? { date: before.date, half: before.half } : null,
  }));
  if (input.dry_run) return { rows, added: 0, changed: 0 };
  let changed = 0;
  // Changed holidays are moved first, so that another holiday can take a day that becomes free.
  for (const { state, stored: before, date, half } of compared) {
    if (state !== "changed" || !before) continue;
    const { name, translations } = before;
    await updateHoliday(tx, before.id, { date, half, name, translations, location });
    changed += 1;
  }
  const fresh = compared.filter(({ state }) => state === "new");
  const added = await addHolidays(
    tx,
    fresh.map(({ date, name, translations, half }) => ({ date, name, translations, half, location })),
  );
  return { rows, added, changed };
}
