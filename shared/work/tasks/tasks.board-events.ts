import type { DomainEvent } from "../../kernel/events";
import type { AttachmentEvents } from "../attachments/attachments.events";
import type { CommentEvents } from "../comments/comments.events";
import { changedFieldValues } from "../fields/field-values.rules";
import type { FieldEvents } from "../fields/fields.events";
import { fieldListEffects, fieldValueEffects } from "../fields/fields.list";
import type { GroupUpdate, ProjectEvents } from "../projects/projects.events";
import type { SubtaskEvents, TaskTally } from "./subtasks.events";
import {
  type Board,
  type Column,
  changeTask,
  normalizeGroup,
  normalizeTask,
  placeTask,
  removeTask,
  taskById,
  taskIdsInColumn,
  withoutId,
} from "./tasks.board";
import { type BoardColumn, type BoardTask, boardTaskReply } from "./tasks.contract";
import { cardFields, recordNameOf } from "./tasks.field-lists";
import type { TimeEntryEvents } from "../time/time.events";
import type { TaskSeriesEvents } from "./task-series.events";
import type { TaskEvents } from "./tasks.events";
import type { WatcherEvents } from "../watchers/watchers.events";
import { compareRanked } from "./tasks.rank.rules";
import { mapRecords } from "./tasks.table";

/** All events of a project's stream; the type check requires that the board has a handler for each of them. */
type ProjectStreamEvents = TaskEvents &
  SubtaskEvents &
  WatcherEvents &
  FieldEvents &
  CommentEvents &
  AttachmentEvents &
  ProjectEvents &
  TaskSeriesEvents & { "group.updated": GroupUpdate } & TimeEntryEvents;
type Effects = { [Type in keyof ProjectStreamEvents]: (board: Board, data: ProjectStreamEvents[Type]) => Board };

/**
 * Applies one event to a board; the result equals a newly read board. The sequencer (`kernel/streams.ts`) delivers each event once and in
 * order; older events are ignored.
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

/** Events that change tasks without an event for each of them. */
const typesThatRequireReading: ReadonlySet<string> = new Set<DomainEvent["type"]>([
  "project.imported",
  "project_field.kind_restored",
]);

/** Whether followers must read the board again, because the event doesn't contain its changes. */
export const requiresReading = ({ type }: Pick<DomainEvent, "type">): boolean => typesThatRequireReading.has(type);

const nothing = (board: Board) => board;

const withSpentMinutes = (board: Board, { task_id, spent_minutes }: { task_id: number; spent_minutes: number }) =>
  changeTask(board, task_id, (task) => ({ ...task, spent_minutes }));

const withTally = (board: Board, { task_id, task }: { task_id: number; task: TaskTally }) =>
  changeTask(board, task_id, (card) => ({ ...card, ...taskTallyOf(task) }));

export function taskTallyOf({ progress, version, subtask_count, subtask_done_count }: TaskTally): TaskTally {
  return { progress, version, subtask_count, subtask_done_count };
}

const withFields =
  <Type extends keyof FieldEvents>(type: Type) =>
  (board: Board, data: FieldEvents[Type]): Board => ({ ...board, fields: fieldListEffects[type](board.fields, data) });

/** For events that also change the tasks' values. */
const withFieldsAndValues =
  <Type extends keyof typeof fieldValueEffects>(type: Type) =>
  (board: Board, data: FieldEvents[Type]): Board => ({
    ...withFields(type)(board, data),
    tasks: mapRecords(board.tasks, (task) => {
      const field_values = fieldValueEffects[type](task.field_values, data);
      return field_values === task.field_values ? task : { ...task, field_values };
    }),
  });

const effects: Effects = {
  "task.created": (board, task) => placeTask(board, normalizeTask(pickTask(task))),
  "task.restored": (board, { blocked_ids = [], ...task }) =>
    blocked_ids.reduce(
      (placed, id) => changeTask(placed, id, (blocked) => withBlocker(blocked, task.id)),
      placeTask(board, normalizeTask(pickTask(task))),
    ),
  "task.updated": (board, { users = [], related, ...data }) =>
    changeTask(withUsers(board, users), data.id, (task) =>
      normalizeTask({
        ...task,
        ...pickChange(data),
        ...(data.field_values && { field_values: changedFieldValues(task.field_values, data.field_values) }),
        version: data.version,
      }),
    ),
  "task.moved": (board, { id, task_status_id, rank, version, progress }) =>
    changeTask(board, id, (task) => ({ ...task, task_status_id, rank, version, progress })),
  "task.archived": (board, { id }) => removeTask(board, id),
  "task.arrived": (board, task) => placeTask(board, normalizeTask(pickTask(task))),
  "task.left": (board, { id }) => unblock(removeTask(board, id), id),
  "task.deleted": (board, { id }) => unblock(removeTask(board, id), id),

  "column.created": (board, column) => ({
    ...board,
    columnIds: [...board.columnIds, column.id],
    columns: { ...board.columns, [column.id]: pickColumn(column) },
    order: { ...board.order, [column.id]: [] },
  }),
  "column.restored": (board, { column_ids, required_field_ids, ...column }) => ({
    ...board,
    columnIds: [...column_ids],
    columns: { ...board.columns, [column.id]: pickColumn(column) },
    order: { ...board.order, [column.id]: [] },
    fields: board.fields.map((field) =>
      required_field_ids.includes(field.id)
        ? { ...field, required_column_ids: withId(field.required_column_ids, column.id) }
        : field,
    ),
  }),
  "column.updated": (board, { before, progress, ...column }) =>
    board.columns[column.id]
      ? {
          ...board,
          columns: { ...board.columns, [column.id]: pickColumn(column) },
          tasks: progress
            ? mapRecords(board.tasks, (task) => {
                const change = progress[task.id];
                return change ? { ...task, progress: change.after, version: change.version } : task;
              })
            : board.tasks,
        }
      : board,
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
    const emptied = taskIdsInColumn(board, id).reduce(removeTask, board);
    const { [id]: gone, ...order } = emptied.order;
    const fields = board.fields.map((field) =>
      field.required_column_ids.includes(id)
        ? { ...field, required_column_ids: field.required_column_ids.filter((one) => one !== id) }
        : field,
    );
    return { ...emptied, columns, order, fields, columnIds: withoutId(board.columnIds, id) };
  },

  "subtask.created": withTally,
  "subtask.updated": withTally,
  "subtask.deleted": withTally,
  "subtask.sorted": nothing,
  "watcher.added": nothing,
  "watcher.removed": nothing,

  "comment.created": (board, { task_id }) => countComments(board, task_id, 1),
  "comment.updated": nothing,
  "comment.deleted": (board, { task_id }) => countComments(board, task_id, -1),
  "comment.restored": (board, { task_id }) => countComments(board, task_id, 1),
  "reaction.added": nothing,
  "reaction.removed": nothing,

  "attachment.created": updateFileCount,
  "attachment.updated": updateFileCount,
  "attachment.deleted": updateFileCount,
  "attachment.previewed": nothing, // the cover's URL does not change
  "time_entry.created": withSpentMinutes,
  "time_entry.updated": withSpentMinutes,
  "time_entry.deleted": withSpentMinutes,

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
    groups: { ...board.groups, [group.id]: normalizeGroup(group) },
  }),
  "group.updated": (board, { group, users, gone = [] }) =>
    board.groups[group.id]
      ? {
          ...withoutUsers(withUsers(board, users), gone),
          groups: { ...board.groups, [group.id]: normalizeGroup(group) },
        }
      : board,
  "group.removed": (board, { id }) => {
    const { [id]: gone, ...groups } = board.groups;
    return { ...board, groups };
  },

  "project_field.created": withFields("project_field.created"),
  "project_field.updated": withFields("project_field.updated"),
  "project_field.kind_changed": withFieldsAndValues("project_field.kind_changed"),
  "project_field.kind_restored": nothing, // `requiresReading`
  "project_field.sorted": withFields("project_field.sorted"),
  "project_field.removed": withFields("project_field.removed"),
  "project_field.restored": withFields("project_field.restored"),
  "project_field.purged": withFieldsAndValues("project_field.purged"),

  "task_series.updated": (board, { task_id, task_ids, series_id, state }) =>
    state === "ended"
      ? withoutSeries(board, series_id)
      : (task_ids ?? (task_id === null ? [] : [task_id])).reduce(
          (changed, id) =>
            changeTask(changed, id, (task) => (task.series_id === series_id ? task : { ...task, series_id })),
          board,
        ),

  // The board contains no properties of the project; its header loads them separately.
  "project.created": nothing,
  "project.updated": nothing,
  "project.archived": nothing,
  "project.restored": nothing,
  "project.deleted": nothing,
};

// Copies only the fields of a card, because events can contain more fields and the card must equal a newly read one.

const cardParts = Object.keys(boardTaskReply.fields) as (keyof BoardTask)[];
const changeable = [...cardFields.map(recordNameOf), "cover_url"] as const;

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

function withoutSeries(board: Board, seriesId: number): Board {
  const tasks = mapRecords(board.tasks, (task) => (task.series_id === seriesId ? { ...task, series_id: null } : task));
  return { ...board, tasks };
}

const withId = (ids: readonly number[], id: number): number[] =>
  ids.includes(id) ? [...ids] : [...ids, id].sort((a, b) => a - b);

const withBlocker = (task: BoardTask, id: number): BoardTask => ({
  ...task,
  blocker_ids: withId(task.blocker_ids, id),
});

function unblock(board: Board, id: number): Board {
  const tasks = mapRecords(board.tasks, (task) =>
    task.blocker_ids.includes(id) ? { ...task, blocker_ids: task.blocker_ids.filter((other) => other !== id) } : task,
  );
  return { ...board, tasks };
}

function countComments(board: Board, taskId: number, by: number): Board {
  return changeTask(board, taskId, (task) => ({ ...task, comment_count: Math.max(0, task.comment_count + by) }));
}

function updateFileCount(
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

/** Sorts a column after its ranks were rebalanced. The order normally stays the same, except for cards that the rebalance omitted. */
function sortedColumn(board: Board, columnId: number): Board {
  const ids = taskIdsInColumn(board, columnId);
  const tasks = ids.flatMap((id) => taskById(board, id) ?? []);
  const sorted = tasks.toSorted(compareRanked).map((task) => task.id);
  return sorted.every((id, at) => id === ids[at]) ? board : { ...board, order: { ...board.order, [columnId]: sorted } };
}
