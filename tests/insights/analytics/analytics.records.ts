import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertAnalyticsReport = sql(
  "factory.analyticsReport",
  `INSERT INTO analytics_report (tenant_id, user_id, screen, subject_id, days, sent_for)
   VALUES (current_tenant(), $1, 'project', $2, 30, '2026-01-05')
   ON CONFLICT (tenant_id, user_id, screen, subject_id) DO UPDATE SET days = 30 RETURNING id`,
);

export const makeRecords: MakeRecords = (one, { admin, place }) =>
  awaitRecords({ analyticsReport: one(insertAnalyticsReport, [admin, place]) });
