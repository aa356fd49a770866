import type { InferType } from "yup";
import { tenantStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import { type Named, tidyNames } from "../../shared/kernel/translations";
import type { holidaySchema } from "../../shared/leave/leave.schema";
import { logSecurity } from "../platform/security-log";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { HolidayEntity } from "./leave.entity";
import { recountLeave } from "./leave-recount.service";
import { unlessTaken } from "../platform/database/constraints";

export type HolidayInput = InferType<typeof holidaySchema>;

export const holidayRow = ({ date, name, translations, half, location }: HolidayInput) => ({
  date: date as string,
  name,
  ...(translations && { translations: tidyNames(translations) }),
  half: half ?? null,
  location: location || null,
});
const holidayKeys = { holiday_tenant_id_date_half_location_key: "date" };

/** Of an organisation, all its places and years together: they are read whole wherever leave is counted. */
export const mostHolidays = 10_000;
const count = sql(
  "leave.countHolidays",
  "SELECT count(*)::int AS count FROM holiday WHERE tenant_id = current_tenant()",
);

async function requireRoom(tx: Tx, field: string): Promise<void> {
  const there = await tx.one<{ count: number }>(count);
  if ((there?.count ?? 0) > mostHolidays) throw invalid(field, "field.tooMany");
}

async function changed(tx: Tx, dates: string[], holiday: Named | null): Promise<void> {
  tx.emit("leave.settings_changed", tenantStream(tx.tenantId), { what: "holidays" });
  logSecurity(tx, { kind: "leave_settings_changed", facts: { scope: "holidays", count: dates.length } });
  await recountLeave(tx, { dates, holiday });
}

/** Leave that lies on it is counted anew. @throws Problem 422 for a day that is one already, or one too many. */
export async function createHoliday(tx: Tx, input: HolidayInput): Promise<HolidayEntity> {
  const row = holidayRow(input);
  const holiday = await unlessTaken(holidayKeys, () => tx.repo(HolidayEntity).insert(row));
  await requireRoom(tx, "date");
  await changed(tx, [row.date], holiday);
  return holiday;
}

/** @throws Problem 404, 422. */
export async function updateHoliday(tx: Tx, id: number, input: HolidayInput): Promise<HolidayEntity> {
  const before = await tx.repo(HolidayEntity).findOne({ id });
  if (!before) throw new Problem("notFound");
  const row = holidayRow(input);
  await unlessTaken(holidayKeys, () => tx.repo(HolidayEntity).update({ id }, row));
  const holiday = { ...before, ...row };
  await changed(tx, [before.date, row.date], holiday);
  return holiday;
}

/** @throws Problem 404. */
export async function deleteHoliday(tx: Tx, id: number): Promise<void> {
  const before = await tx.repo(HolidayEntity).findOne({ id });
  if (!before) throw new Problem("notFound");
  await tx.repo(HolidayEntity).delete({ id });
  await changed(tx, [before.date], before);
}

const insert = sql(
  "leave.importHolidays",
  `INSERT INTO holiday (tenant_id, date, name, half, location)
   SELECT current_tenant(), (e->>'date')::date, e->>'name', e->>'half', e->>'location'
   FROM jsonb_array_elements($1::jsonb) AS e ON CONFLICT DO NOTHING RETURNING date::text AS date`,
);

/** Adds many at once; those that are there already stay as they are. @returns how many were added. @throws Problem 422 for too many. */
export async function addHolidays(tx: Tx, holidays: readonly HolidayInput[]): Promise<number> {
  const added = await tx.rows<{ date: string }>(insert, [JSON.stringify(holidays.map(holidayRow))]);
  if (added.length > 0) await requireRoom(tx, "content");
  if (added.length > 0) await changed(tx, [...new Set(added.map(({ date }) => date))], null);
  return added.length;
}
