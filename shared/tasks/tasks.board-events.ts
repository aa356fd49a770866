import type { AttachmentEvents } from "../attachments/attachments.events";
import type { CommentEvents } from "../comments/comments.events";
import type { DomainEvent } from "../domain-events";
import type { GroupEvents } from "../groups/groups.events";
import type { ProjectEvents } from "../projects/projects.events";
import { subtaskEffects } from "../subtasks/subtasks.board-events";
import type { SubtaskEvents } from "../subtasks/subtasks.events";
import {
  type Board,
  type Column,
  changeTask,
  normalGroup,
  normalTask,
  placeTask,
  removeTask,
  taskOf,
  tasksIn,
  without,
} from "./tasks.board";
import { type BoardColumn, type BoardTask, boardTaskReply } from "./tasks.contract";
import { cardFields, recordOf } from "./tasks.field-lists";
import type { TimeEntryEvents } from "../time/time.events";
import type { TaskEvents } from "./tasks.events";
import type { WatcherEvents } from "../watchers/watchers.events";
import { compareRanked } from "./tasks.rank.rules";
import { mapRecords } from "./tasks.table";

/** Everything that may come on a project's stream. A new type doesn't compile before the board says what it does. */
type ProjectStreamEvents = TaskEvents &
  SubtaskEvents &
  WatcherEvents &
  CommentEvents &
  AttachmentEvents &
  ProjectEvents &
  Pick<GroupEvents, "group.updated"> &
  TimeEntryEvents;
type Effects = { [Type in keyof ProjectStreamEvents]: (board: Board, data: ProjectStreamEvents[Type]) => Board };

/**
 * The board after one event, equal to what reading it again would give. Events are applied in order and once each; the
 * sequencer (`kernel/streams.ts`) sees to that. What is older than the board is dropped all the same.
 */
export function applyEvent(board: Board, event: DomainEvent): Board {
  if (event.revision <= board.revision) return board;
  const effect = (effects as Record<string, ((board: Board, data: never) => Board) | undefined>)[event.type];
  const next = effect ? effect(board, event.data as never) : board;
  return { ...next, revision: event.revision };
}

export function applyEvents(board: Board, events: readonly DomainEvent[]): Board {
  return events.reduce(applyEvent, board);
}

const nothing = (board: Board) => board;

const spent = (board: Board, { task_id, spent_minutes }: { task_id: number; spent_minutes: number }) =>
  changeTask(board, task_id, (task) => ({ ...task, spent_minutes }));

const effects: Effects = {
  "task.created": (board, task) => placeTask(board, normalTask(pickTask(task))),
  "task.restored": (board, task) => placeTask(board, normalTask(pickTask(task))),
  "task.updated": (board, { users = [], related, ...data }) =>
    changeTask(withUsers(board, users), data.id, (task) =>
      normalTask({ ...task, ...pickChange(data), version: data.version }),
    ),
  "task.moved": (board, { id, task_status_id, rank, version, progress }) =>
    changeTask(board, id, (task) => ({ ...task, task_status_id, rank, version, progress })),
  "task.archived": (board, { id }) => removeTask(board, id),
  "task.arrived": (board, task) => placeTask(board, normalTask(pickTask(task))),
  "task.left": (board, { id }) => unblock(removeTask(board, id), id),
  "task.deleted": (board, { id }) => unblock(removeTask(board, id), id),

  "column.created": (board, column) => ({
    ...board,
    columnIds: [...board.columnIds, column.id],
    columns: { ...board.columns, [column.id]: pickColumn(column) },
    order: { ...board.order, [column.id]: [] },
  }),
  "column.updated": (board, { before, ...column }) =>
    board.columns[column.id] ? { ...board, columns: { ...board.columns, [column.id]: pickColumn(column) } } : board,
  "column.sorted": (board, { ids }) => ({ ...board, columnIds: ids.filter((id) => board.columns[id]) }),
  "column.rebalanced": (board, { id, ranks }) => {
    const tasks = mapRecords(board.tasks, (task) => {
      const rank = ranks[task.id];
      return task.task_status_id === id && rank !== undefined && rank !== task.rank ? { ...task, rank } : task;
    });
    return sortedColumn({ ...board, tasks }, id);
  },
  "column.deleted": (board, { id }) => {
    const { [id]: column, ...columns } = board.columns;
    if (!column) return board;
    const emptied = tasksIn(board, id).reduce(removeTask, board);
    const { [id]: gone, ...order } = emptied.order;
    return { ...emptied, columns, order, columnIds: without(board.columnIds, id) };
  },

  ...subtaskEffects,
  "watcher.added": nothing,
  "watcher.removed": nothing,

  "comment.created": (board, { task_id }) => countComments(board, task_id, 1),
  "comment.updated": nothing,
  "comment.deleted": (board, { task_id }) => countComments(board, task_id, -1),
  "comment.restored": (board, { task_id }) => countComments(board, task_id, 1),
  "reaction.added": nothing,
  "reaction.removed": nothing,

  "attachment.created": showFiles,
  "attachment.updated": showFiles,
  "attachment.deleted": showFiles,
  "attachment.previewed": nothing, // the cover's address stays the same
  "time_entry.created": spent,
  "time_entry.updated": spent,
  "time_entry.deleted": spent,

  "tag.created": (board, tag) => ({ ...board, tags: { ...board.tags, [tag.id]: tag } }),
  "tag.updated": (board, tag) => ({ ...board, tags: { ...board.tags, [tag.id]: tag } }),
  "tag.deleted": (board, { id }) => {
    const { [id]: gone, ...tags } = board.tags;
    const tasks = mapRecords(board.tasks, (task) =>
      task.tag_ids.includes(id) ? { ...task, tag_ids: task.tag_ids.filter((tag) => tag !== id) } : task,
    );
    return { ...board, tags, tasks };
  },

  "member.added": (board, { user }) => withUsers(board, [user]),
  "member.updated": (board, { user }) => withUsers(board, [user]),
  "member.removed": (board, { user }) => withoutUsers(board, [user.id]),
  "group.added": (board, { group, users }) => ({
    ...withUsers(board, users),
    groups: { ...board.groups, [group.id]: normalGroup(group) },
  }),
  "group.updated": (board, { group, users, gone = [] }) =>
    board.groups[group.id]
      ? {
          ...withoutUsers(withUsers(board, users), gone),
          groups: { ...board.groups, [group.id]: normalGroup(group) },
        }
      : board,
  "group.removed": (board, { id }) => {
    const { [id]: gone, ...groups } = board.groups;
    return { ...board, groups };
  },

  // The project's own facts aren't part of the board: its header reads them with the project.
  "project.created": nothing,
  "project.updated": nothing,
  "project.archived": nothing,
  "project.restored": nothing,
  "project.deleted": nothing,
};

// Field by field: an event may carry more than a card holds, and a card must equal the one that is read.

const cardParts = Object.keys(boardTaskReply.fields) as (keyof BoardTask)[];
/** What `task.updated` changes on a card. */
const changeable = [...cardFields.map(recordOf), "cover_url"] as const;

function pickTask(task: BoardTask): BoardTask {
  return Object.fromEntries(cardParts.map((name) => [name, task[name]])) as BoardTask;
}

function pickChange(data: Omit<TaskEvents["task.updated"], "users">): Partial<BoardTask> {
  return Object.fromEntries(
    changeable.filter((field) => data[field] !== undefined).map((field) => [field, data[field]]),
  );
}

function pickColumn({ id, project_id, title, kind, color, wip_limit, version }: BoardColumn): Column {
  return { id, project_id, title, kind, color, wip_limit, version };
}

function withUsers(board: Board, people: readonly Board["users"][number][]): Board {
  if (people.length === 0) return board;
  const users = { ...board.users };
  for (const { id, fullname, image } of people) users[id] = { id, fullname, image };
  return { ...board, users };
}

function withoutUsers(board: Board, ids: readonly number[]): Board {
  if (ids.length === 0) return board;
  const users = { ...board.users };
  for (const id of ids) delete users[id];
  return { ...board, users };
}

/** A task that is gone blocks nothing. */
function unblock(board: Board, id: number): Board {
  const tasks = mapRecords(board.tasks, (task) =>
    task.blocker_ids.includes(id) ? { ...task, blocker_ids: task.blocker_ids.filter((other) => other !== id) } : task,
  );
  return { ...board, tasks };
}

function countComments(board: Board, taskId: number, by: number): Board {
  return changeTask(board, taskId, (task) => ({ ...task, comment_count: Math.max(0, task.comment_count + by) }));
}

function showFiles(
  board: Board,
  data: { task_id: number; attachment_count: number; cover_url?: string | null },
): Board {
  const { task_id, attachment_count, cover_url } = data;
  return changeTask(board, task_id, (task) => ({
    ...task,
    attachment_count,
    cover_url: cover_url === undefined ? task.cover_url : cover_url,
  }));
}

/** New ranks keep the order; sorting again makes sure of it, also for a card that a rebalance left out. */
function sortedColumn(board: Board, columnId: number): Board {
  const ids = tasksIn(board, columnId);
  const tasks = ids.flatMap((id) => taskOf(board, id) ?? []);
  const sorted = tasks.toSorted(compareRanked).map((task) => task.id);
  return sorted.every((id, at) => id === ids[at]) ? board : { ...board, order: { ...board.order, [columnId]: sorted } };
}
