import { sql, type Tx } from "../../platform/database/unit-of-work";
import { calendarOf, storeNextDate } from "./series.planning";
import { emitSeries, replanDate, seriesById } from "./series.service";
import { lockProject } from "./series.sql";

/** Also replaces the person in the values that new tasks copy. */
const updateOwner = sql(
  "taskSeries.updateOwner",
  `UPDATE task_series SET owner_id = $3, version = version + 1, template = jsonb_set(template, '{users}', COALESCE(
     (SELECT jsonb_agg(DISTINCT CASE WHEN u.id = to_jsonb($2::bigint) THEN to_jsonb($3::bigint) ELSE u.id END)
      FROM jsonb_array_elements(template->'users') AS u (id)), '[]'))
   WHERE tenant_id = current_tenant() AND project_id = $1 AND owner_id = $2 AND state <> 'ended' RETURNING id`,
);

/** Gives the series of a person in a project to another member, whose time zone and days off then count. */
export async function handOverSeries(tx: Tx, projectId: number, from: number, to: number): Promise<void> {
  await tx.one(lockProject, [projectId]);
  const moved = await tx.rows<{ id: number }>(updateOwner, [projectId, from, to]);
  for (const { id } of moved) {
    const series = await seriesById(tx, id);
    const { next_day: day, next_date: date } = series;
    if (day && date) await storeNextDate(tx, series, { day, date }); // at the hour of the new time zone
    await emitSeries(tx, id, "owner");
    await replanDate(tx, series, await calendarOf(tx, series), { isDue: false });
  }
}
