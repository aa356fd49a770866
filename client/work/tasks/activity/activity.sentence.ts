import type { DomainEvent } from "../../../../shared/kernel/events";
import type { SeriesChange, TaskSeriesEvents } from "../../../../shared/work/tasks/task-series.events";
import { feedFields, recordNameOf } from "../../../../shared/work/tasks/tasks.field-lists";
import type { MessageId } from "../../../platform/intl/catalogues";
import { plainText } from "../../../platform/plain-text";

export type SentenceValue =
  | string
  | number
  /** User-written text, rendered within `<q>`. */
  | { quote: string }
  | { day: string }
  | { percent: number }
  | { message: MessageId }
  /** Each item is localized separately, then joined with the locale's list format. */
  | { list: readonly (string | { message: MessageId })[] };

/** A message with its values. `<b>` marks names, `<q>` user-written text. */
export interface Sentence {
  id: MessageId;
  values: Record<string, SentenceValue>;
  icon: SentenceIcon;
  /** Id of the task that the sentence links to; absent if the task can't be opened. */
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

/** An event from the history or the live stream. Older events may lack newer fields. */
export interface ActivityEvent {
  type: string;
  actor: { fullname: string } | null;
  data: Record<string, unknown>;
}

/** Returns null for events without a sentence, including types newer than this client. */
export function buildSentence(activity: ActivityEvent): Sentence | null {
  const name: SentenceValue = activity.actor?.fullname ?? { message: "activity.somebody" };
  const event = activity as unknown as DomainEvent;
  const say = (
    id: MessageId,
    icon: SentenceIcon,
    values: Record<string, SentenceValue> = {},
    taskId?: number,
  ): Sentence => ({
    id,
    icon,
    values: { name, ...values },
    taskId,
  });
  switch (event.type) {
    case "task.created":
      return say("activity.task.created", "add", taskValues(event.data), event.data.id);
    case "task.moved": {
      const column = columnTitle(event.data);
      const values = { ...taskValues(event.data), ...(column === null ? {} : { column }) };
      return say(column === null ? "activity.task.moved" : "activity.task.movedTo", "move", values, event.data.id);
    }
    case "task.updated":
      return taskUpdated(event.data, say);
    case "task.archived":
      return say("activity.task.archived", "archive", taskValues(event.data), event.data.id);
    case "task.restored":
      return say("activity.task.restored", "restore", taskValues(event.data), event.data.id);
    case "task.left":
      return say("activity.task.left", "move", taskValues(event.data));
    case "task.arrived":
      return say(
        "activity.task.arrived",
        "move",
        { ...taskValues(event.data), before: event.data.from_key },
        event.data.id,
      );
    case "task.deleted":
      return say("activity.task.deleted", "delete", taskValues(event.data));
    case "comment.created": {
      const values = { ...taskValues(event.data), excerpt: { quote: plainText(event.data.comment) || "…" } };
      return say("activity.comment.created", "comment", values, event.data.task_id);
    }
    case "comment.updated":
      return say("activity.comment.updated", "comment", taskValues(event.data), event.data.task_id);
    case "comment.deleted":
      return say("activity.comment.deleted", "delete", taskValues(event.data), event.data.task_id);
    case "comment.restored":
      return say("activity.comment.restored", "restore", taskValues(event.data), event.data.task_id);
    case "subtask.updated": {
      if (event.data.completed !== 1 || !("completed" in event.data.before)) return null;
      const values = { ...taskValues(event.data), subtask: { quote: event.data.name } };
      return say("activity.subtask.done", "change", values, event.data.task_id);
    }
    case "time_entry.created":
      return say("activity.time.created", "time", taskValues(event.data), event.data.task_id);
    case "time_entry.updated":
      return say("activity.time.updated", "time", taskValues(event.data), event.data.task_id);
    case "time_entry.deleted":
      return say("activity.time.deleted", "delete", taskValues(event.data), event.data.task_id);
    case "attachment.created":
    case "attachment.updated":
    case "attachment.deleted": {
      const { key, title, task_id } = event.data;
      const icon = ({ created: "add", updated: "change", deleted: "delete" } as const)[verbOf(event.type)];
      return say(`activity.${event.type}`, icon, { key, title: { quote: title } }, task_id);
    }
    case "task_series.updated":
      return seriesSentence(event.data, say);
    default:
      return projectSentence(event, activity.actor, say);
  }
}

const seriesIcons = {
  created: "add",
  rule: "change",
  template: "change",
  paused: "change",
  resumed: "restore",
  ended: "delete",
  skipped: "delete",
  unskipped: "restore",
} as const satisfies Partial<Record<SeriesChange, SentenceIcon>>;

/** Sentences about users' changes of a series; its schedule has none. */
function seriesSentence(data: TaskSeriesEvents["task_series.updated"], say: SentenceBuilder): Sentence | null {
  const { change, date, task_id } = data;
  if (!(change in seriesIcons)) return null;
  const done = change as keyof typeof seriesIcons;
  const values = { ...taskValues(data), ...(date === null ? {} : { date: { day: date } }) };
  return say(`activity.series.${done}`, seriesIcons[done], values, task_id ?? undefined);
}

/** Events of a project, its columns, members and tags. */
function projectSentence(event: DomainEvent, actor: ActivityEvent["actor"], say: SentenceBuilder): Sentence | null {
  switch (event.type) {
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
    case "column.restored":
      return say("activity.column.restored", "restore", { column: event.data.title });
    case "bin_entry.purged":
      return say("activity.bin.purged", "delete", { title: { quote: event.data.title } });
    case "project_field.created":
      return say("activity.projectField.created", "add", { field: event.data.title });
    case "project_field.updated": {
      const { title, before } = event.data;
      return before.title === undefined
        ? say("activity.projectField.updated", "change", { field: title })
        : say("activity.projectField.renamed", "change", { before: before.title, field: title });
    }
    case "project_field.kind_changed": {
      const { title, kind, lost_count } = event.data;
      const kindText: SentenceValue = { message: `projectField.kind.${kind}` };
      return lost_count > 0
        ? say("activity.projectField.kindChangedWithLoss", "change", {
            field: title,
            kind: kindText,
            count: lost_count,
          })
        : say("activity.projectField.kindChanged", "change", { field: title, kind: kindText });
    }
    case "project_field.kind_restored": {
      const { title, kind } = event.data;
      return say("activity.projectField.kindRestored", "change", {
        field: title,
        kind: { message: `projectField.kind.${kind}` },
      });
    }
    case "project_field.sorted":
      return say("activity.projectField.sorted", "change");
    case "project_field.removed":
      return say("activity.projectField.removed", "delete", { field: event.data.title });
    case "project_field.restored":
      return say("activity.projectField.restored", "restore", { field: event.data.title });
    case "project_field.purged":
      return say("activity.projectField.purged", "delete", { field: event.data.title });
    case "task_template.created":
    case "task_template.updated":
    case "task_template.deleted":
    case "task_template.restored":
    case "task_template.default_changed":
      return templateSentence(event, say);
    case "project.created":
      return say("activity.project.created", "add", { title: event.data.title });
    case "project.imported":
      if (event.data.updated !== undefined)
        return say("activity.project.updatedByImport", "change", {
          tasks: event.data.tasks,
          updated: event.data.updated,
        });
      return say("activity.project.imported", "add", { title: event.data.title, tasks: event.data.tasks });
    case "project.updated":
      return projectUpdated(event.data, say);
    case "project.archived":
      return say("activity.project.archived", "archive");
    case "project.restored":
      return say("activity.project.restored", "restore");
    case "member.added": {
      const own = actor?.fullname === event.data.user.fullname;
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

/** Events of earlier versions, which don't name the template, have no sentence. */
function templateSentence(
  { type, data }: Extract<DomainEvent, { type: `task_template.${string}` }>,
  say: SentenceBuilder,
): Sentence | null {
  if (type === "task_template.default_changed") {
    const column: Record<string, SentenceValue> = data.column === null ? {} : { column: data.column };
    const scope = data.column === null ? "ofProject" : "ofColumn";
    return data.title === null
      ? say(`activity.taskTemplate.defaultRemoved.${scope}`, "change", column)
      : say(`activity.taskTemplate.default.${scope}`, "change", { template: data.title, ...column });
  }
  if (data.title === undefined) return null;
  const values = { template: data.title };
  switch (type) {
    case "task_template.created":
      return say("activity.taskTemplate.created", "add", values);
    case "task_template.updated":
      return data.previous_title === undefined
        ? say("activity.taskTemplate.updated", "change", values)
        : say("activity.taskTemplate.renamed", "change", { before: data.previous_title, ...values });
    case "task_template.deleted":
      return say("activity.taskTemplate.removed", "delete", values);
    case "task_template.restored":
      return say("activity.taskTemplate.restored", "restore", values);
  }
}

const verbOf = (type: `attachment.${"created" | "updated" | "deleted"}`) =>
  type.slice("attachment.".length) as "created" | "updated" | "deleted";

type SentenceBuilder = (
  id: MessageId,
  icon: SentenceIcon,
  values?: Record<string, SentenceValue>,
  taskId?: number,
) => Sentence;

const taskValues = ({ key, title }: { key: string; title?: string }) => ({ key, title: title ?? "" });

/** The history adds the column's title; live events carry only its id. */
function columnTitle(data: object): string | null {
  const title = (data as { column?: { title?: unknown } | null }).column?.title;
  return typeof title === "string" && title !== "" ? title : null;
}

const taskFields = feedFields.map(recordNameOf);

type TaskUpdated = Extract<DomainEvent, { type: "task.updated" }>["data"];

/** Describes a single changed field with its new value, and several fields by their names. */
function taskUpdated(data: TaskUpdated, say: SentenceBuilder): Sentence {
  const changed = taskFields.filter((field) => field in (data.before ?? {}));
  const words = taskValues(data);
  if (changed.length === 0 && data.field_values) return say("activity.task.fieldValues", "change", words, data.id);
  const only = changed.length === 1 ? changed[0] : undefined;
  if (only === "title" && data.title) {
    return say("activity.task.renamed", "change", { key: data.key, title: { quote: data.title } }, data.id);
  }
  if (only === "priority" && data.priority) {
    const priority: SentenceValue = { message: `task.priority.${data.priority}` };
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

function projectUpdated(data: ProjectUpdated, say: SentenceBuilder): Sentence {
  const changed = projectFields.filter((field) => field in (data.before ?? {}));
  const only = changed.length === 1 ? changed[0] : undefined;
  if (only === "title" && data.title) {
    return say("activity.project.renamed", "change", { before: data.before.title ?? "", title: data.title });
  }
  if (only === "status" && data.status) {
    const state: SentenceValue = { message: `projects.state.${data.status}` as MessageId };
    return say("activity.project.status", "change", { state });
  }
  if (changed.length === 0) return say("activity.project.changed", "change");
  const fields = changed.map((field) => ({ message: `activity.field.project.${field}` as const }));
  return say("activity.project.fields", "change", { fields: { list: fields } });
}
