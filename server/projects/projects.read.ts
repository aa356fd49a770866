import type { InferType } from "yup";
import { type PageMeta, pageMetaOf, pageOf } from "../../shared/kernel/paging";
import type { Permission, ProjectRole } from "../../shared/kernel/permissions";
import { Problem } from "../../shared/kernel/problems";
import type { projectDetailReply, projectReply } from "../../shared/projects/projects.contract";
import type { projectListQuery } from "../../shared/projects/projects.schema";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { firstPeopleOf, groupsOf, membersByName, peopleOf } from "./projects.people";
import { effectiveRole, seesAllProjects, type Viewer } from "./projects.policy";
import {
  type ProjectDetailRow,
  type ProjectRow,
  type ProjectStats,
  presentProject,
  presentProjectDetail,
} from "./projects.present";

const facts = `
  p.id, p.title, p.code, p.color, p.status, p.start_date, p.end_date, p.archived_at IS NOT NULL AS archived,
  p.version, p.updated_at,
  COALESCE((SELECT s.revision FROM event_stream s
            WHERE s.tenant_id = current_tenant() AND s.name = 'project:' || p.id), 0) AS revision,
  CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.fullname) END AS client`;

const visible = `
  FROM project p
  LEFT JOIN client c ON c.tenant_id = p.tenant_id AND c.id = p.client_id
  LEFT JOIN project_access a ON a.tenant_id = current_tenant() AND a.project_id = p.id AND a.user_id = $1
  WHERE p.tenant_id = current_tenant() AND ($2 OR a.role IS NOT NULL)
    AND (p.archived_at IS NOT NULL) = $3 AND ($4::text IS NULL OR p.status = $4)
    AND ($5::text IS NULL OR p.title ILIKE $5 OR p.code ILIKE $5 OR c.fullname ILIKE $5)
    AND ($6::bigint IS NULL OR EXISTS (
      SELECT FROM project_access m JOIN app_user u ON u.tenant_id = m.tenant_id AND u.id = m.user_id AND u.active
      WHERE m.tenant_id = current_tenant() AND m.project_id = p.id AND m.user_id = $6))`;

const list = sql(
  "projects.list",
  `SELECT ${facts}, a.role ${visible} ORDER BY lower(p.title), p.id LIMIT $7 OFFSET $8`,
);
const count = sql("projects.count", `SELECT count(*)::int AS total ${visible}`);

/** "Overdue" is a matter of the tenant's day. A mean of 99.6 is not yet done. */
const stats = sql(
  "projects.stats",
  `SELECT task.project_id, count(*)::int AS task_count, floor(avg(progress))::int AS progress,
          count(*) FILTER (WHERE progress = 100)::int AS done_count,
          count(*) FILTER (WHERE progress < 100 AND (progress > 0 OR s.kind = 'doing'))::int AS doing_count,
          count(*) FILTER (WHERE progress < 100 AND due_date <
            (SELECT (now() AT TIME ZONE t.time_zone)::date FROM tenant t WHERE t.id = current_tenant()))::int AS overdue_count
   FROM task JOIN task_status s ON s.tenant_id = task.tenant_id AND s.id = task.task_status_id
   WHERE task.tenant_id = current_tenant() AND task.project_id = ANY($1) AND archived_at IS NULL
   GROUP BY task.project_id`,
);

const single = sql(
  "projects.single",
  `SELECT ${facts}, p.description, p.budget, p.created_at,
          CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'name', d.name) END AS department,
          (SELECT a.role FROM project_access a
           WHERE a.tenant_id = current_tenant() AND a.project_id = $1 AND a.user_id = $2) AS role
   FROM project p
   LEFT JOIN client c ON c.tenant_id = p.tenant_id AND c.id = p.client_id
   LEFT JOIN department d ON d.tenant_id = p.tenant_id AND d.id = p.department_id
   WHERE p.tenant_id = current_tenant() AND p.id = $1`,
);

const nobody = { members: [], count: 0 };

interface ProjectList {
  data: InferType<typeof projectReply>[];
  meta: PageMeta | undefined;
}

/**
 * The projects the viewer sees, by title; archived ones only when asked for. The same few statements whatever the
 * number of projects. Of those who have access each names the first few, or thousands of people would be answered with each
 * of thousands of projects. `meta` comes with paging only.
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
    seesAllProjects(viewer),
    query.archived === 1,
    query.status || null,
    query.q ? `%${escapeLike(query.q)}%` : null,
    query.member ?? null,
  ];
  const [rows, counted] = await Promise.all([
    tx.rows<ProjectRow>(list, [...filter, paged ? page.perPage : null, paged ? page.offset : 0]),
    paged ? tx.one<{ total: number }>(count, filter) : undefined,
  ]);
  const ids = rows.map((row) => row.id);
  const [figures, people] = await Promise.all([statsOf(tx, ids), firstPeopleOf(tx, ids, query.member ?? null)]);
  return {
    data: rows.map((row) => presentProject(row, figures.get(row.id), people.get(row.id) ?? nobody, viewer)),
    meta: counted && pageMetaOf(page, counted.total),
  };
}

type ProjectDetail = InferType<typeof projectDetailReply>;

/** @throws Problem 404 when the project doesn't exist or isn't the viewer's to see. */
export function projectDetail(tx: Tx, viewer: Viewer, projectId: number): Promise<ProjectDetail> {
  return readDetail(tx, viewer, projectId, (role) => role !== null);
}

/** What a change made of a project, for whoever made it: also for those who have just taken themselves off. */
export function changedProject(tx: Tx, viewer: Viewer, projectId: number): Promise<ProjectDetail> {
  return readDetail(tx, viewer, projectId, () => true);
}

async function readDetail(
  tx: Tx,
  viewer: Viewer,
  projectId: number,
  visibleTo: (role: ProjectRole | null) => boolean,
): Promise<ProjectDetail> {
  const row = await tx.one<ProjectDetailRow>(single, [projectId, viewer.id]);
  if (!row || !visibleTo(effectiveRole(viewer, row.role))) throw new Problem("notFound");
  const [figures, people, members, groups] = await Promise.all([
    statsOf(tx, [projectId]),
    peopleOf(tx, projectId),
    membersByName(tx, projectId),
    groupsOf(tx, projectId),
  ]);
  const around = { stats: figures.get(projectId), people, members, groups };
  return presentProjectDetail(row, around, viewer);
}

async function statsOf(tx: Tx, projectIds: readonly number[]): Promise<Map<number, ProjectStats>> {
  const rows = await tx.rows<ProjectStats>(stats, [projectIds]);
  return new Map(rows.map((row) => [row.project_id, row]));
}

/** The text as itself inside of LIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}

const choices = sql(
  "projects.choices",
  `SELECT
     COALESCE((SELECT json_agg(json_build_object('id', id, 'name', fullname) ORDER BY lower(fullname), id)
               FROM client WHERE tenant_id = current_tenant() AND ($2 OR EXISTS (SELECT FROM project_access a
                 WHERE a.tenant_id = current_tenant() AND a.user_id = $1 AND a.role = 'owner'))), '[]') AS clients,
     COALESCE((SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY lower(name), id)
               FROM department WHERE tenant_id = current_tenant()), '[]') AS departments`,
);

interface Named {
  id: number;
  name: string;
}

/** Who sees all clients, or chooses one for a project of any kind. */
const seeClients: readonly Permission[] = ["client-list", "project-create", "project-edit", "project-all"];

/**
 * Clients and departments to choose from. Whoever changes no project chooses no client: for whom the organisation works isn't
 * everybody's to read. People from outside have no directory.
 */
export async function projectChoices(tx: Tx, viewer: Viewer): Promise<{ clients: Named[]; departments: Named[] }> {
  if (viewer.external) return { clients: [], departments: [] };
  const all = seeClients.some((permission) => viewer.permissions.has(permission));
  const found = await tx.one<{ clients: Named[]; departments: Named[] }>(choices, [viewer.id, all]);
  return found ?? { clients: [], departments: [] };
}
