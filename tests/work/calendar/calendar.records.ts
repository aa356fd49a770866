import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertTaskFeed = sql(
  "factory.taskFeed",
  `INSERT INTO task_feed (tenant_id, user_id, project_id, query, token_hash)
   SELECT current_tenant(), $1, project_id, 'q=' || $2, sha256($2::text::bytea)
   FROM task WHERE tenant_id = current_tenant() AND id = $3 RETURNING id`,
);

export const makeRecords: MakeRecords = (one, { admin, task, mark }) =>
  awaitRecords({ taskFeed: one(insertTaskFeed, [admin, mark, task]) });
