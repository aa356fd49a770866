import { sql } from "../../platform/database/unit-of-work";
import { canSeeProject } from "../access/projects.policy";
import type { TaskViewLayout, ViewScope } from "../../../shared/work/views/views.schema";

export interface ViewRow {
  id: number;
  version: number;
  projectId: number | null;
  projectTitle: string | null;
  projectColor: string | null;
  ownerId: number;
  ownerName: string;
  ownerImage: string | null;
  scope: ViewScope;
  name: string;
  layout: TaskViewLayout;
  query: string;
  names: Record<string, string>;
  favorite: boolean;
}

/** Selects the reader's own views and shared views. Access to the project is checked by the caller. $1 reader. */
const select = `
  SELECT v.id, v.version, v.project_id AS "projectId", p.title AS "projectTitle", p.color AS "projectColor",
         v.owner_id AS "ownerId", o.fullname AS "ownerName", o.image AS "ownerImage", v.scope, v.name, v.layout, v.query, v.names,
         f.view_id IS NOT NULL AS favorite
  FROM saved_view v
  JOIN app_user o ON o.tenant_id = v.tenant_id AND o.id = v.owner_id
  LEFT JOIN project p ON p.tenant_id = v.tenant_id AND p.id = v.project_id
  LEFT JOIN favorite_view f ON f.tenant_id = v.tenant_id AND f.view_id = v.id AND f.user_id = $1
  WHERE v.tenant_id = current_tenant() AND (v.owner_id = $1 OR v.scope <> 'own')`;

/** $2 project. */
export const selectViewsOfProject = sql(
  "views.ofProject",
  `${select} AND v.deleted_at IS NULL AND v.project_id = $2 ORDER BY v.rank, v.id`,
);

/** $2 whether the reader sees views shared with the organization. */
export const selectViewsAcrossProjects = sql(
  "views.acrossProjects",
  `${select} AND v.deleted_at IS NULL AND v.project_id IS NULL AND ($2::boolean OR v.scope = 'own') ORDER BY v.rank, v.id`,
);

/** $2 as in `selectViewsAcrossProjects`. */
export const selectFavoritesOfUser = sql(
  "views.favorites",
  `${select} AND v.deleted_at IS NULL AND f.view_id IS NOT NULL
     AND CASE WHEN v.project_id IS NULL THEN $2::boolean OR v.scope = 'own' ELSE ${canSeeProject("v.project_id", "$1")} END
   ORDER BY f.rank, v.id`,
);

/** $2 view, $3 whether to read deleted views instead of existing ones. */
export const selectViewById = sql("views.byId", `${select} AND v.id = $2 AND (v.deleted_at IS NOT NULL) = $3`);

/** Serializes changes of a list of views, so that no two views get the same rank and the limit holds. $1 project; 0 for views across projects. */
export const lockOrder = sql(
  "views.lockOrder",
  "SELECT pg_advisory_xact_lock(hashtextextended('views:' || current_tenant()::text || ':' || $1::bigint::text, 0))",
);

/** $1 project or null, $2 owner. */
export const countViews = sql(
  "views.count",
  `SELECT count(*) FILTER (WHERE scope = 'own' AND owner_id = $2)::int AS own, count(*) FILTER (WHERE scope <> 'own')::int AS shared
   FROM saved_view
   WHERE tenant_id = current_tenant() AND deleted_at IS NULL AND project_id IS NOT DISTINCT FROM $1::bigint
     AND (scope <> 'own' OR owner_id = $2)`,
);

/** Ranks around the position before the view $2, or at the end. $1 project or null, $3 the moved view. */
export const selectRanksAround = sql(
  "views.ranksAround",
  `WITH list AS (SELECT id, rank FROM saved_view
                 WHERE tenant_id = current_tenant() AND project_id IS NOT DISTINCT FROM $1::bigint AND id <> $3::bigint)
   SELECT below.rank AS below,
          (SELECT max(rank) FROM list WHERE below.rank IS NULL OR rank < below.rank) AS above
   FROM (SELECT (SELECT rank FROM list WHERE id = $2::bigint) AS rank) below`,
);

export const insertView = sql(
  "views.insert",
  `INSERT INTO saved_view (tenant_id, owner_id, project_id, scope, name, layout, query, names, rank)
   VALUES (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
);

/** Writes only if the version is still $7. */
export const updateView = sql(
  "views.write",
  `UPDATE saved_view SET scope = $2, name = $3, layout = $4, query = $5, names = $6, version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1 AND version = $7 AND deleted_at IS NULL RETURNING id`,
);

export const setRank = sql(
  "views.setRank",
  "UPDATE saved_view SET rank = $2 WHERE tenant_id = current_tenant() AND id = $1 AND deleted_at IS NULL RETURNING id",
);

export const markDeleted = sql(
  "views.markDeleted",
  `UPDATE saved_view SET deleted_at = now(), version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1 AND deleted_at IS NULL RETURNING id`,
);

export const updateViewRestored = sql(
  "views.unmarkDeleted",
  `UPDATE saved_view SET deleted_at = NULL, version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1 AND deleted_at IS NOT NULL RETURNING id`,
);

export const lockDeletedView = sql(
  "views.lockDeleted",
  "SELECT id FROM saved_view WHERE tenant_id = current_tenant() AND id = $1 AND deleted_at IS NOT NULL FOR UPDATE",
);

/** Those that aren't in a bin. $1 owner. */
export const deleteOldViews = sql(
  "views.purgeDeleted",
  `DELETE FROM saved_view v
   WHERE v.tenant_id = current_tenant() AND v.owner_id = $1 AND v.deleted_at < now() - interval '1 day'
     AND NOT EXISTS (SELECT FROM bin_entry e WHERE e.tenant_id = v.tenant_id AND e.view_id = v.id)`,
);

/** $1 views. */
export const selectFavoringUsers = sql(
  "views.favoringUsers",
  `SELECT view_id AS "viewId", user_id AS "userId" FROM favorite_view
   WHERE tenant_id = current_tenant() AND view_id = ANY($1::bigint[]) ORDER BY view_id, user_id`,
);

/** Views whose filter named the active user $1 when they were saved. */
export const selectViewsNamingPerson = sql(
  "views.namingPerson",
  `SELECT id, project_id AS "projectId", owner_id AS "ownerId", scope FROM saved_view
   WHERE tenant_id = current_tenant() AND deleted_at IS NULL AND names ? ('person:' || $1::bigint) ORDER BY id`,
);

/** Serializes changes of the favorites of user $1. */
export const lockFavorites = sql(
  "views.lockFavorites",
  "SELECT pg_advisory_xact_lock(hashtextextended('favorite-views:' || current_tenant()::text || ':' || $1::bigint::text, 0))",
);

/** Ranks around the position before the favorite $2, or at the end, and the number of favorites. $1 user, $3 the moved view. */
export const selectFavoriteRanksAround = sql(
  "views.favoriteRanksAround",
  `WITH list AS (SELECT view_id, rank FROM favorite_view
                 WHERE tenant_id = current_tenant() AND user_id = $1 AND view_id <> $3::bigint)
   SELECT below.rank AS below, (SELECT count(*)::int FROM list) AS count,
          (SELECT max(rank) FROM list WHERE below.rank IS NULL OR rank < below.rank) AS above
   FROM (SELECT (SELECT rank FROM list WHERE view_id = $2::bigint) AS rank) below`,
);

export const insertFavorite = sql(
  "views.addFavorite",
  `INSERT INTO favorite_view (tenant_id, user_id, view_id, rank) VALUES (current_tenant(), $1, $2, $3)
   ON CONFLICT (tenant_id, user_id, view_id) DO UPDATE SET rank = excluded.rank`,
);

export const deleteFavorite = sql(
  "views.removeFavorite",
  "DELETE FROM favorite_view WHERE tenant_id = current_tenant() AND user_id = $1 AND view_id = $2",
);

/** $1 project or null for all. `r` is the table with tags or columns. */
const inProject = "r.tenant_id = current_tenant() AND ($1::bigint IS NULL OR r.project_id = $1::bigint)";
const isVisible = canSeeProject("r.project_id", "$5");

/** Existing tags and columns of the project $1 or of all projects, and active users. $2 tags, $3 columns, $4 users, $5 reader. */
export const selectNamesOfReferences = sql(
  "views.namesOfReferences",
  `SELECT 'tag:' || r.id AS key, r.name, ${isVisible} AS visible FROM project_tag r WHERE ${inProject} AND r.id = ANY($2::bigint[])
   UNION ALL
   SELECT 'column:' || r.id, r.title, ${isVisible} FROM task_status r WHERE ${inProject} AND r.id = ANY($3::bigint[])
   UNION ALL
   SELECT 'person:' || id, fullname, true FROM app_user
   WHERE tenant_id = current_tenant() AND active AND id = ANY($4::bigint[])`,
);
