import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

/** A planned schedule of user $1, after any existing one. */
const insertWorkSchedule = sql(
  "factory.workSchedule",
  `INSERT INTO work_schedule (tenant_id, user_id, during, minutes, other_minutes, anchor)
   SELECT current_tenant(), $1, daterange(d.day, d.day + 30), '{0,480,480,480,480,480,0}', '{0,480,480,480,0,0,0}', d.day
   FROM (SELECT COALESCE(max(upper(during)), '2031-01-01') AS day FROM work_schedule
     WHERE tenant_id = current_tenant() AND user_id = $1) d RETURNING id`,
);

const insertScheduleTemplate = sql(
  "factory.scheduleTemplate",
  `INSERT INTO schedule_template (tenant_id, name, minutes) VALUES (current_tenant(), $1, '{0,600,600,0,0,0,0}') RETURNING id`,
);

export const makeRecords: MakeRecords = (one, { employee, mark }) =>
  awaitRecords({
    workSchedule: one(insertWorkSchedule, [employee]),
    scheduleTemplate: one(insertScheduleTemplate, [`Schedule template ${mark}`]),
  });
