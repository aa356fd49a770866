import { groupSorts } from "../../../shared/people/groups/groups.schema";
import { canSeeProject } from "../../work/access/projects.policy";
import { personJson } from "../../platform/database/person-json";
import { matchesAllPatterns, matchesSearch } from "../../platform/database/search";
import { sql } from "../../platform/database/unit-of-work";
import { recordStatements } from "../../platform/records/record-statements";

export const groupStatements = recordStatements("groups", {
  table: "user_group",
  as: "g",
  columns: `g.id, g.version, g.title,
    COALESCE((SELECT json_agg(${personJson("u")}
                ORDER BY u.fullname COLLATE reader, u.id)
              FROM user_group_member m JOIN app_user u ON u.tenant_id = m.tenant_id AND u.id = m.user_id
              WHERE m.tenant_id = g.tenant_id AND m.group_id = g.id), '[]') AS users,
    (SELECT count(*)::int FROM project_group p WHERE p.tenant_id = g.tenant_id AND p.group_id = g.id) AS project_count`,
  matches: `($1::text[] IS NULL OR ${matchesAllPatterns("$1", [], ["g.title"])}
    OR EXISTS (SELECT FROM user_group_member m JOIN app_user u ON u.tenant_id = m.tenant_id AND u.id = m.user_id
               WHERE m.tenant_id = g.tenant_id AND m.group_id = g.id AND ${matchesAllPatterns("$1", ["u.folded"])}))`,
  sorts: groupSorts,
  order: { title: "title COLLATE reader", employees: "json_array_length(users)" },
  blocksReferences: true, // projects and tasks that add the group concurrently
});

export const selectGroups = sql(
  "groups.select",
  `SELECT id, title FROM user_group WHERE tenant_id = current_tenant() AND ${matchesSearch("$1", [], ["title"])}
   ORDER BY title COLLATE reader, id`,
);

/** Users among $2 who may be members of group $1: current members, and active users who aren't external. */
export const selectEligibleMembers = sql(
  "groups.mayBeIn",
  `SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = ANY($2) AND (
     (u.active AND NOT u.external) OR EXISTS (
       SELECT FROM user_group_member m WHERE m.tenant_id = u.tenant_id AND m.group_id = $1 AND m.user_id = u.id))`,
);

export const deleteOtherMembers = sql(
  "groups.dropMembers",
  "DELETE FROM user_group_member WHERE tenant_id = current_tenant() AND group_id = $1 AND NOT user_id = ANY($2)",
);
export const insertMembers = sql(
  "groups.addMembers",
  `INSERT INTO user_group_member (tenant_id, group_id, user_id)
   SELECT current_tenant(), $1, id FROM unnest($2::bigint[]) AS members (id)
   WHERE NOT EXISTS (SELECT FROM user_group_member m
     WHERE m.tenant_id = current_tenant() AND m.group_id = $1 AND m.user_id = members.id)
   RETURNING user_id`,
);

/** $1 group, $2 reader: projects and tasks are named only if the reader sees them. */
export const selectGroupUses = sql(
  "groups.uses",
  `SELECT 'projects' AS kind, count(*)::int AS count,
     (array_agg(p.title ORDER BY p.title COLLATE reader) FILTER (WHERE ${canSeeProject("p.id", "$2")}))[1:3] AS names
     FROM project_group g JOIN project p ON p.tenant_id = g.tenant_id AND p.id = g.project_id
     WHERE g.tenant_id = current_tenant() AND g.group_id = $1
   UNION ALL SELECT 'tasks', count(*)::int, (array_agg(t.title ORDER BY t.id) FILTER (WHERE ${canSeeProject("t.project_id", "$2")}))[1:3]
     FROM task_group g JOIN task t ON t.tenant_id = g.tenant_id AND t.id = g.task_id
     WHERE g.tenant_id = current_tenant() AND g.group_id = $1
   UNION ALL SELECT 'allowances', count(*)::int, (array_agg(name ORDER BY leave_type_id, position))[1:3]
     FROM leave_allowance_rule WHERE tenant_id = current_tenant() AND group_id = $1
   UNION ALL SELECT 'rooms', count(*)::int, (array_agg(r.name ORDER BY r.name COLLATE reader))[1:3]
     FROM room_group g JOIN room r ON r.tenant_id = g.tenant_id AND r.id = g.room_id
     WHERE g.tenant_id = current_tenant() AND g.group_id = $1
   UNION ALL SELECT 'onboarding', count(*)::int, (array_agg(DISTINCT o.title COLLATE reader ORDER BY o.title COLLATE reader))[1:3]
     FROM (SELECT title FROM onboarding_template WHERE tenant_id = current_tenant() AND group_id = $1
       UNION ALL SELECT title FROM onboarding_task WHERE tenant_id = current_tenant() AND group_id = $1 AND done_at IS NULL) o
   UNION ALL SELECT 'articles', count(*)::int, '{}'
     FROM news_audience WHERE tenant_id = current_tenant() AND group_id = $1`,
);

export const countMembers = sql(
  "groups.countMembers",
  "SELECT count(*)::int AS count FROM user_group_member WHERE tenant_id = current_tenant()",
);
