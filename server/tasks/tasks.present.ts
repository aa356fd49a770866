import { groupBy } from "../../shared/kernel/group-by";
import { Problem } from "../../shared/kernel/problems";
import type { TaskDetail } from "../../shared/tasks/task-detail.contract";
import type { BoardColumn, BoardTask } from "../../shared/tasks/tasks.contract";
import { historyOfTask } from "../activity/activity.service";
import { type AttachmentRow, presentAttachment } from "../attachments/attachments.present";
import { presentComment } from "../comments/comments.present";
import type { Actor } from "../platform/session";
import { streamRevision } from "../platform/live/subscribe";
import type { Tx } from "../platform/database/unit-of-work";
import { type EntryRow, presentEntry } from "../time/time.present";
import type { ColumnEntity } from "./column.entity";
import { detailParts } from "./tasks.detail.sql";
import { mayOnTask, type TaskRow } from "./tasks.policy";
import { someCards } from "./tasks.sql";

/** The card as the board shows it now. */
export async function presentCard(tx: Tx, task: Pick<TaskRow, "id" | "projectId">): Promise<BoardTask> {
  const card = (await presentCards(tx, [task])).get(task.id);
  if (!card) throw new Problem("notFound");
  return card;
}

/** Cards by their ids, one statement for each project. */
export async function presentCards(
  tx: Tx,
  tasks: readonly Pick<TaskRow, "id" | "projectId">[],
): Promise<Map<number, BoardTask>> {
  const byProject = groupBy(tasks, (task) => task.projectId);
  const cards = await Promise.all(
    [...byProject].map(([projectId, own]) => tx.rows<BoardTask>(someCards, [projectId, own.map((task) => task.id)])),
  );
  return new Map(cards.flat().map((card) => [card.id, card]));
}

export function presentColumn(column: ColumnEntity): BoardColumn {
  return {
    id: column.id,
    project_id: column.projectId,
    title: column.title,
    kind: column.kind,
    color: column.color,
    wip_limit: column.wipLimit,
    sort_order: column.sortOrder,
    version: column.version,
  };
}

interface DetailRow {
  description: string | null;
  published: boolean;
  updated_at: Date;
  column: BoardColumn;
  columns: BoardColumn[];
  reporter: TaskDetail["reporter"];
  users: TaskDetail["users"];
  watchers: TaskDetail["watchers"];
  blockers: TaskDetail["blockers"];
  blocking: TaskDetail["blocking"];
  groups: TaskDetail["groups"];
  tags: TaskDetail["tags"];
  subtasks: TaskDetail["subtasks"];
  attachments: AttachmentRow[];
  coverId: number | null;
  /** `open`: its week isn't handed in. */
  time_entries: (Omit<EntryRow, "taskId"> & { open: boolean })[];
  comments: Parameters<typeof presentComment>[0][];
}

/** Everything on the task's panel, with the revision it is exactly at: run in a snapshot. */
export async function presentTask(tx: Tx, actor: Actor, task: TaskRow): Promise<TaskDetail> {
  const [card, parts, history, revision] = await Promise.all([
    presentCard(tx, task),
    tx.one<DetailRow>(detailParts, [task.id]),
    historyOfTask(tx, actor, task),
    streamRevision(tx, `project:${task.projectId}`),
  ]);
  if (!parts) throw new Problem("notFound");
  return {
    ...card,
    project: { id: task.projectId, title: task.projectTitle, code: task.projectCode, color: task.projectColor },
    column: parts.column,
    columns: parts.columns,
    description: parts.description,
    published: parts.published,
    archived: task.archived,
    updated_at: parts.updated_at.toISOString(),
    reporter: parts.reporter,
    users: parts.users,
    watchers: parts.watchers,
    watching: parts.watchers.some((person) => person.id === actor.id),
    blockers: parts.blockers,
    blocking: parts.blocking,
    groups: parts.groups,
    tags: parts.tags,
    comments: parts.comments.map((comment) => presentComment(comment, actor, task)),
    attachments: parts.attachments.map((attachment) => presentAttachment(attachment, actor, task)),
    cover_id: parts.coverId,
    subtasks: parts.subtasks,
    time_entries: parts.time_entries.map(({ open, ...entry }) => {
      const edit = open && entry.user.id === actor.id && mayOnTask(actor, "log", task);
      return presentEntry({ ...entry, taskId: task.id }, task.projectId, edit);
    }),
    activities: history.activities,
    names: history.names,
    revision,
    can: {
      create: mayOnTask(actor, "create", task),
      edit: !task.archived && mayOnTask(actor, "edit", task),
      move: !task.archived && mayOnTask(actor, "move", task),
      delete: mayOnTask(actor, "delete", task),
      comment: mayOnTask(actor, "comment", task),
      attach: mayOnTask(actor, "attach", task),
      tag: mayOnTask(actor, "tag", task),
      log: mayOnTask(actor, "log", task),
    },
  };
}
