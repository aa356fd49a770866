import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertAttachment = sql(
  "factory.attachment",
  `INSERT INTO task_attachment (tenant_id, task_id, title, file_id, created_by)
   VALUES (current_tenant(), $1, $2, $3, $4) RETURNING id`,
);
const insertSubtask = sql(
  "factory.subtask",
  "INSERT INTO subtask (tenant_id, task_id, name) VALUES (current_tenant(), $1, $2) RETURNING id",
);
const insertStoppedTimer = sql(
  "factory.stoppedTimer",
  `INSERT INTO stopped_timer (tenant_id, user_id, task_id, started_at) VALUES (current_tenant(), $1, $2, now())
   RETURNING id`,
);

export const makeRecords: MakeRecords = async (one, { admin, task, mark, file }) => {
  const fileId = await file();
  const records = awaitRecords({
    attachment: one(insertAttachment, [task, `Attachment ${mark}`, fileId, admin]),
    subtask: one(insertSubtask, [task, `Subtask ${mark}`]),
    stoppedTimer: one(insertStoppedTimer, [admin, task]),
  });
  return { file: fileId, ...(await records) };
};
