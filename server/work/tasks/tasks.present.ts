import { groupBy } from "../../../shared/kernel/group-by";
import { Problem } from "../../../shared/kernel/problems";
import type { ProjectField } from "../../../shared/work/fields/fields.contract";
import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import type { BoardColumn, BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { readTaskHistory } from "../activity/activity.service";
import { type AttachmentRow, presentAttachment } from "../attachments/attachments.present";
import { presentComment } from "../comments/comments.present";
import type { Actor } from "../../platform/session";
import { streamPosition } from "../../platform/live/subscribe";
import type { Tx } from "../../platform/database/unit-of-work";
import { type EntryRow, presentEntry } from "../time/time.present";
import type { ColumnEntity } from "./column.entity";
import { taskDetailParts } from "./tasks.detail.sql";
import { mayActOnTask, type TaskRow } from "../access/tasks.policy";
import { cardsByIds } from "./tasks.sql";

export async function presentCard(tx: Tx, task: Pick<TaskRow, "id" | "projectId">): Promise<BoardTask> {
  const card = (await presentCards(tx, [task])).get(task.id);
  if (!card) throw new Problem("notFound");
  return card;
}

export async function presentCards(
  tx: Tx,
  tasks: readonly Pick<TaskRow, "id" | "projectId">[],
): Promise<Map<number, BoardTask>> {
  const byProject = groupBy(tasks, (task) => task.projectId);
  const cards = await Promise.all(
    [...byProject].map(([projectId, own]) => tx.rows<BoardTask>(cardsByIds, [projectId, own.map((task) => task.id)])),
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
  fields: ProjectField[];
  published: boolean;
  updated_at: Date;
  column: BoardColumn;
  columns: BoardColumn[];
  reporter: TaskDetail["reporter"];
  import: TaskDetail["import"];
  last_import: TaskDetail["last_import"];
  template: TaskDetail["template"];
  users: TaskDetail["users"];
  watchers: TaskDetail["watchers"];
  blockers: TaskDetail["blockers"];
  blocking: TaskDetail["blocking"];
  groups: TaskDetail["groups"];
  tags: TaskDetail["tags"];
  subtasks: TaskDetail["subtasks"];
  attachments: AttachmentRow[];
  coverId: number | null;
  /** `open`: whether the timesheet week of the entry isn't submitted yet. */
  time_entries: (Omit<EntryRow, "taskId"> & { open: boolean })[];
  comments: Parameters<typeof presentComment>[0][];
}

/** The task panel's data with its exact revision; the transaction must be a snapshot. */
export async function presentTask(tx: Tx, actor: Actor, task: TaskRow): Promise<TaskDetail> {
  const [card, parts, history, position] = await Promise.all([
    presentCard(tx, task),
    tx.one<DetailRow>(taskDetailParts, [task.id, actor.id]),
    readTaskHistory(tx, actor, task),
    streamPosition(tx, `project:${task.projectId}`),
  ]);
  if (!parts) throw new Problem("notFound");
  return {
    ...card,
    project: { id: task.projectId, title: task.projectTitle, code: task.projectCode, color: task.projectColor },
    column: parts.column,
    columns: parts.columns,
    description: parts.description,
    fields: parts.fields,
    published: parts.published,
    archived: task.archived,
    updated_at: parts.updated_at.toISOString(),
    reporter: parts.reporter,
    import: parts.import,
    last_import: parts.last_import,
    template: parts.template,
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
      const edit = open && entry.user.id === actor.id && mayActOnTask(actor, "log", task);
      return presentEntry({ ...entry, taskId: task.id }, task.projectId, edit);
    }),
    activities: history.activities,
    names: history.names,
    ...position,
    can: {
      create: mayActOnTask(actor, "create", task),
      edit: !task.archived && mayActOnTask(actor, "edit", task),
      move: !task.archived && mayActOnTask(actor, "move", task),
      delete: mayActOnTask(actor, "delete", task),
      comment: mayActOnTask(actor, "comment", task),
      attach: mayActOnTask(actor, "attach", task),
      tag: mayActOnTask(actor, "tag", task),
      log: mayActOnTask(actor, "log", task),
    },
  };
}
