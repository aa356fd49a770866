import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertView = sql(
  "factory.view",
  `WITH made AS (
     INSERT INTO saved_view (tenant_id, owner_id, project_id, scope, name, layout, query, rank)
     SELECT tenant_id, $1, project_id, 'project', $3, 'board', 'tag_id=999999999', 'a0'
     FROM task WHERE tenant_id = current_tenant() AND id = $2 RETURNING tenant_id, id
   ), favorite AS (
     INSERT INTO favorite_view (tenant_id, user_id, view_id, rank) SELECT tenant_id, $1, id, 'a0' FROM made
   )
   SELECT id FROM made`,
);
const insertDeletedView = sql(
  "factory.deletedView",
  `WITH made AS (
     INSERT INTO saved_view (tenant_id, owner_id, project_id, scope, name, layout, query, rank, deleted_at)
     SELECT tenant_id, $1, project_id, 'project', $3, 'list', '', 'a1', now()
     FROM task WHERE tenant_id = current_tenant() AND id = $2 RETURNING tenant_id, project_id, id, name
   ), entry AS (
     INSERT INTO bin_entry (tenant_id, project_id, kind, record_id, view_id, title, deleted_by, purge_at)
     SELECT tenant_id, project_id, 'view', id, id, name, $1, now() + interval '30 days' FROM made
   )
   SELECT id FROM made`,
);

export const makeRecords: MakeRecords = (one, { admin, task, mark }) =>
  awaitRecords({
    view: one(insertView, [admin, task, `View ${mark}`]),
    deletedView: one(insertDeletedView, [admin, task, `Deleted view ${mark}`]),
  });
