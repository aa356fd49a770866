import { sql } from "../../platform/database/unit-of-work";

export interface ScheduleRow {
  id: number;
  user_id: number;
  from: string;
  until: string | null;
  minutes: number[] | null;
  other: number[] | null;
  anchor: string;
  change_id: number | null;
}

const columns = `id, user_id, lower(during)::text AS "from", (upper(during) - 1)::text AS until, minutes,
  other_minutes AS other, anchor::text AS anchor, change_id`;

export const selectSchedulesOfUser = sql(
  "schedules.ofUser",
  `SELECT ${columns} FROM work_schedule WHERE tenant_id = current_tenant() AND user_id = $1 ORDER BY lower(during)`,
);

export const selectSchedulesOfUsers = sql(
  "schedules.ofUsers",
  `SELECT ${columns} FROM work_schedule WHERE tenant_id = current_tenant() AND user_id = ANY($1) ORDER BY lower(during)`,
);

export const selectSchedule = sql(
  "schedules.byId",
  `SELECT ${columns} FROM work_schedule WHERE tenant_id = current_tenant() AND id = $1`,
);

/** Schedules of the users $1 in effect today, or on their first day if that is later. */
export const selectCurrentSchedules = sql(
  "schedules.current",
  `SELECT ${columns} FROM work_schedule ws WHERE tenant_id = current_tenant() AND user_id = ANY($1)
     AND during @> GREATEST(tenant_today(), (SELECT joined_on FROM app_user u WHERE u.tenant_id = ws.tenant_id AND u.id = ws.user_id))`,
);

export const selectSchedulesOfChange = sql(
  "schedules.ofChange",
  `SELECT ${columns} FROM work_schedule WHERE tenant_id = current_tenant() AND change_id = $1`,
);

export const selectOrganizationWeek = sql(
  "schedules.week",
  `SELECT tenant_today()::text AS today, weekend, (workday_hours * 60)::int AS minutes_per_day FROM tenant
   WHERE id = current_tenant()`,
);

/** Serializes changes of users' schedules with each other and with new leave, which locks the same rows. */
export const lockUsers = sql(
  "schedules.lockUsers",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1) ORDER BY id FOR NO KEY UPDATE",
);

/** Ends the schedule that contains day $2 and begins before it. */
export const endScheduleBefore = sql(
  "schedules.endBefore",
  `UPDATE work_schedule SET during = daterange(lower(during), $2)
   WHERE tenant_id = current_tenant() AND user_id = $1 AND during @> $2::date AND lower(during) < $2`,
);

export const replaceSchedule = sql(
  "schedules.replace",
  `UPDATE work_schedule SET minutes = $3, other_minutes = $4, anchor = $5, set_by = $6, change_id = $7
   WHERE tenant_id = current_tenant() AND user_id = $1 AND lower(during) = $2::date RETURNING id`,
);

export const insertSchedule = sql(
  "schedules.insert",
  `INSERT INTO work_schedule (tenant_id, user_id, during, minutes, other_minutes, anchor, set_by, change_id)
   SELECT current_tenant(), $1, daterange($2, (SELECT min(lower(during)) FROM work_schedule
     WHERE tenant_id = current_tenant() AND user_id = $1 AND lower(during) > $2::date)), $3, $4, $5, $6, $7`,
);

export const deleteSchedule = sql(
  "schedules.delete",
  "DELETE FROM work_schedule WHERE tenant_id = current_tenant() AND id = $1",
);

/** Continues the schedule that ended on the day before $2 until $3, or without an end if $3 is null. */
export const continueSchedule = sql(
  "schedules.continue",
  `UPDATE work_schedule SET during = daterange(lower(during), $3::date + 1)
   WHERE tenant_id = current_tenant() AND user_id = $1 AND upper(during) = $2::date`,
);
