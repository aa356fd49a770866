import type { InferType } from "yup";
import type { ProjectRole } from "../../shared/kernel/permissions";
import type { currentUserReply, projectPermissionsReply } from "../../shared/session/session.contract";
import { delegationNames } from "../approvals/delegation.service";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { permissionsIn, seesAllProjects } from "../projects/projects.policy";

export type CurrentUser = InferType<typeof currentUserReply>;
export type ProjectPermissions = InferType<typeof projectPermissionsReply>;

interface Row {
  position: string | null;
  role_name: string;
  theme: string | null;
  sidebar: string | null;
  language: string | null;
  time_zone: string | null;
  task_layout: string | null;
  tenant_name: string;
  tenant_logo: string | null;
  tenant_website: string | null;
  remaining_days: number | null;
}

const more = sql(
  "session.currentUser",
  `SELECT p.title AS position, r.name AS role_name, u.theme, u.sidebar, u.language, u.time_zone, u.task_layout,
          t.name AS tenant_name, t.logo AS tenant_logo, t.website AS tenant_website,
          CASE WHEN t.plan_ends_at IS NOT NULL THEN GREATEST(0, ceil(extract(epoch FROM t.plan_ends_at - now()) / 86400))::int END
            AS remaining_days
   FROM app_user u
   JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
   JOIN tenant t ON t.id = u.tenant_id
   LEFT JOIN position p ON p.tenant_id = u.tenant_id AND p.id = u.position_id
   WHERE u.tenant_id = current_tenant() AND u.id = $1`,
);

const inProjects = sql(
  "session.inProjects",
  `SELECT project_id, role FROM project_access WHERE tenant_id = current_tenant() AND user_id = $1 ORDER BY project_id`,
);

const allProjects = sql(
  "session.allProjects",
  `SELECT p.id AS project_id, a.role FROM project p
   LEFT JOIN project_access a ON a.tenant_id = p.tenant_id AND a.project_id = p.id AND a.user_id = $1
   WHERE p.tenant_id = current_tenant() ORDER BY p.id`,
);

/** What the actor may do in each project that they see. */
export async function projectPermissionsOf(tx: Tx, actor: Actor): Promise<ProjectPermissions[]> {
  const statement = seesAllProjects(actor) ? allProjects : inProjects;
  const rows = await tx.rows<{ project_id: number; role: ProjectRole | null }>(statement, [actor.id]);
  return rows.map((row) => ({ project_id: row.project_id, permissions: [...permissionsIn(actor, row.role)] }));
}

/** Specification section 3, "Current user". */
export async function currentUserOf(tx: Tx, actor: Actor): Promise<CurrentUser> {
  const [row, projectPermissions, delegation] = await Promise.all([
    tx.one<Row>(more, [actor.id]),
    projectPermissionsOf(tx, actor),
    delegationNames(tx, actor.id),
  ]);
  if (!row) throw new Error("A session without its person");
  return {
    id: actor.id,
    fullname: actor.fullname,
    email: actor.email,
    image: actor.image,
    position: row.position,
    role: { id: actor.roleId, name: row.role_name },
    permissions: [...actor.permissions],
    project_permissions: projectPermissions,
    ...delegation,
    external: actor.external,
    settings: {
      language: row.language,
      theme: row.theme,
      sidebar: row.sidebar,
      time_zone: row.time_zone,
      task_layout: row.task_layout,
    },
    tenant: {
      id: actor.tenantId,
      name: row.tenant_name,
      logo: row.tenant_logo,
      website: row.tenant_website,
      features: [...actor.features],
      remaining_days: row.remaining_days,
    },
    unread_notifications: actor.unread,
    second_factor_missing: actor.factorMissing,
  };
}
