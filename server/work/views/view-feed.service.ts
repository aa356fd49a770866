import type { TaskFeedRow, ViewFeed } from "../../../shared/work/views/views.contract";
import { Problem } from "../../../shared/kernel/problems";
import { readWorkQuery } from "../../../shared/work/my-work/my-work.address.rules";
import type { WorkReason } from "../../../shared/work/my-work/my-work.contract";
import { createWorkMatcher } from "../../../shared/work/my-work/my-work.filter.rules";
import { comingTaskOf } from "../../../shared/work/series/coming-task.rules";
import { readBoardQuery } from "../../../shared/work/tasks/tasks.address.rules";
import {
  calendarFeedsIn,
  createFeedToken,
  type FeedDates,
  feedReaderSql,
  presentFeedDates,
} from "../../platform/calendar-feeds";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { logSecurity } from "../../platform/security-log";
import type { Actor } from "../../platform/session";
import { canSeeProject } from "../access/projects.policy";
import type { ComingOccurrence } from "../series/series.dates";
import {
  type FeedCall,
  filterDates,
  type FeedContent,
  feedTextOf,
  type TaskFeedReader,
  readFeedContent,
  todayOfFeed,
} from "../calendar/task-feed.service";
import { readMyWork } from "../my-work/my-work.service";
import { readProjectsWithBoards } from "../timeline/timeline.service";
import { visibleView } from "./views.policy";
import type { ViewRow } from "./views.sql";

export const viewFeedPath = "/views/calendar";

type Row = FeedDates & { id: number };

const selectFeedOfView = sql(
  "viewFeed.byView",
  `SELECT id, created_at, used_at FROM task_feed WHERE tenant_id = current_tenant() AND user_id = $1 AND view_id = $2`,
);
const insertViewFeed = sql(
  "viewFeed.upsert",
  `INSERT INTO task_feed (tenant_id, user_id, view_id, query, token_hash) VALUES (current_tenant(), $1, $2, '', $3)
   ON CONFLICT (tenant_id, user_id, view_id)
   DO UPDATE SET token_hash = EXCLUDED.token_hash, created_at = now(), used_at = NULL
   RETURNING id, created_at, used_at`,
);
const deleteFeedRow = sql(
  "viewFeed.delete",
  "DELETE FROM task_feed WHERE tenant_id = current_tenant() AND user_id = $1 AND id = $2 RETURNING id",
);
/** Omits the name of a project or view that user $1 no longer sees. */
const selectFeedsOfUser = sql(
  "viewFeed.ofUser",
  `SELECT f.id, f.created_at, f.used_at, v.name AS view, p.title AS project
   FROM task_feed f
   LEFT JOIN saved_view v ON v.tenant_id = f.tenant_id AND v.id = f.view_id AND v.deleted_at IS NULL
     AND (v.owner_id = $1 OR v.scope <> 'own') AND (v.project_id IS NULL OR ${canSeeProject("v.project_id", "$1")})
   LEFT JOIN project p ON p.tenant_id = f.tenant_id AND p.id = COALESCE(f.project_id, v.project_id)
     AND ${canSeeProject("p.id", "$1")}
   WHERE f.tenant_id = current_tenant() AND f.user_id = $1 ORDER BY f.id`,
);

const present = ({ id, ...dates }: Row): ViewFeed => ({ id, ...presentFeedDates(dates) });

/** Returns the caller's feed of a view. @throws Problem 404 for a view that the actor can't see. */
export async function readViewFeed(tx: Tx, actor: Actor, viewId: number): Promise<ViewFeed | null> {
  await visibleView(tx, actor, viewId);
  const row = await tx.one<Row>(selectFeedOfView, [actor.id, viewId]);
  return row ? present(row) : null;
}

/** @throws Problem as in `readViewFeed`; 401 when the session has just ended. */
export async function createViewFeed(tx: Tx, actor: Actor, viewId: number): Promise<ViewFeed & { path: string }> {
  const { name } = await visibleView(tx, actor, viewId);
  const { token, hash } = await createFeedToken(tx, actor, { scope: "tasks", rule: name });
  const row = (await tx.one<Row>(insertViewFeed, [actor.id, viewId, hash])) as Row;
  return { ...present(row), path: `${viewFeedPath}/${token}.ics` };
}

/** Lists the caller's feeds of projects and views. */
export async function listTaskFeeds(tx: Tx, actor: Actor): Promise<TaskFeedRow[]> {
  const rows = await tx.rows<Row & Pick<TaskFeedRow, "view" | "project">>(selectFeedsOfUser, [actor.id]);
  return rows.map(({ view, project, ...row }) => ({ ...present(row), view, project }));
}

/** @throws Problem 404 for another user's feed. */
export async function revokeTaskFeedById(tx: Tx, actor: Actor, id: number): Promise<void> {
  if (!(await tx.one(deleteFeedRow, [actor.id, id]))) throw new Problem("notFound");
  logSecurity(tx, { kind: "feed_ended", facts: { count: 1 } });
}

const selectFeedReader = sql("viewFeed.reader", feedReaderSql("task_feed", `f.view_id, ${todayOfFeed}`));
const feeds = calendarFeedsIn<{ view_id: number | null; today: string; time_zone: string }>(
  "viewFeed",
  "task_feed",
  selectFeedReader,
);

/**
 * Returns the calendar of the tasks currently in a view.
 * @throws Problem as in `calendarFeedsIn`; 404 when the user no longer sees the view.
 */
export async function viewFeedText(tx: Tx, token: string, call: FeedCall): Promise<string> {
  const reader = await feeds.resolve(tx, token, { accepts: (own) => own.view_id !== null });
  const view = await visibleView(tx, reader, reader.view_id ?? 0);
  return feedTextOf(tx, view.name, await contentOfView(tx, reader, view), reader, call);
}

async function contentOfView(tx: Tx, reader: TaskFeedReader, view: ViewRow): Promise<FeedContent> {
  if (view.projectId !== null) return readFeedContent(tx, reader, [view.projectId], view.query);
  if (view.layout !== "timeline") return contentOfMyWork(tx, reader, view.query);
  const chosen = new URLSearchParams(view.query).get("projects")?.split(",").map(Number) ?? [];
  const visible = await readProjectsWithBoards(tx, reader);
  const projectIds = chosen.length > 0 ? visible.filter((id) => chosen.includes(id)) : visible;
  return readFeedContent(tx, reader, projectIds, view.query);
}

/** Maximum number of tasks in the user's work list. */
const maxWork = 1_000;

const selectGroupsOfUser = sql(
  "viewFeed.groupsOfUser",
  "SELECT group_id AS id FROM user_group_member WHERE tenant_id = current_tenant() AND user_id = $1",
);

async function contentOfMyWork(tx: Tx, reader: TaskFeedReader, query: string): Promise<FeedContent> {
  const search = new URLSearchParams(query);
  const { of, state } = readWorkQuery(search);
  const { data, projects } = await readMyWork(tx, reader, { of, state, per_page: maxWork });
  const columns = new Map(projects.flatMap((project) => project.columns.map(({ id, title }) => [id, title])));
  const matches = createWorkMatcher(readBoardQuery(search).filter, filterDates(reader));
  const ownTasks = data.filter(matches);
  const isComing =
    state === "open" ? await comingWorkMatcher(tx, reader, of, new Set(ownTasks.map(({ id }) => id))) : null;
  return {
    tasks: ownTasks.map((task) => ({ task, state: columns.get(task.task_status_id) ?? "", people: [] })),
    projectIds: isComing ? await readProjectsWithBoards(tx, reader) : [],
    matchesComing: (occurrence) => isComing?.(occurrence) === true && matches(comingTaskOf(occurrence)),
  };
}

/**
 * Returns whether a task that a series will create belongs to the user's work. It has no mentions and watchers yet, so for these reasons the
 * last task of its series decides.
 */
async function comingWorkMatcher(
  tx: Tx,
  { id: userId }: TaskFeedReader,
  reason: WorkReason,
  ownTaskIds: ReadonlySet<number>,
): Promise<(occurrence: ComingOccurrence) => boolean> {
  if (reason === "reported") return ({ series }) => series.owner_id === userId;
  if (reason !== "assigned") return ({ task_id }) => ownTaskIds.has(task_id ?? 0);
  const groupIds = new Set((await tx.rows<{ id: number }>(selectGroupsOfUser, [userId])).map(({ id }) => id));
  return ({ series: { template } }) =>
    template.users.includes(userId) ||
    template.groups.some((id) => groupIds.has(id)) ||
    template.subtasks.some((subtask) => subtask.assignee_id === userId);
}
