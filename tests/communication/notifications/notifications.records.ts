import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertNotification = sql(
  "factory.notification",
  `INSERT INTO notification (tenant_id, user_id, event_id, kind, "values", path, subject)
   VALUES (current_tenant(), $1, 1, 'project.added', $2, '/projects', $3) RETURNING id`,
);

export const makeRecords: MakeRecords = (one, { admin, mark }) =>
  awaitRecords({
    notification: one(insertNotification, [admin, { sender: mark, title: mark }, mark]),
  });
