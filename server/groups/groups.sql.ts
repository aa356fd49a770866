import { seesProject } from "../projects/projects-seen.policy";
import { sql } from "../platform/database/unit-of-work";

const columns = `
  g.id, g.title, g.version,
  COALESCE((SELECT json_agg(json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image)
              ORDER BY lower(u.fullname), u.id)
            FROM user_group_member m JOIN app_user u ON u.tenant_id = m.tenant_id AND u.id = m.user_id
            WHERE m.tenant_id = g.tenant_id AND m.group_id = g.id), '[]') AS users,
  (SELECT count(*)::int FROM project_group p WHERE p.tenant_id = g.tenant_id AND p.group_id = g.id) AS project_count`;

const orders = {
  title: "lower(title), id",
  "-title": "lower(title) DESC, id",
  employees: "json_array_length(users), lower(title), id",
  "-employees": "json_array_length(users) DESC, lower(title), id",
} as const;
export type GroupSort = keyof typeof orders;

/** $1 text to look for or null, $2 how many or null for all, $3 after how many. */
export const listGroups = (sort: GroupSort) =>
  sql(
    `groups.list.${sort}`,
    `SELECT *, count(*) OVER ()::int AS total FROM (
       SELECT ${columns} FROM user_group g WHERE g.tenant_id = current_tenant() AND ($1::text IS NULL OR lower(g.title) LIKE $1
         OR EXISTS (SELECT FROM user_group_member m JOIN app_user u ON u.tenant_id = m.tenant_id AND u.id = m.user_id
                    WHERE m.tenant_id = g.tenant_id AND m.group_id = g.id AND lower(u.fullname) LIKE $1))
     ) AS found ORDER BY ${orders[sort]} LIMIT $2 OFFSET $3`,
  );

export const groupById = sql(
  "groups.byId",
  `SELECT ${columns} FROM user_group g WHERE g.tenant_id = current_tenant() AND g.id = $1`,
);

export const selectGroups = sql(
  "groups.select",
  `SELECT id, title FROM user_group WHERE tenant_id = current_tenant() AND ($1::text IS NULL OR lower(title) LIKE $1)
   ORDER BY lower(title), id`,
);

/** Also against projects and tasks that take it in meanwhile: their keys point to it. */
export const lockGroup = sql(
  "groups.lock",
  "SELECT id FROM user_group WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE",
);

/** Whoever may be in a group: who is there already, and active people of the organisation. */
export const mayBeIn = sql(
  "groups.mayBeIn",
  `SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = ANY($2) AND (
     (u.active AND NOT u.external) OR EXISTS (
       SELECT FROM user_group_member m WHERE m.tenant_id = u.tenant_id AND m.group_id = $1 AND m.user_id = u.id))`,
);

export const dropMembers = sql(
  "groups.dropMembers",
  "DELETE FROM user_group_member WHERE tenant_id = current_tenant() AND group_id = $1 AND NOT user_id = ANY($2)",
);
export const addMembers = sql(
  "groups.addMembers",
  `INSERT INTO user_group_member (tenant_id, group_id, user_id)
   SELECT current_tenant(), $1, id FROM unnest($2::bigint[]) AS wanted (id)
   WHERE NOT EXISTS (SELECT FROM user_group_member m
     WHERE m.tenant_id = current_tenant() AND m.group_id = $1 AND m.user_id = wanted.id)
   RETURNING user_id`,
);

/** $2 who asks: projects and tasks are named to those who see them. */
export const groupUses = sql(
  "groups.uses",
  `SELECT 'projects' AS kind, count(*)::int AS count,
     (array_agg(p.title ORDER BY lower(p.title)) FILTER (WHERE ${seesProject("p.id", "$2")}))[1:3] AS names
     FROM project_group g JOIN project p ON p.tenant_id = g.tenant_id AND p.id = g.project_id
     WHERE g.tenant_id = current_tenant() AND g.group_id = $1
   UNION ALL SELECT 'tasks', count(*)::int, (array_agg(t.title ORDER BY t.id) FILTER (WHERE ${seesProject("t.project_id", "$2")}))[1:3]
     FROM task_group g JOIN task t ON t.tenant_id = g.tenant_id AND t.id = g.task_id
     WHERE g.tenant_id = current_tenant() AND g.group_id = $1
   UNION ALL SELECT 'rooms', count(*)::int, (array_agg(r.name ORDER BY lower(r.name)))[1:3]
     FROM room_group g JOIN room r ON r.tenant_id = g.tenant_id AND r.id = g.room_id
     WHERE g.tenant_id = current_tenant() AND g.group_id = $1
   UNION ALL SELECT 'onboarding', count(*)::int, (array_agg(DISTINCT o.title ORDER BY o.title))[1:3]
     FROM (SELECT title FROM onboarding_template WHERE tenant_id = current_tenant() AND group_id = $1
       UNION ALL SELECT title FROM onboarding_task WHERE tenant_id = current_tenant() AND group_id = $1 AND done_at IS NULL) o
   UNION ALL SELECT 'articles', count(*)::int, '{}'
     FROM news_audience WHERE tenant_id = current_tenant() AND group_id = $1`,
);

export const countMembers = sql(
  "groups.countMembers",
  "SELECT count(*)::int AS count FROM user_group_member WHERE tenant_id = current_tenant()",
);
