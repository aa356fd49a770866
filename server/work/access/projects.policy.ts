import { type Actor as Person, parseStream, type StreamName } from "../../../shared/kernel/events";
import {
  assignedPermissions,
  type ProjectPermission,
  type ProjectRole,
  projectPermissions,
  projectRolePermissions,
} from "../../../shared/kernel/permissions";
import { Problem } from "../../../shared/kernel/problems";
import type { Actor } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";

/** Input of access checks: a user with their permissions; `apiToken` is set for calls with a personal token. */
export type Viewer = Pick<Actor, "id" | "permissions" | "external"> & Partial<Pick<Actor, "apiToken">>;
type Rights = Pick<Viewer, "permissions" | "apiToken">;

/** A project as evaluated by policies. `role` is the effective role, never null outside of `projectAccess`. */
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

/** `assigned`: whether the check concerns a task assigned to the user. */
type Standing = Pick<ProjectAccess, "role" | "archived"> & { assigned?: boolean };

/** Users who see all projects have the role of an owner in each; external users never have more than their project role. */
export function effectiveRole(
  viewer: Pick<Viewer, "permissions" | "external">,
  role: ProjectRole | null,
): ProjectRole | null {
  return canSeeAllProjects(viewer) ? "owner" : role;
}

export function canSeeAllProjects(viewer: Pick<Viewer, "permissions" | "external">): boolean {
  return !viewer.external && viewer.permissions.has("project-all");
}

/**
 * Permissions of a user in a project: those of their project role, and those of their tenant role that apply to all visible projects. With
 * `assigned`, permissions for tasks assigned to the user are included. A null role has no permissions.
 */
export function permissionsInProject(
  viewer: Pick<Viewer, "permissions" | "external" | "apiToken">,
  memberRole: ProjectRole | null,
  assigned: boolean = false,
): readonly ProjectPermission[] {
  const role = effectiveRole(viewer, memberRole);
  if (role === null) return [];
  return projectPermissions.filter((permission) =>
    hasProjectPermission(viewer, permission, { role, archived: false, assigned }),
  );
}

function mayInRole(viewer: Pick<Viewer, "permissions">, permission: ProjectPermission, role: ProjectRole): boolean {
  if (projectRolePermissions[role].includes(permission)) return true;
  if (permission === "project-delete") return viewer.permissions.has("project-delete");
  // Members with the tenant permission `project-edit` may also edit members and the board's columns.
  const byProfession = permission === "project-edit" || permission === "member-edit" || permission === "status-edit";
  return byProfession && role === "member" && viewer.permissions.has("project-edit");
}

/** A token may have the scope for a call and still lack the scope for a part of its work. */
const isInScope = ({ apiToken }: Rights, permission: ProjectPermission): boolean =>
  !apiToken || apiToken.scopes.has(permission);

/** Whether the user has the permission regardless of archiving, for actions allowed in archived projects. */
export function hasProjectPermission(viewer: Rights, permission: ProjectPermission, access: Standing): boolean {
  if (!isInScope(viewer, permission)) return false;
  if (mayInRole(viewer, permission, access.role)) return true;
  return access.assigned === true && assignedPermissions[access.role].includes(permission);
}

/** Whether the action is allowed now: archived projects are read-only. */
export function mayInProject(viewer: Rights, permission: ProjectPermission, access: Standing): boolean {
  return !access.archived && hasProjectPermission(viewer, permission, access);
}

/** @throws Problem 403 without the permission, 409 `project.archived` when the project is archived. */
export function authorizeInProject(viewer: Rights, permission: ProjectPermission, access: Standing): void {
  authorizeEvenArchived(viewer, permission, access);
  requireNotArchived(access);
}

/**
 * Like `authorizeInProject`, but for deleting and restoring, which are allowed in archived projects too.
 * @throws Problem 403 without the permission, or when the token lacks the scope.
 */
export function authorizeEvenArchived(viewer: Rights, permission: ProjectPermission, access: Standing): void {
  if (!isInScope(viewer, permission)) throw new Problem("apiToken.scopeMissing");
  if (!hasProjectPermission(viewer, permission, access)) throw new Problem("permission.denied");
}

export function requireNotArchived(access: Pick<ProjectAccess, "archived">): void {
  if (access.archived) throw new Problem("project.archived");
}

const selectProjectAccess = sql(
  "projects.access",
  `SELECT p.id, p.title, p.code, p.color, p.start_date AS "startDate", p.end_date AS "endDate",
          p.archived_at IS NOT NULL AS archived,
          (SELECT a.role FROM project_access a
           WHERE a.tenant_id = current_tenant() AND a.project_id = $1 AND a.user_id = $2) AS role
   FROM project p WHERE p.tenant_id = current_tenant() AND p.id = $1`,
);

/**
 * The project as visible to this user, with their role.
 * @throws Problem 404 both when the project doesn't exist and when it isn't visible.
 */
export async function projectAccess(tx: Tx, viewer: Viewer, projectId: number): Promise<ProjectAccess> {
  const row = await tx.one<Omit<ProjectAccess, "role"> & { role: ProjectRole | null }>(selectProjectAccess, [
    projectId,
    viewer.id,
  ]);
  const role = row ? effectiveRole(viewer, row.role) : null;
  if (!row || role === null) throw new Problem("notFound");
  return { ...row, role };
}

export async function mayFollowProject(tx: Tx, viewer: Viewer, stream: StreamName): Promise<boolean> {
  const parsed = parseStream(stream);
  if (parsed?.kind !== "project") return false;
  return (await mayFollowProjects(tx, [{ viewer, projectId: parsed.id }]))[0] === true;
}

const selectRolesOfPairs = sql(
  "projects.rolesOfPairs",
  `SELECT p.id AS project, pair.user_id AS person,
          (SELECT a.role FROM project_access a
           WHERE a.tenant_id = current_tenant() AND a.project_id = p.id AND a.user_id = pair.user_id) AS role
   FROM unnest($1::bigint[], $2::bigint[]) AS pair (project_id, user_id)
   JOIN project p ON p.tenant_id = current_tenant() AND p.id = pair.project_id`,
);

/** Like `mayFollowProject` for many users in one statement; results are in the order of the input. */
export async function mayFollowProjects(
  tx: Tx,
  requests: readonly { viewer: Viewer; projectId: number }[],
): Promise<boolean[]> {
  if (requests.length === 0) return [];
  const pairs = [requests.map(({ projectId }) => projectId), requests.map(({ viewer }) => viewer.id)];
  const rows = await tx.rows<{ project: number; person: number; role: ProjectRole | null }>(selectRolesOfPairs, pairs);
  const roles = new Map(rows.map(({ project, person, role }) => [`${project}/${person}`, role]));
  return requests.map(({ viewer, projectId }) => {
    const role = roles.get(`${projectId}/${viewer.id}`); // undefined: the project doesn't exist
    return role !== undefined && effectiveRole(viewer, role) !== null;
  });
}

const selectReachablePeople = sql(
  "projects.reachable",
  `SELECT u.id, u.fullname, u.image
   FROM app_user u
   WHERE u.tenant_id = current_tenant() AND u.active AND u.id = ANY($2)
     AND (EXISTS (SELECT FROM project_access a
                  WHERE a.tenant_id = current_tenant() AND a.project_id = $1 AND a.user_id = u.id)
          OR person_holds(u.id, 'project-all'))`,
);

/** The active users of `userIds` who can see the project now. No other user may be notified about it. */
export async function filterProjectViewers(tx: Tx, projectId: number, userIds: readonly number[]): Promise<Person[]> {
  return userIds.length === 0 ? [] : tx.rows<Person>(selectReachablePeople, [projectId, [...userIds]]);
}

/**
 * SQL condition: `user` sees `project`, by the same rule as `effectiveRole`. For other features whose responses contain project names:
 * groups and clients return the number of their projects to all users, but names only to users who may see them.
 */
export const canSeeProject = (project: string, user: string): string =>
  `(EXISTS (SELECT FROM project_access sees WHERE sees.tenant_id = current_tenant() AND sees.project_id = ${project}
      AND sees.user_id = ${user}::bigint) OR person_holds(${user}::bigint, 'project-all'))`;
