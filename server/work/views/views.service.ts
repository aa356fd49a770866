import type { BodyOf } from "../../../shared/kernel/endpoint";
import { projectStream, type StreamName, tenantStream, userStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { rankBetween } from "../../../shared/work/tasks/tasks.rank.rules";
import type * as contract from "../../../shared/work/views/views.contract";
import type { SavedView } from "../../../shared/work/views/views.contract";
import type { ViewEvents } from "../../../shared/work/views/views.events";
import { referencesOf, viewQueryOf } from "../../../shared/work/views/views.rules";
import {
  layoutsAcrossProjects,
  maxFavoriteViews,
  maxViews,
  type TaskViewLayout,
  type ViewScope,
} from "../../../shared/work/views/views.schema";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { projectAccess } from "../access/projects.policy";
import { addMarkedToBin, purgeViews, removeMarkedFromBin } from "../bin/bin.service";
import { authorizeScope, mayEditShared, seesTenantViews, visibleView } from "./views.policy";
import { presentViews, readReferenceNames } from "./views.present";
import * as statements from "./views.sql";
import type { ViewRow } from "./views.sql";

/** @throws Problem 404 when the project isn't visible. */
export async function listViews(tx: Tx, actor: Actor, projectId: number | null): Promise<SavedView[]> {
  if (projectId !== null) await projectAccess(tx, actor, projectId);
  const rows =
    projectId === null
      ? await tx.rows<ViewRow>(statements.selectViewsAcrossProjects, [actor.id, seesTenantViews(actor)])
      : await tx.rows<ViewRow>(statements.selectViewsOfProject, [actor.id, projectId]);
  const mayEdit = await mayEditShared(tx, actor, projectId);
  return presentViews(tx, actor, rows, () => mayEdit);
}

export async function listFavorites(tx: Tx, actor: Actor): Promise<SavedView[]> {
  const rows = await tx.rows<ViewRow>(statements.selectFavoritesOfUser, [actor.id, seesTenantViews(actor)]);
  const editable = new Map<number | null, boolean>();
  for (const id of new Set(rows.map(({ projectId }) => projectId)))
    editable.set(id, await mayEditShared(tx, actor, id));
  return presentViews(tx, actor, rows, ({ projectId }) => editable.get(projectId) === true);
}

async function present(tx: Tx, actor: Actor, id: number): Promise<SavedView> {
  const view = await visibleView(tx, actor, id);
  const mayEdit = await mayEditShared(tx, actor, view.projectId);
  return (await presentViews(tx, actor, [view], () => mayEdit))[0] as SavedView;
}

/** Rejects other scopes: a view of a project can be shared only with that project, a view across projects only with the organization. */
function requireScopeFits(scope: ViewScope, projectId: number | null): void {
  const shared = projectId === null ? "tenant" : "project";
  if (scope !== "own" && scope !== shared) throw invalidFieldProblem("scope", "field.oneOf");
}

/** Rejects layouts that exist only for a project. */
function requireLayoutFits(layout: TaskViewLayout, projectId: number | null): void {
  if (projectId === null && !layoutsAcrossProjects.some((one) => one === layout))
    throw invalidFieldProblem("layout", "field.oneOf");
}

/** Locks the list, so that concurrent transactions can't exceed its limit together. */
async function requireSpace(tx: Tx, actor: Actor, scope: ViewScope, projectId: number | null): Promise<void> {
  await tx.one(statements.lockOrder, [projectId ?? 0]);
  const count = await tx.one<{ own: number; shared: number }>(statements.countViews, [projectId, actor.id]);
  const used = (scope === "own" ? count?.own : count?.shared) ?? 0;
  if (used >= maxViews) throw invalidFieldProblem("name", "field.tooMany");
}

/** Returns the names that a view stores, without those that its owner can't see. */
async function namesIn(
  tx: Tx,
  ownerId: number,
  projectId: number | null,
  query: string,
): Promise<Record<string, string | null>> {
  const names = await readReferenceNames(tx, { id: ownerId }, projectId, referencesOf(query));
  return Object.fromEntries([...names].filter(([, name]) => name !== null));
}

async function rankBefore(tx: Tx, projectId: number | null, beforeId: number | null, movedId = 0): Promise<string> {
  const found = await tx.one<{ above: string | null; below: string | null }>(statements.selectRanksAround, [
    projectId,
    beforeId,
    movedId,
  ]);
  if (beforeId !== null && !found?.below) throw invalidFieldProblem("before_id", "field.unknown");
  return rankBetween(found?.above ?? null, found?.below ?? null);
}

type Listed = Pick<ViewRow, "id" | "projectId" | "ownerId">;
type Favoring = { viewId: number; userId: number };

const streamsOf = (tx: Tx, view: Listed, favoring: readonly Favoring[], scopes: readonly ViewScope[]): StreamName[] => [
  userStream(view.ownerId),
  ...favoring.filter(({ viewId }) => viewId === view.id).map(({ userId }) => userStream(userId)),
  ...(scopes.includes("project") && view.projectId !== null ? [projectStream(view.projectId)] : []),
  ...(scopes.includes("tenant") ? [tenantStream(tx.tenantId)] : []),
];

/** Emits to everyone who sees the view now or saw it before the change. */
async function emitChange(tx: Tx, type: keyof ViewEvents, view: Listed, scopes: readonly ViewScope[]): Promise<void> {
  const favoring = await tx.rows<Favoring>(statements.selectFavoringUsers, [[view.id]]);
  for (const stream of new Set(streamsOf(tx, view, favoring, scopes)))
    tx.emit(type, stream, { id: view.id, project_id: view.projectId });
}

/**
 * Emits changes of views that name a user whose account was activated, deactivated or deleted. One event per stream is enough, because it
 * refreshes the whole list.
 */
export async function emitViewsNaming(tx: Tx, userId: number): Promise<void> {
  const views = await tx.rows<Listed & { scope: ViewScope }>(statements.selectViewsNamingPerson, [userId]);
  if (views.length === 0) return;
  const favoring = await tx.rows<Favoring>(statements.selectFavoringUsers, [views.map(({ id }) => id)]);
  const firsts = new Map<StreamName, Listed>();
  for (const view of views)
    for (const stream of streamsOf(tx, view, favoring, [view.scope])) if (!firsts.has(stream)) firsts.set(stream, view);
  for (const [stream, { id, projectId }] of firsts) tx.emit("view.updated", stream, { id, project_id: projectId });
}

/**
 * Saves a view at the end of its list.
 * @throws Problem 404 when the project isn't visible; 403 when the user may not share; 409 `project.archived`; 422 for a scope that doesn't
 *   fit or too many views.
 */
export async function createView(tx: Tx, actor: Actor, input: BodyOf<typeof contract.createView>): Promise<SavedView> {
  const { scope, name, layout } = input;
  const projectId = input.project_id ?? null;
  if (projectId !== null) await projectAccess(tx, actor, projectId);
  requireScopeFits(scope, projectId);
  requireLayoutFits(layout, projectId);
  await authorizeScope(tx, actor, scope, projectId);
  await requireSpace(tx, actor, scope, projectId);
  const query = viewQueryOf(new URLSearchParams(input.query ?? ""));
  const names = await namesIn(tx, actor.id, projectId, query);
  const rank = await rankBefore(tx, projectId, null);
  const createdView = await tx.one<{ id: number }>(statements.insertView, [
    actor.id,
    projectId,
    scope,
    name,
    layout,
    query,
    JSON.stringify(names),
    rank,
  ]);
  const { id } = createdView as { id: number };
  await emitChange(tx, "view.created", { id, projectId, ownerId: actor.id }, [scope]);
  return present(tx, actor, id);
}

/**
 * Changes a view; omitted fields keep their value. A shared view that is made private belongs to its owner again.
 * @throws Problem 404 when the view isn't visible; 403 without the right to change it or to share it; 409 `view.stale` with the current
 * view, `project.archived`.
 */
export async function updateView(
  tx: Tx,
  actor: Actor,
  id: number,
  input: BodyOf<typeof contract.updateView>,
): Promise<SavedView> {
  const view = await visibleView(tx, actor, id);
  await authorizeScope(tx, actor, view.scope, view.projectId);
  const scope = input.scope ?? view.scope;
  requireScopeFits(scope, view.projectId);
  requireLayoutFits(input.layout ?? view.layout, view.projectId);
  await authorizeScope(tx, actor, scope, view.projectId);
  if (scope === "own" && view.ownerId !== actor.id) throw invalidFieldProblem("scope", "field.oneOf");
  if (scope !== view.scope) await requireSpace(tx, actor, scope, view.projectId);
  const query =
    input.query === undefined || input.query === null ? null : viewQueryOf(new URLSearchParams(input.query));
  const names = query === null ? view.names : await namesIn(tx, view.ownerId, view.projectId, query);
  const updatedView = await tx.one(statements.updateView, [
    id,
    scope,
    input.name ?? view.name,
    input.layout ?? view.layout,
    query ?? view.query,
    JSON.stringify(names),
    input.version,
  ]);
  if (!updatedView) throw new Problem("view.stale", { record: await present(tx, actor, id) });
  await emitChange(tx, "view.updated", view, [view.scope, scope]);
  return present(tx, actor, id);
}

/** @throws Problem 404, 403, 409 `project.archived`; 422 when `beforeId` isn't in the same list. */
export async function moveView(tx: Tx, actor: Actor, id: number, beforeId: number | null): Promise<SavedView> {
  const view = await visibleView(tx, actor, id);
  await authorizeScope(tx, actor, view.scope, view.projectId);
  if (beforeId !== null) await requireVisibleNeighbor(tx, actor, beforeId);
  await tx.one(statements.lockOrder, [view.projectId ?? 0]);
  const rank = await rankBefore(tx, view.projectId, beforeId, id);
  if (!(await tx.one(statements.setRank, [id, rank]))) throw new Problem("notFound");
  await emitChange(tx, "view.updated", view, [view.scope]);
  return present(tx, actor, id);
}

async function requireVisibleNeighbor(tx: Tx, actor: Actor, id: number): Promise<void> {
  await visibleView(tx, actor, id).catch((error: unknown) => {
    throw error instanceof Problem ? invalidFieldProblem("before_id", "field.unknown") : error;
  });
}

/** @throws Problem 404 when the view isn't visible; 422 when the limit is reached or `before_id` isn't a favorite. */
export async function favoriteView(
  tx: Tx,
  actor: Actor,
  id: number,
  input: BodyOf<typeof contract.setFavoriteView>,
): Promise<SavedView> {
  const view = await visibleView(tx, actor, id);
  if (input.favorite) {
    await tx.one(statements.lockFavorites, [actor.id]);
    const neighbors = await tx.one<{ above: string | null; below: string | null; count: number }>(
      statements.selectFavoriteRanksAround,
      [actor.id, input.before_id ?? null, id],
    );
    if ((neighbors?.count ?? 0) >= maxFavoriteViews) throw invalidFieldProblem("favorite", "field.tooMany");
    if (input.before_id && !neighbors?.below) throw invalidFieldProblem("before_id", "field.unknown");
    await tx.rows(statements.insertFavorite, [
      actor.id,
      id,
      rankBetween(neighbors?.above ?? null, neighbors?.below ?? null),
    ]);
  } else {
    await tx.rows(statements.deleteFavorite, [actor.id, id]);
  }
  tx.emit("view.updated", userStream(actor.id), { id, project_id: view.projectId });
  return present(tx, actor, id);
}

/** @throws Problem 404, 403, 409 `project.archived`. */
export async function deleteView(tx: Tx, actor: Actor, id: number): Promise<void> {
  const view = await visibleView(tx, actor, id);
  await authorizeScope(tx, actor, view.scope, view.projectId);
  if (!(await tx.one(statements.markDeleted, [id]))) throw new Problem("notFound");
  await emitChange(tx, "view.deleted", view, [view.scope]);
  if (view.projectId !== null)
    await addMarkedToBin(tx, { kind: "view", id, projectId: view.projectId, title: view.name });
  await tx.rows(statements.deleteOldViews, [view.ownerId]);
}

/** @throws Problem 404 when no deleted view is visible; 403; 409 `project.archived`; 422 for too many views. */
export async function restoreView(tx: Tx, actor: Actor, id: number): Promise<SavedView> {
  const view = await visibleView(tx, actor, id, true);
  await authorizeScope(tx, actor, view.scope, view.projectId);
  await requireSpace(tx, actor, view.scope, view.projectId);
  if (!(await tx.one(statements.updateViewRestored, [id]))) throw new Problem("notFound");
  await removeMarkedFromBin(tx, "view", id);
  await emitChange(tx, "view.created", view, [view.scope]);
  return present(tx, actor, id);
}

/** @throws Problem 404 when no deleted view of a project is visible; 403; 409 `project.archived`. */
export async function purgeView(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { scope, projectId } = await visibleView(tx, actor, id, true);
  await authorizeScope(tx, actor, scope, projectId);
  if (!(await tx.one(statements.lockDeletedView, [id]))) throw new Problem("notFound");
  await purgeViews(tx, [id]);
}
