import { type Actor as Person, parseStream, type StreamName } from "../../shared/kernel/events";
import {
  assignedPermissions,
  type ProjectPermission,
  type ProjectRole,
  projectPermissions,
  projectRolePermissions,
} from "../../shared/kernel/permissions";
import { Problem } from "../../shared/kernel/problems";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";

/** What decides about access: a person with their role's permissions, signed in or not, or a program with a token of theirs. */
export type Viewer = Pick<Actor, "id" | "permissions" | "external"> & Partial<Pick<Actor, "apiToken">>;
type Rights = Pick<Viewer, "permissions" | "apiToken">;

/** A project as policies see it. `role` is already the effective one: null never gets out of `projectAccess`. */
export interface ProjectAccess {
  id: number;
  title: string;
  code: string;
  color: string;
  startDate: string | null;
  endDate: string | null;
  archived: boolean;
  role: ProjectRole;
}

/** `assigned`: asked about a task that the person is assigned to. */
type Standing = Pick<ProjectAccess, "role" | "archived"> & { assigned?: boolean };

/** Administrators own every project; people from outside are never more than what they were made in the project. */
export function effectiveRole(
  viewer: Pick<Viewer, "permissions" | "external">,
  role: ProjectRole | null,
): ProjectRole | null {
  return seesAllProjects(viewer) ? "owner" : role;
}

export function seesAllProjects(viewer: Pick<Viewer, "permissions" | "external">): boolean {
  return !viewer.external && viewer.permissions.has("project-all");
}

/**
 * What a person may do in a project: what their role in it allows, and what their role in the organisation allows in
 * all projects they see; `assigned`, in tasks that they are assigned to. Null is "not in it": nothing.
 */
export function permissionsIn(
  viewer: Pick<Viewer, "permissions" | "external" | "apiToken">,
  memberRole: ProjectRole | null,
  assigned: boolean = false,
): readonly ProjectPermission[] {
  const role = effectiveRole(viewer, memberRole);
  if (role === null) return [];
  return projectPermissions.filter((permission) => holds(viewer, permission, { role, archived: false, assigned }));
}

function mayInRole(viewer: Pick<Viewer, "permissions">, permission: ProjectPermission, role: ProjectRole): boolean {
  if (projectRolePermissions[role].includes(permission)) return true;
  if (permission === "project-delete") return viewer.permissions.has("project-delete");
  // Whoever edits projects by profession decides who works on them and how their board is laid out as well.
  const byProfession = permission === "project-edit" || permission === "member-edit" || permission === "status-edit";
  return byProfession && role === "member" && viewer.permissions.has("project-edit");
}

/** A call that one scope opens may do what wants another: there, too, a token does no more than it was made for. */
const isInScope = ({ apiToken }: Rights, permission: ProjectPermission): boolean =>
  !apiToken || apiToken.scopes.has(permission);

/** Whether `permission` is held, archived or not: for what an archived project still allows. */
export function holds(viewer: Rights, permission: ProjectPermission, access: Standing): boolean {
  if (!isInScope(viewer, permission)) return false;
  if (mayInRole(viewer, permission, access.role)) return true;
  return access.assigned === true && assignedPermissions[access.role].includes(permission);
}

/** Whether the person may do it now: an archived project is read only. */
export function may(viewer: Rights, permission: ProjectPermission, access: Standing): boolean {
  return !access.archived && holds(viewer, permission, access);
}

/** @throws Problem 403 without the permission, 409 `project.archived` when the project is put away. */
export function authorize(viewer: Rights, permission: ProjectPermission, access: Standing): void {
  authorizeEvenArchived(viewer, permission, access);
  requireOpen(access);
}

/** For deleting and bringing back. @throws Problem 403 without the permission, or with a token that wasn't made for it. */
export function authorizeEvenArchived(viewer: Rights, permission: ProjectPermission, access: Standing): void {
  if (!isInScope(viewer, permission)) throw new Problem("apiToken.scopeMissing");
  if (!holds(viewer, permission, access)) throw new Problem("permission.denied");
}

/** @throws Problem 409: an archived project is read only. */
export function requireOpen(access: Pick<ProjectAccess, "archived">): void {
  if (access.archived) throw new Problem("project.archived");
}

const accessById = sql(
  "projects.access",
  `SELECT p.id, p.title, p.code, p.color, p.start_date AS "startDate", p.end_date AS "endDate",
          p.archived_at IS NOT NULL AS archived,
          (SELECT a.role FROM project_access a
           WHERE a.tenant_id = current_tenant() AND a.project_id = $1 AND a.user_id = $2) AS role
   FROM project p WHERE p.tenant_id = current_tenant() AND p.id = $1`,
);

/**
 * The project as this person may see it, with the role they have in it.
 * @throws Problem 404 when it doesn't exist or isn't theirs to see; nobody learns which.
 */
export async function projectAccess(tx: Tx, viewer: Viewer, projectId: number): Promise<ProjectAccess> {
  const row = await tx.one<Omit<ProjectAccess, "role"> & { role: ProjectRole | null }>(accessById, [
    projectId,
    viewer.id,
  ]);
  const role = row ? effectiveRole(viewer, row.role) : null;
  if (!row || role === null) throw new Problem("notFound");
  return { ...row, role };
}

/** Whether someone may follow a project's stream: exactly those who see the project. */
export async function mayFollowProject(tx: Tx, viewer: Viewer, stream: StreamName): Promise<boolean> {
  const parsed = parseStream(stream);
  if (parsed?.kind !== "project") return false;
  return (await mayFollowProjects(tx, [{ viewer, projectId: parsed.id }]))[0] === true;
}

const rolesOfPairs = sql(
  "projects.rolesOfPairs",
  `SELECT p.id AS project, pair.user_id AS person,
          (SELECT a.role FROM project_access a
           WHERE a.tenant_id = current_tenant() AND a.project_id = p.id AND a.user_id = pair.user_id) AS role
   FROM unnest($1::bigint[], $2::bigint[]) AS pair (project_id, user_id)
   JOIN project p ON p.tenant_id = current_tenant() AND p.id = pair.project_id`,
);

/** The same of many, with one statement: each with their own rights, in the order in which they were asked about. */
export async function mayFollowProjects(
  tx: Tx,
  asked: readonly { viewer: Viewer; projectId: number }[],
): Promise<boolean[]> {
  if (asked.length === 0) return [];
  const pairs = [asked.map(({ projectId }) => projectId), asked.map(({ viewer }) => viewer.id)];
  const rows = await tx.rows<{ project: number; person: number; role: ProjectRole | null }>(rolesOfPairs, pairs);
  const roles = new Map(rows.map(({ project, person, role }) => [`${project}/${person}`, role]));
  return asked.map(({ viewer, projectId }) => {
    const role = roles.get(`${projectId}/${viewer.id}`); // undefined: there is no such project
    return role !== undefined && effectiveRole(viewer, role) !== null;
  });
}

const reachable = sql(
  "projects.reachable",
  `SELECT u.id, u.fullname, u.image
   FROM app_user u
   WHERE u.tenant_id = current_tenant() AND u.active AND u.id = ANY($2)
     AND (EXISTS (SELECT FROM project_access a
                  WHERE a.tenant_id = current_tenant() AND a.project_id = $1 AND a.user_id = u.id)
          OR person_holds(u.id, 'project-all'))`,
);

/** Those of `userIds` who are active and may see the project at this moment. Everyone else must learn nothing of it. */
export async function whoSees(tx: Tx, projectId: number, userIds: readonly number[]): Promise<Person[]> {
  return userIds.length === 0 ? [] : tx.rows<Person>(reachable, [projectId, [...userIds]]);
}
