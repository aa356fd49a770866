import type { DomainEvent } from "../../shared/domain-events";
import { feedFields, recordOf } from "../../shared/tasks/tasks.field-lists";
import type { MessageId } from "../platform/intl/catalogues";
import { plainText } from "../platform/plain-text";

/** A value in a sentence, before it is put into the reader's language. */
export type Value =
  | string
  | number
  /** What somebody wrote: stands within `<q>`. */
  | { quote: string }
  | { day: string }
  | { percent: number }
  | { message: MessageId }
  /** Each by itself, joined as the language joins. */
  | { list: readonly (string | { message: MessageId })[] };

/** What an event says: a message with its values. `<b>` in it marks names, `<q>` what somebody wrote. */
export interface Sentence {
  id: MessageId;
  values: Record<string, Value>;
  icon: SentenceIcon;
  /** The task that it is about, while it is there to be opened. */
  taskId?: number;
}

export type SentenceIcon =
  | "add"
  | "move"
  | "change"
  | "archive"
  | "restore"
  | "delete"
  | "comment"
  | "people"
  | "tag"
  | "time";

/** An event of the log, as the history and live events carry it. Old events may lack what newer ones have. */
export interface Told {
  type: string;
  actor: { fullname: string } | null;
  data: Record<string, unknown>;
}

/** Null where there is nothing worth telling, or where the type is newer than this client. */
export function sentenceOf(told: Told): Sentence | null {
  const name: Value = told.actor?.fullname ?? { message: "activity.somebody" };
  const event = told as unknown as DomainEvent;
  const say = (id: MessageId, icon: SentenceIcon, values: Record<string, Value> = {}, taskId?: number): Sentence => ({
    id,
    icon,
    values: { name, ...values },
    taskId,
  });
  switch (event.type) {
    case "task.created":
      return say("activity.task.created", "add", taskWords(event.data), event.data.id);
    case "task.moved": {
      const column = columnTitle(event.data);
      const values = { ...taskWords(event.data), ...(column === null ? {} : { column }) };
      return say(column === null ? "activity.task.moved" : "activity.task.movedTo", "move", values, event.data.id);
    }
    case "task.updated":
      return taskUpdated(event.data, say);
    case "task.archived":
      return say("activity.task.archived", "archive", taskWords(event.data), event.data.id);
    case "task.restored":
      return say("activity.task.restored", "restore", taskWords(event.data), event.data.id);
    case "task.left":
      return say("activity.task.left", "move", taskWords(event.data));
    case "task.arrived":
      return say(
        "activity.task.arrived",
        "move",
        { ...taskWords(event.data), before: event.data.from_key },
        event.data.id,
      );
    case "task.deleted":
      return say("activity.task.deleted", "delete", taskWords(event.data));
    case "comment.created": {
      const values = { ...taskWords(event.data), excerpt: { quote: plainText(event.data.comment) || "…" } };
      return say("activity.comment.created", "comment", values, event.data.task_id);
    }
    case "comment.updated":
      return say("activity.comment.updated", "comment", taskWords(event.data), event.data.task_id);
    case "comment.deleted":
      return say("activity.comment.deleted", "delete", taskWords(event.data), event.data.task_id);
    case "comment.restored":
      return say("activity.comment.restored", "restore", taskWords(event.data), event.data.task_id);
    case "subtask.updated": {
      if (event.data.completed !== 1 || !("completed" in event.data.before)) return null;
      const values = { ...taskWords(event.data), subtask: { quote: event.data.name } };
      return say("activity.subtask.done", "change", values, event.data.task_id);
    }
    case "time_entry.created":
      return say("activity.time.created", "time", taskWords(event.data), event.data.task_id);
    case "time_entry.updated":
      return say("activity.time.updated", "time", taskWords(event.data), event.data.task_id);
    case "time_entry.deleted":
      return say("activity.time.deleted", "delete", taskWords(event.data), event.data.task_id);
    case "attachment.created":
    case "attachment.updated":
    case "attachment.deleted": {
      const { key, title, task_id } = event.data;
      const icon = ({ created: "add", updated: "change", deleted: "delete" } as const)[verbOf(event.type)];
      return say(`activity.${event.type}`, icon, { key, title: { quote: title } }, task_id);
    }
    case "column.created":
      return say("activity.column.created", "add", { column: event.data.title });
    case "column.updated": {
      const { title, before } = event.data;
      const renamed = before.title !== undefined && before.title !== title;
      return renamed
        ? say("activity.column.renamed", "change", { before: before.title ?? "", column: title })
        : say("activity.column.updated", "change", { column: title });
    }
    case "column.sorted":
      return say("activity.column.sorted", "change");
    case "column.deleted":
      return say("activity.column.deleted", "delete", { column: event.data.title });
    case "project.created":
      return say("activity.project.created", "add", { title: event.data.title });
    case "project.updated":
      return projectUpdated(event.data, say);
    case "project.archived":
      return say("activity.project.archived", "archive");
    case "project.restored":
      return say("activity.project.restored", "restore");
    case "member.added": {
      const own = told.actor?.fullname === event.data.user.fullname;
      return own
        ? say("activity.member.joined", "people")
        : say("activity.member.added", "people", { person: event.data.user.fullname });
    }
    case "member.updated":
      return say("activity.member.updated", "people", {
        person: event.data.user.fullname,
        role: { message: `projects.role.${event.data.role}` },
      });
    case "member.removed":
      return say("activity.member.removed", "people", { person: event.data.user.fullname });
    case "group.added":
      return say("activity.group.added", "people", { group: event.data.group.title });
    case "group.removed":
      return say("activity.group.removed", "people");
    case "tag.created":
      return say("activity.tag.created", "tag", { tag: event.data.name });
    case "tag.updated":
      return say("activity.tag.updated", "tag", { tag: event.data.name });
    case "tag.deleted":
      return say("activity.tag.deleted", "tag", { tag: event.data.name });
    default:
      return null;
  }
}

const verbOf = (type: `attachment.${"created" | "updated" | "deleted"}`) =>
  type.slice("attachment.".length) as "created" | "updated" | "deleted";

type Say = (id: MessageId, icon: SentenceIcon, values?: Record<string, Value>, taskId?: number) => Sentence;

const taskWords = ({ key, title }: { key: string; title?: string }) => ({ key, title: title ?? "" });

/** The history adds the name of the column; the live event has its id only. */
function columnTitle(data: object): string | null {
  const title = (data as { column?: { title?: unknown } | null }).column?.title;
  return typeof title === "string" && title !== "" ? title : null;
}

const taskFields = feedFields.map(recordOf);

type TaskUpdated = Extract<DomainEvent, { type: "task.updated" }>["data"];

/** One changed field is said with what it is now, several by their names. */
function taskUpdated(data: TaskUpdated, say: Say): Sentence {
  const changed = taskFields.filter((field) => field in (data.before ?? {}));
  const words = taskWords(data);
  const only = changed.length === 1 ? changed[0] : undefined;
  if (only === "title" && data.title) {
    return say("activity.task.renamed", "change", { key: data.key, title: { quote: data.title } }, data.id);
  }
  if (only === "priority" && data.priority) {
    const priority: Value = { message: `task.priority.${data.priority}` };
    return say("activity.task.priority", "change", { ...words, priority }, data.id);
  }
  if (only === "progress" && data.progress !== undefined) {
    return say("activity.task.progress", "change", { ...words, progress: { percent: data.progress } }, data.id);
  }
  if (only === "due_date") {
    return data.due_date
      ? say("activity.task.due", "change", { ...words, day: { day: data.due_date } }, data.id)
      : say("activity.task.dueRemoved", "change", words, data.id);
  }
  if (only === "user_ids" || only === "group_ids") {
    const people = (data.users ?? []).map((user) => user.fullname);
    return people.length > 0
      ? say("activity.task.assigned", "people", { ...words, people: { list: people } }, data.id)
      : say("activity.task.assignees", "people", words, data.id);
  }
  if (changed.length === 0) return say("activity.task.changed", "change", words, data.id);
  const fields = changed.map((field) => ({ message: `activity.field.${field}` as const }));
  return say("activity.task.fields", "change", { ...words, fields: { list: fields } }, data.id);
}

const projectFields = ["title", "code", "color", "status", "start_date", "end_date", "description"] as const;

type ProjectUpdated = Extract<DomainEvent, { type: "project.updated" }>["data"];

function projectUpdated(data: ProjectUpdated, say: Say): Sentence {
  const changed = projectFields.filter((field) => field in (data.before ?? {}));
  const only = changed.length === 1 ? changed[0] : undefined;
  if (only === "title" && data.title) {
    return say("activity.project.renamed", "change", { before: data.before.title ?? "", title: data.title });
  }
  if (only === "status" && data.status) {
    const state: Value = { message: `projects.state.${data.status}` as MessageId };
    return say("activity.project.status", "change", { state });
  }
  if (changed.length === 0) return say("activity.project.changed", "change");
  const fields = changed.map((field) => ({ message: `activity.field.project.${field}` as const }));
  return say("activity.project.fields", "change", { fields: { list: fields } });
}
