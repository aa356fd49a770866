import type { BoardReply, BoardTask } from "../../../shared/work/tasks/tasks.contract";
import type { TaskFeed } from "../../../shared/work/calendar/calendar.contract";
import { dayNumber } from "../../../shared/kernel/day-number";
import { instantAtLocalTime } from "../../../shared/kernel/wall-clock";
import { jsonForExternal } from "../../../shared/kernel/external-view";
import { type Language, languageOf } from "../../../shared/kernel/languages";
import { Problem } from "../../../shared/kernel/problems";
import { type ComingMatcher, createComingMatcher } from "../../../shared/work/series/coming-task.rules";
import { readBoardQuery } from "../../../shared/work/tasks/tasks.address.rules";
import { type Board, boardFromReply, taskById } from "../../../shared/work/tasks/tasks.board";
import { createTaskMatcher, type TaskFilter } from "../../../shared/work/tasks/tasks.filter.rules";
import { recordsOfTable } from "../../../shared/work/tasks/tasks.table";
import { timelineSpanOf } from "../../../shared/work/timeline/timeline.span.rules";
import {
  calendarFeedsIn,
  createFeedToken,
  type FeedDates,
  type FeedReader,
  feedReaderSql,
  presentFeedDates,
} from "../../platform/calendar-feeds";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { TenantAddress } from "../../platform/http/origin";
import { logSecurity } from "../../platform/security-log";
import type { Actor } from "../../platform/session";
import { translator } from "../../platform/text";
import { projectAccess } from "../access/projects.policy";
import { type ComingOccurrence, comingDatesOfProjects } from "../series/series.dates";
import { readBoardsJson } from "../tasks/boards.service";
import { type ComingTaskEntry, taskCalendarText, type TaskEntry } from "./task-calendar.ics";

export const feedPath = "/task/calendar";

const columns = "query, created_at, used_at";
type Row = Pick<TaskFeed, "query"> & FeedDates;

const selectFeedOfProject = sql(
  "taskFeed.byProject",
  `SELECT ${columns} FROM task_feed WHERE tenant_id = current_tenant() AND user_id = $1 AND project_id = $2`,
);
const insertTaskFeed = sql(
  "taskFeed.upsert",
  `INSERT INTO task_feed (tenant_id, user_id, project_id, query, token_hash) VALUES (current_tenant(), $1, $2, $3, $4)
   ON CONFLICT (tenant_id, user_id, project_id)
   DO UPDATE SET query = EXCLUDED.query, token_hash = EXCLUDED.token_hash, created_at = now(), used_at = NULL
   RETURNING ${columns}`,
);
const deleteFeedRow = sql(
  "taskFeed.delete",
  "DELETE FROM task_feed WHERE tenant_id = current_tenant() AND user_id = $1 AND project_id = $2 RETURNING id",
);

const present = ({ query, ...dates }: Row): TaskFeed => ({ query, ...presentFeedDates(dates) });

/** @throws Problem 404 for a project that the actor can't see. */
export async function readTaskFeed(tx: Tx, actor: Actor, projectId: number): Promise<TaskFeed | null> {
  await projectAccess(tx, actor, projectId);
  const row = await tx.one<Row>(selectFeedOfProject, [actor.id, projectId]);
  return row ? present(row) : null;
}

export async function createTaskFeed(
  tx: Tx,
  actor: Actor,
  projectId: number,
  query: string,
): Promise<TaskFeed & { path: string }> {
  await projectAccess(tx, actor, projectId);
  const { token, hash } = await createFeedToken(tx, actor, { scope: "tasks", project: projectId });
  const row = (await tx.one<Row>(insertTaskFeed, [actor.id, projectId, query, hash])) as Row;
  return { ...present(row), path: `${feedPath}/${token}.ics` };
}

/** Revokes the feed, also for a project that the user has left. @throws Problem 404 when there is no feed. */
export async function revokeTaskFeed(tx: Tx, actor: Actor, projectId: number): Promise<void> {
  if (!(await tx.one(deleteFeedRow, [actor.id, projectId]))) throw new Problem("notFound");
  logSecurity(tx, { kind: "feed_ended", facts: { count: 1 } });
}

interface FeedFilter {
  project_id: number | null;
  query: string;
  today: string;
  time_zone: string;
}

/** Today and the time zone of the organization, in which a feed's filter is evaluated. */
export const todayOfFeed =
  "tenant_today()::text AS today, (SELECT time_zone FROM tenant WHERE id = current_tenant()) AS time_zone";

const selectFeedReader = sql("taskFeed.reader", feedReaderSql("task_feed", `f.project_id, f.query, ${todayOfFeed}`));
const feeds = calendarFeedsIn<FeedFilter>("taskFeed", "task_feed", selectFeedReader);

export const revokeTaskFeeds = feeds.revokeAll;

const selectChangeTimes = sql(
  "taskFeed.changedAt",
  "SELECT id, updated_at FROM task WHERE tenant_id = current_tenant() AND id = ANY($1::bigint[])",
);

/** A user who reads tasks through a calendar feed. */
export type TaskFeedReader = FeedReader & { today: string; time_zone: string };

export interface FeedCall {
  address: TenantAddress;
  /** `Accept-Language` header, used for users without a language setting. */
  acceptLanguage: string | undefined;
}

export const feedLanguage = (reader: Pick<FeedReader, "language">, { acceptLanguage }: FeedCall): Language =>
  languageOf(reader.language ?? acceptLanguage);

/**
 * Returns the calendar of the tasks that the feed's user may see now.
 * @throws Problem as in `calendarFeedsIn`; 404 when the user has left the project.
 */
export async function taskFeedText(tx: Tx, token: string, call: FeedCall): Promise<string> {
  const reader = await feeds.resolve(tx, token, { accepts: (own) => own.project_id !== null });
  const project = await projectAccess(tx, reader, reader.project_id ?? 0);
  const text = translator(feedLanguage(reader, call));
  const content = await readFeedContent(tx, reader, [project.id], reader.query);
  return feedTextOf(tx, text("task.feedName", { project: project.title }), content, reader, call);
}

/** A task in a calendar, with the names of its state and its people. */
export interface FeedTask {
  task: TaskEntry["task"] & Pick<BoardTask, "start_date" | "due_date">;
  state: string;
  people: readonly string[];
}

export interface FeedContent {
  tasks: FeedTask[];
  projectIds: readonly number[];
  /** Whether the feed contains the task that a series will create on a date. */
  matchesComing: (occurrence: ComingOccurrence) => boolean;
}

/** Number of boards that are read together. */
const boardsAtOnce = 20;

/** The tasks of projects that match the filter in `query`. The caller must check access to the projects. */
export async function readFeedContent(
  tx: Tx,
  reader: TaskFeedReader,
  projectIds: readonly number[],
  query: string,
): Promise<FeedContent> {
  const tasks: FeedTask[] = [];
  const comingMatchers = new Map<number, ComingMatcher>();
  const { filter } = readBoardQuery(new URLSearchParams(query));
  const context = { ...filterDates(reader), me: reader.id };
  for (let at = 0; at < projectIds.length; at += boardsAtOnce) {
    const boards = await readBoardsJson(tx, projectIds.slice(at, at + boardsAtOnce));
    for (const [projectId, reply] of boards) {
      const board = boardFromReply(JSON.parse(reader.external ? jsonForExternal(reply) : reply) as BoardReply);
      tasks.push(...tasksOfBoard(board, filter, context));
      comingMatchers.set(projectId, createComingMatcher(filter, context, board));
    }
  }
  return {
    tasks,
    projectIds,
    matchesComing: (occurrence) => comingMatchers.get(occurrence.project_id)?.(occurrence) ?? false,
  };
}

/** Days of a feed's filter, in the time zone of the organization and the week of its user. */
export const filterDates = ({ today, week, time_zone }: TaskFeedReader) => ({
  today,
  firstDay: week.first,
  startOfDay: (day: string) => new Date(instantAtLocalTime(Date.parse(`${day}T00:00:00Z`), time_zone)).toISOString(),
});

function tasksOfBoard(
  board: Board,
  filter: TaskFilter,
  context: ReturnType<typeof filterDates> & { me: number },
): FeedTask[] {
  const matches = createTaskMatcher(filter, {
    ...context,
    peopleOf: (id) => board.groups[id]?.users ?? [],
    kindOf: (id) => board.columns[id]?.kind,
    progressOf: (id) => taskById(board, id)?.progress,
    fields: board.fields,
  });
  return recordsOfTable(board.tasks)
    .filter(matches)
    .map((task) => ({
      task,
      state: board.columns[task.task_status_id]?.title ?? "",
      people: task.user_ids.flatMap((id) => board.users[id]?.fullname ?? []),
    }));
}

/** Renders the tasks with a date within the feed's period, and those that series will create in it. */
export async function feedTextOf(
  tx: Tx,
  name: string,
  content: FeedContent,
  reader: TaskFeedReader,
  call: FeedCall,
): Promise<string> {
  const [from, to] = [dayNumber(reader.from), dayNumber(reader.to)];
  const dated = content.tasks.flatMap((each) => {
    const span = timelineSpanOf(each.task);
    return span && span.to >= from && span.from <= to ? [{ ...each, span }] : [];
  });
  const changes = await tx.rows<{ id: number; updated_at: Date }>(selectChangeTimes, [
    dated.map(({ task }) => task.id),
  ]);
  const changed = new Map(changes.map(({ id, updated_at }) => [id, updated_at]));
  const text = translator(feedLanguage(reader, call));
  const { origin, domain } = call.address;
  const entries = dated.flatMap(({ task, span, state, people }) => {
    const at = changed.get(task.id);
    const description = [
      text("task.feedState", { state }),
      people.length > 0 && text("task.feedPeople", { people: people.join(", ") }),
    ];
    if (!at) return [];
    return {
      task,
      span,
      changedAt: at,
      description: description.filter(Boolean).join("\n"),
      url: `${origin}/t/${task.id}`,
    };
  });
  const coming = await comingEntries(tx, content, reader, { origin, description: text("task.feedComing") });
  return taskCalendarText(name, domain, [...entries, ...coming]);
}

/** The tasks that series will create. */
async function comingEntries(
  tx: Tx,
  { projectIds, matchesComing }: FeedContent,
  { today, to }: TaskFeedReader,
  { origin, description }: { origin: string; description: string },
): Promise<ComingTaskEntry[]> {
  const period = { from: today, to };
  const dates = projectIds.length > 0 ? await comingDatesOfProjects(tx, projectIds, period, matchesComing) : [];
  return dates.flatMap((occurrence) => {
    const { task_id: taskId, series } = occurrence;
    const changedAt = series.created_at;
    const span = timelineSpanOf(occurrence);
    if (!span) return [];
    return { occurrence, span, changedAt, description, url: taskId === null ? null : `${origin}/t/${taskId}` };
  });
}
