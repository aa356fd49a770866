/**
 * SQL expression for the schedules of a user as a JSON array (`WorkSchedule`), in the order of their periods.
 * @param tenant and `user`: SQL expressions for the ids.
 */
export const schedulesJson = (user: string, tenant = "current_tenant()") =>
  `COALESCE((SELECT json_agg(json_build_object(${scheduleFields("ws")}) ORDER BY lower(ws.during))
     FROM work_schedule ws WHERE ws.tenant_id = ${tenant} AND ws.user_id = ${user}), '[]')`;

/** SQL arguments for `json_build_object` with the names and values of a schedule. */
export const scheduleFields = (as: string) =>
  `'from', lower(${as}.during), 'until', upper(${as}.during) - 1, 'minutes', ${as}.minutes, 'other', ${as}.other_minutes, 'anchor', ${as}.anchor`;

/** SQL expression for the weeks of a schedule as text, like `weeksText`. Empty for the organization's week and without a schedule. */
export const scheduleText = (as: string) =>
  `concat_ws(';', array_to_string(${as}.minutes, ','), array_to_string(${as}.other_minutes, ','))`;

/** SQL expression for the minutes of a schedule on a day of its period, like `ownMinutesOn`. Null if the organization's week applies. */
export const minutesOnDay = (as: string, day: string) =>
  `(CASE WHEN ${as}.other_minutes IS NOT NULL AND (${day} - ${as}.anchor) / 7 % 2 = 1 THEN ${as}.other_minutes ELSE ${as}.minutes END)
     [extract(dow FROM ${day})::int + 1]`;
