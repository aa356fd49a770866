import type { InferType } from "yup";
import { tenantStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import { type Named, tidyNames } from "../../shared/kernel/translations";
import type { holidaySchema } from "../../shared/leave/leave.schema";
import { isFourEyed } from "../approvals/four-eyes.service";
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

interface Day {
  date: string;
  location: string | null;
}

// What is over isn't counted anew when a holiday comes; one that goes may have been counted when leave was asked for.
const ownLeave = sql(
  "leave.ownOnHolidays",
  `SELECT FROM leave_request l
   JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id
   JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
   JOIN jsonb_to_recordset($2::jsonb) AS h (date date, location text, removed boolean)
     ON h.date BETWEEN l.start_date AND l.end_date AND (h.location IS NULL OR h.location = u.location)
       AND (h.removed OR h.date >= tenant_today())
   WHERE l.tenant_id = current_tenant() AND l.user_id = $1 AND l.live AND t.counting = 'working' AND t.can_update_balance
   LIMIT 1`,
);

/**
 * Leave costs less for a holiday in it, and nobody gives days back to themself: with four eyes, holidays on days of one's own
 * leave are somebody else's to add and to take away ([decision 376](../../docs/decisions/0376-holidays-in-ones-own-leave.md)).
 * @throws Problem 403.
 */
async function refuseOwnHolidays(
  tx: Tx,
  { added = [], removed = [] }: { added?: readonly Day[]; removed?: readonly Day[] },
): Promise<void> {
  if (!tx.actor) return;
  const days = [
    ...added.map(({ date, location }) => ({ date, location, removed: false })),
    ...removed.map(({ date, location }) => ({ date, location, removed: true })),
  ];
  if (!(await tx.one(ownLeave, [tx.actor.id, JSON.stringify(days)]))) return;
  if (await isFourEyed(tx)) throw new Problem("leave.ownBalance");
}

/** Leave that lies on it is counted anew. @throws Problem 403 on a day of one's own leave, with four eyes; 422 for a day that is one already, or one too many. */
export async function createHoliday(tx: Tx, input: HolidayInput): Promise<HolidayEntity> {
  const row = holidayRow(input);
  const holiday = await unlessTaken(holidayKeys, () => tx.repo(HolidayEntity).insert(row));
  await requireRoom(tx, "date");
  await refuseOwnHolidays(tx, { added: [row] });
  await changed(tx, [row.date], holiday);
  return holiday;
}

/** @throws Problem 403 as when it is added, 404, 422. */
export async function updateHoliday(tx: Tx, id: number, input: HolidayInput): Promise<HolidayEntity> {
  const before = await tx.repo(HolidayEntity).findOne({ id });
  if (!before) throw new Problem("notFound");
  const row = holidayRow(input);
  await unlessTaken(holidayKeys, () => tx.repo(HolidayEntity).update({ id }, row));
  const holiday = { ...before, ...row };
  const same = before.date === row.date && before.half === row.half && before.location === row.location;
  if (!same) await refuseOwnHolidays(tx, { added: [row], removed: [before] });
  await changed(tx, [before.date, row.date], holiday);
  return holiday;
}

/** @throws Problem 403 on a day of one's own leave, with four eyes; 404. */
export async function deleteHoliday(tx: Tx, id: number): Promise<void> {
  const before = await tx.repo(HolidayEntity).findOne({ id });
  if (!before) throw new Problem("notFound");
  await tx.repo(HolidayEntity).delete({ id });
  await refuseOwnHolidays(tx, { removed: [before] });
  await changed(tx, [before.date], before);
}

const insert = sql(
  "leave.importHolidays",
  `INSERT INTO holiday (tenant_id, date, name, half, location)
   SELECT current_tenant(), (e->>'date')::date, e->>'name', e->>'half', e->>'location'
   FROM jsonb_array_elements($1::jsonb) AS e ON CONFLICT DO NOTHING RETURNING date::text AS date, location`,
);

/** Adds many at once; those that are there already stay as they are. @returns how many were added. @throws Problem 403 as of one; 422 for too many. */
export async function addHolidays(tx: Tx, holidays: readonly HolidayInput[]): Promise<number> {
  const added = await tx.rows<{ date: string; location: string | null }>(insert, [
    JSON.stringify(holidays.map(holidayRow)),
  ]);
  if (added.length > 0) await requireRoom(tx, "content");
  await refuseOwnHolidays(tx, { added });
  if (added.length > 0) await changed(tx, [...new Set(added.map(({ date }) => date))], null);
  return added.length;
}
