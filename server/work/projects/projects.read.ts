import type { Permission } from "../../../shared/kernel/access";
import type { InferType } from "yup";
import { type PageMeta, pageMetaOf, pageOf } from "../../../shared/kernel/paging";
import type { ProjectRole } from "../../../shared/kernel/permissions";
import { Problem } from "../../../shared/kernel/problems";
import type { projectDetailReply, projectReply } from "../../../shared/work/projects/projects.contract";
import type { projectListQuery } from "../../../shared/work/projects/projects.schema";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { firstUsersWithAccess, projectGroupsOf, membersByName, usersWithAccess } from "./projects.people";
import { effectiveRole, canSeeAllProjects, type Viewer } from "../access/projects.policy";
import {
  type ProjectDetailRow,
  type ProjectRow,
  type ProjectStats,
  presentProject,
  presentProjectDetail,
} from "./projects.present";
import { matchesSearch, likePatternsOf } from "../../platform/database/search";
import { tenantEpochSql } from "../../platform/database/epoch";

const facts = `
  p.id, p.title, p.code, p.color, p.status, p.start_date, p.end_date, p.archived_at IS NOT NULL AS archived,
  p.version, p.updated_at,
  COALESCE((SELECT s.revision FROM event_stream s
            WHERE s.tenant_id = current_tenant() AND s.name = 'project:' || p.id), 0) AS revision, ${tenantEpochSql} AS epoch,
  CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.fullname) END AS client`;

const visible = `
  FROM project p
  LEFT JOIN client c ON c.tenant_id = p.tenant_id AND c.id = p.client_id
  LEFT JOIN project_access a ON a.tenant_id = current_tenant() AND a.project_id = p.id AND a.user_id = $1
  WHERE p.tenant_id = current_tenant() AND ($2 OR a.role IS NOT NULL)
    AND (p.archived_at IS NOT NULL) = $3 AND ($4::text IS NULL OR p.status = $4)
    AND ${matchesSearch("$5", ["p.folded"], ["c.fullname"])}
    AND ($6::bigint IS NULL OR EXISTS (
      SELECT FROM project_access m JOIN app_user u ON u.tenant_id = m.tenant_id AND u.id = m.user_id AND u.active
      WHERE m.tenant_id = current_tenant() AND m.project_id = p.id AND m.user_id = $6))`;

const selectProjects = sql(
  "projects.list",
  `SELECT ${facts}, a.role ${visible} ORDER BY p.title COLLATE reader, p.id LIMIT $7 OFFSET $8`,
);
const countProjects = sql("projects.count", `SELECT count(*)::int AS total ${visible}`);

/**
 * Tasks are overdue based on the current day in the tenant's time zone. The mean progress is rounded down, so that 99.6 isn't shown as
 * done.
 */
const selectProjectStats = sql(
  "projects.stats",
  `SELECT task.project_id, count(*)::int AS task_count, floor(avg(progress))::int AS progress,
          count(*) FILTER (WHERE progress = 100)::int AS done_count,
          count(*) FILTER (WHERE progress < 100 AND (progress > 0 OR s.kind = 'doing'))::int AS doing_count,
          count(*) FILTER (WHERE progress < 100 AND due_date <
            (SELECT (now() AT TIME ZONE t.time_zone)::date FROM tenant t WHERE t.id = current_tenant()))::int AS overdue_count,
          COALESCE(sum(estimate_minutes), 0)::int AS estimate_minutes,
          COALESCE(sum(spent_minutes) FILTER (WHERE estimate_minutes IS NOT NULL), 0)::int AS spent_on_estimated_minutes
   FROM task JOIN task_status s ON s.tenant_id = task.tenant_id AND s.id = task.task_status_id
   WHERE task.tenant_id = current_tenant() AND task.project_id = ANY($1) AND archived_at IS NULL
   GROUP BY task.project_id`,
);

const selectProject = sql(
  "projects.single",
  `SELECT ${facts}, p.description, p.budget, p.created_at,
          COALESCE((SELECT currency FROM finance_settings WHERE tenant_id = current_tenant()), 'USD') AS budget_currency,
          CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'name', d.name) END AS department,
          (SELECT a.role FROM project_access a
           WHERE a.tenant_id = current_tenant() AND a.project_id = $1 AND a.user_id = $2) AS role
   FROM project p
   LEFT JOIN client c ON c.tenant_id = p.tenant_id AND c.id = p.client_id
   LEFT JOIN department d ON d.tenant_id = p.tenant_id AND d.id = p.department_id
   WHERE p.tenant_id = current_tenant() AND p.id = $1`,
);

const noMembers = { members: [], count: 0 };

interface ProjectList {
  data: InferType<typeof projectReply>[];
  meta: PageMeta | undefined;
}

/**
 * The projects visible to the viewer, by title; archived projects only on request. Runs a fixed number of statements. Each project includes
 * only its first users, since thousands of projects may have thousands of users each. `meta` is present only with paging.
 */
export async function listProjects(
  tx: Tx,
  viewer: Viewer,
  query: InferType<typeof projectListQuery>,
): Promise<ProjectList> {
  const paged = (query.page ?? query.per_page ?? query.perPage) !== undefined;
  const page = pageOf(query);
  const filter = [
    viewer.id,
    canSeeAllProjects(viewer),
    query.archived === 1,
    query.status || null,
    likePatternsOf(query.q),
    query.member ?? null,
  ];
  const [rows, counted] = await Promise.all([
    tx.rows<ProjectRow>(selectProjects, [...filter, paged ? page.perPage : null, paged ? page.offset : 0]),
    paged ? tx.one<{ total: number }>(countProjects, filter) : undefined,
  ]);
  const ids = rows.map((row) => row.id);
  const [figures, people] = await Promise.all([statsOf(tx, ids), firstUsersWithAccess(tx, ids, query.member ?? null)]);
  return {
    data: rows.map((row) => presentProject(row, figures.get(row.id), people.get(row.id) ?? noMembers, viewer)),
    meta: counted && pageMetaOf(page, counted.total),
  };
}

type ProjectDetail = InferType<typeof projectDetailReply>;

export function readProjectDetail(tx: Tx, viewer: Viewer, projectId: number): Promise<ProjectDetail> {
  return readDetail(tx, viewer, projectId, (role) => role !== null);
}

/** Returns the project for the user who changed it, even if they just removed themselves. */
export function readChangedProject(tx: Tx, viewer: Viewer, projectId: number): Promise<ProjectDetail> {
  return readDetail(tx, viewer, projectId, () => true);
}

async function readDetail(
  tx: Tx,
  viewer: Viewer,
  projectId: number,
  visibleTo: (role: ProjectRole | null) => boolean,
): Promise<ProjectDetail> {
  const row = await tx.one<ProjectDetailRow>(selectProject, [projectId, viewer.id]);
  if (!row || !visibleTo(effectiveRole(viewer, row.role))) throw new Problem("notFound");
  const [figures, people, members, groups] = await Promise.all([
    statsOf(tx, [projectId]),
    usersWithAccess(tx, projectId),
    membersByName(tx, projectId),
    projectGroupsOf(tx, projectId),
  ]);
  const related = { stats: figures.get(projectId), people, members, groups };
  return presentProjectDetail(row, related, viewer);
}

async function statsOf(tx: Tx, projectIds: readonly number[]): Promise<Map<number, ProjectStats>> {
  const rows = await tx.rows<ProjectStats>(selectProjectStats, [projectIds]);
  return new Map(rows.map((row) => [row.project_id, row]));
}

const selectProjectChoices = sql(
  "projects.choices",
  `SELECT
     COALESCE((SELECT json_agg(json_build_object('id', id, 'name', fullname) ORDER BY fullname COLLATE reader, id)
               FROM client WHERE tenant_id = current_tenant() AND ($2 OR EXISTS (SELECT FROM project_access a
                 WHERE a.tenant_id = current_tenant() AND a.user_id = $1 AND a.role = 'owner'))), '[]') AS clients,
     COALESCE((SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY name COLLATE reader, id)
               FROM department WHERE tenant_id = current_tenant()), '[]') AS departments`,
);

interface Named {
  id: number;
  name: string;
}

const seeClients: readonly Permission[] = ["client-list", "project-create", "project-edit", "project-all"];

/**
 * Clients and departments for selection. Clients are confidential, so users who can't edit projects get no clients. External users get
 * neither clients nor departments.
 */
export async function projectChoices(tx: Tx, viewer: Viewer): Promise<{ clients: Named[]; departments: Named[] }> {
  if (viewer.external) return { clients: [], departments: [] };
  const all = seeClients.some((permission) => viewer.permissions.has(permission));
  const found = await tx.one<{ clients: Named[]; departments: Named[] }>(selectProjectChoices, [viewer.id, all]);
  return found ?? { clients: [], departments: [] };
}
