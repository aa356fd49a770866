import type { InferType } from "yup";
import { tenantStream, userStream } from "../../../shared/kernel/events";
import type { ProjectRole } from "../../../shared/kernel/permissions";
import type { currentUserReply, projectPermissionsReply } from "../../../shared/kernel/current-user";
import { delegationNames } from "../../approvals/approvals/delegation.service";
import type { Actor } from "../../platform/session";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { streamPosition } from "../../platform/live/subscribe";
import { permissionsInProject, canSeeAllProjects } from "../../work/access/projects.policy";

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
  week_start: string | null;
  shortcuts: string | null;
  tenant_name: string;
  tenant_logo: string | null;
  tenant_website: string | null;
  remaining_days: number | null;
  default_language: string | null;
  default_theme: string | null;
  brand_color: string | null;
  weekend: number[];
  tenant_zone: string;
  tenant_currency: string;
}

const selectUserSettings = sql(
  "session.currentUser",
  `SELECT p.title AS position, r.name AS role_name, u.theme, u.sidebar, u.language, u.time_zone, u.task_layout, u.week_start, u.shortcuts,
          t.name AS tenant_name, t.logo AS tenant_logo, t.website AS tenant_website,
          t.default_language, t.default_theme, t.brand_color, t.weekend, t.time_zone AS tenant_zone,
          COALESCE((SELECT f.currency FROM finance_settings f WHERE f.tenant_id = t.id), 'USD') AS tenant_currency,
          CASE WHEN t.plan_ends_at IS NOT NULL AND NOT (t.auto_renew AND t.plan_ends_at > now()) THEN GREATEST(0, ceil(extract(epoch FROM t.plan_ends_at - now()) / 86400))::int END
            AS remaining_days
   FROM app_user u
   JOIN role r ON r.tenant_id = u.tenant_id AND r.id = COALESCE($2, u.role_id)
   JOIN tenant t ON t.id = u.tenant_id
   LEFT JOIN position p ON p.tenant_id = u.tenant_id AND p.id = u.position_id
   WHERE u.tenant_id = current_tenant() AND u.id = $1`,
);

const selectAccessibleProjects = sql(
  "session.inProjects",
  `SELECT project_id, role FROM project_access WHERE tenant_id = current_tenant() AND user_id = $1 ORDER BY project_id`,
);

const selectAllProjects = sql(
  "session.allProjects",
  `SELECT p.id AS project_id, a.role FROM project p
   LEFT JOIN project_access a ON a.tenant_id = p.tenant_id AND a.project_id = p.id AND a.user_id = $1
   WHERE p.tenant_id = current_tenant() ORDER BY p.id`,
);

export async function projectPermissionsOf(tx: Tx, actor: Actor): Promise<ProjectPermissions[]> {
  const statement = canSeeAllProjects(actor) ? selectAllProjects : selectAccessibleProjects;
  const rows = await tx.rows<{ project_id: number; role: ProjectRole | null }>(statement, [actor.id]);
  return rows.map((row) => ({ project_id: row.project_id, permissions: [...permissionsInProject(actor, row.role)] }));
}

/** Revisions of the streams that every client follows. */
export async function revisionsOf(tx: Tx, userId: number): Promise<CurrentUser["revisions"]> {
  const [user, tenant] = await Promise.all([
    streamPosition(tx, userStream(userId)),
    streamPosition(tx, tenantStream(tx.tenantId)),
  ]);
  return { user: user.revision, tenant: tenant.revision, epoch: user.epoch };
}

/**
 * The user, permissions and settings for the client (specification section 3, "Current user").
 * @param pendingRevisions revisions of the streams. Outside of a snapshot they must be queried before the actor, so that a change in
 *   between arrives as an event.
 */
export async function currentUserOf(
  tx: Tx,
  actor: Actor,
  pendingRevisions: Promise<CurrentUser["revisions"]> = revisionsOf(tx, actor.id),
): Promise<CurrentUser> {
  const [row, projectPermissions, delegation, revisions] = await Promise.all([
    tx.one<Row>(selectUserSettings, [actor.id, actor.roleId]),
    projectPermissionsOf(tx, actor),
    delegationNames(tx, actor.id),
    pendingRevisions,
  ]);
  if (!row) throw new Error("The user of the session is missing");
  const { viewing } = actor;
  // While viewing as another user, language and appearance stay the administrator's, so that they can read the screens.
  const settings =
    viewing && viewing.viewer.id !== actor.id ? await tx.one<Row>(selectUserSettings, [viewing.viewer.id, null]) : row;
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
      language: settings?.language ?? null,
      theme: settings?.theme ?? null,
      sidebar: settings?.sidebar ?? null,
      time_zone: settings?.time_zone ?? null,
      task_layout: settings?.task_layout ?? null,
      week_start: settings?.week_start ?? null,
      shortcuts: settings?.shortcuts ?? null,
    },
    tenant: {
      id: actor.tenantId,
      name: row.tenant_name,
      logo: row.tenant_logo,
      website: row.tenant_website,
      features: [...actor.features],
      remaining_days: row.remaining_days,
      language: row.default_language,
      theme: row.default_theme,
      brand_color: row.brand_color,
      weekend: row.weekend,
      time_zone: row.tenant_zone,
      currency: row.tenant_currency,
    },
    unread_notifications: actor.unread,
    revisions,
    second_factor_missing: actor.factorMissing,
    password_given: actor.passwordGiven,
    viewing: viewing
      ? {
          viewer: { fullname: viewing.viewer.fullname },
          role: viewing.userId === null,
          until: viewing.until.toISOString(),
        }
      : null,
  };
}
