import type { InferType } from "yup";
import { daysToReturn } from "../../../../shared/requests/leave/calendar/days.rules";
import { tenantStream } from "../../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import { type NamedRecord, tidyNames } from "../../../../shared/kernel/translations";
import type { holidaySchema } from "../../../../shared/requests/leave/calendar/calendar.schema";
import { isFourEyesRequired } from "../../../approvals/approvals/four-eyes.policy";
import { logSecurity } from "../../../platform/security-log";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { HolidayEntity } from "../types/leave.entity";
import { calendarChanged } from "./calendar.slots";
import { presentHoliday } from "./holidays.present";
import { mapConstraintErrors } from "../../../platform/database/constraints";
import { maxLocations } from "../../../../shared/requests/leave/calendar/holidays.contract";

export type HolidayInput = InferType<typeof holidaySchema>;

export const holidayRow = ({ date, name, translations, half, location }: HolidayInput) => ({
  date: date as string,
  name,
  ...(translations && { translations: tidyNames(translations) }),
  half: half ?? null,
  location: location || null,
});
const holidayKeys = { holiday_tenant_id_date_half_location_key: "date" };

// Groups different spellings of a location under the most frequent one.
const selectLocations = sql(
  "leave.holidayLocations",
  `SELECT (mode() WITHIN GROUP (ORDER BY location)) AS name, count(*)::int AS people FROM app_user
   WHERE tenant_id = current_tenant() AND active AND NOT external AND location_key <> ''
   GROUP BY location_key ORDER BY min(location) COLLATE reader LIMIT ${maxLocations}`,
);
export const locationsOfPeople = (tx: Tx) => tx.rows<{ name: string; people: number }>(selectLocations);

/** Limit per tenant for holidays of all locations and years, because every leave calculation reads all of them. */
export const maxHolidays = 10_000;
const countHolidays = sql(
  "leave.countHolidays",
  "SELECT count(*)::int AS count FROM holiday WHERE tenant_id = current_tenant()",
);

async function enforceHolidayLimit(tx: Tx, field: string): Promise<void> {
  const holidays = await tx.one<{ count: number }>(countHolidays);
  if ((holidays?.count ?? 0) > maxHolidays) throw invalidFieldProblem(field, "field.tooMany");
}

async function changed(tx: Tx, dates: string[], holiday: NamedRecord | null): Promise<void> {
  tx.emit("leave.settings_changed", tenantStream(tx.tenantId), { what: "holidays" });
  logSecurity(tx, { kind: "leave_settings_changed", facts: { scope: "holidays", count: dates.length } });
  await calendarChanged.filling(tx, { dates, holiday });
}

interface Day {
  date: string;
  location: string | null;
}

// Finds the actor's own leave on added or removed holidays. Adding one changes only leave that hasn't ended, as in `recountLeave`; removing
// one is always checked, because it may have lowered the cost of the leave.
const ownLeave = sql(
  "leave.ownOnHolidays",
  `SELECT FROM leave_request l
   JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id
   JOIN app_user u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
   JOIN jsonb_to_recordset($2::jsonb) AS h (date date, location text, removed boolean)
     ON h.date BETWEEN l.start_date AND l.end_date + CASE WHEN t.counting = 'organization' THEN ${daysToReturn} ELSE 0 END
       AND (h.location IS NULL OR fold(h.location) = u.location_key)
       AND (h.removed OR l.end_date >= tenant_today())
   WHERE l.tenant_id = current_tenant() AND l.user_id = $1 AND l.live AND t.counting <> 'calendar' AND t.can_update_balance
   LIMIT 1`,
);

/**
 * Prevents users from adding or removing holidays within their own leave under separation of duties, because such a holiday returns a day.
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
  if (await isFourEyesRequired(tx)) throw new Problem("leave.ownBalance");
}

/**
 * Creates a holiday and recalculates affected leave.
 * @throws Problem 403 within the actor's own leave under separation of duties; 422 for a duplicate, and when the limit is reached.
 */
export async function createHoliday(tx: Tx, input: HolidayInput): Promise<HolidayEntity> {
  const row = holidayRow(input);
  const holiday = await mapConstraintErrors(holidayKeys, () => tx.repo(HolidayEntity).insert(row));
  await enforceHolidayLimit(tx, "date");
  await refuseOwnHolidays(tx, { added: [row] });
  await changed(tx, [row.date], holiday);
  return holiday;
}

const staleProblem = (current: HolidayEntity | null): Problem =>
  current ? new Problem("leave.holidayStale", { record: presentHoliday(current) }) : new Problem("notFound");

/** @throws Problem 404; 409 with the current holiday when the version is stale; 403 and 422 as in `createHoliday`. */
export async function updateHoliday(tx: Tx, id: number, input: HolidayInput): Promise<HolidayEntity> {
  const before = await tx.repo(HolidayEntity).findOne({ id });
  if (!before) throw new Problem("notFound");
  const { version } = before;
  if (input.version !== undefined && input.version !== version) throw staleProblem(before);
  const row = holidayRow(input);
  const updatedRows = await mapConstraintErrors(holidayKeys, () =>
    tx.repo(HolidayEntity).update({ id, version }, { ...row, version: () => "version + 1" }),
  );
  if (updatedRows === 0) throw staleProblem(await tx.repo(HolidayEntity).findOne({ id }));
  const holiday = { ...before, ...row, version: version + 1 };
  const same = before.date === row.date && before.half === row.half && before.location === row.location;
  if (!same) await refuseOwnHolidays(tx, { added: [row], removed: [before] });
  await changed(tx, [before.date, row.date], holiday);
  return holiday;
}

/** @throws Problem 403 within the actor's own leave under separation of duties; 404. */
export async function deleteHoliday(tx: Tx, id: number): Promise<void> {
  const before = await tx.repo(HolidayEntity).findOne({ id });
  if (!before) throw new Problem("notFound");
  await tx.repo(HolidayEntity).delete({ id });
  await refuseOwnHolidays(tx, { removed: [before] });
  await changed(tx, [before.date], before);
}

const insertHolidays = sql(
  "leave.importHolidays",
  `INSERT INTO holiday (tenant_id, date, name, half, location, translations)
   SELECT current_tenant(), (e->>'date')::date, e->>'name', e->>'half', e->>'location', COALESCE(e->'translations', '{}')
   FROM jsonb_array_elements($1::jsonb) AS e ON CONFLICT DO NOTHING RETURNING date::text AS date, location`,
);

/**
 * Adds several holidays; existing ones stay unchanged.
 * @returns the number of added holidays.
 * @throws Problem 403 as in `createHoliday`; 422 when the limit is exceeded.
 */
export async function addHolidays(tx: Tx, holidays: readonly HolidayInput[]): Promise<number> {
  const added = await tx.rows<{ date: string; location: string | null }>(insertHolidays, [
    JSON.stringify(holidays.map(holidayRow)),
  ]);
  if (added.length > 0) await enforceHolidayLimit(tx, "content");
  await refuseOwnHolidays(tx, { added });
  if (added.length > 0) await changed(tx, [...new Set(added.map(({ date }) => date))], null);
  return added.length;
}
