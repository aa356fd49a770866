import { hasOptions } from "../../../../shared/work/fields/fields.schema";
import {
  type ExportedField,
  type ExportedSeries,
  type ExportedTask,
  type ExportedValue,
  type ProjectExport,
  projectExportSchema,
} from "../../../../shared/work/project-export/project-export.schema";
import { maxContentLength } from "../../../../shared/work/templates/templates.schema";
import { maxSeriesPerProject, maxSkippedDays, readSeriesSettings } from "../../../../shared/work/series/series.schema";
import {
  type ImportedBoard,
  type ImportedCard,
  type ImportedField,
  type ImportedSeries,
  type ImportedValue,
  LossCounter,
  maxFilesPerCard,
} from "../imported-board";

/**
 * Reads the content of an exported project.
 * @param sizes sizes of the entries in the ZIP by name
 * @throws when the content doesn't match the format or refers to a column that it doesn't have.
 */
export function readExportedProject(json: unknown, sizes: ReadonlyMap<string, number>): ImportedBoard {
  const content = projectExportSchema.validateSync(json, { stripUnknown: true });
  requireConsistent(content);
  const losses = new LossCounter();
  const { project, people, columns, tags, fields, tasks, views, task_templates } = content;
  const reader = new TaskReader(content, sizes, losses);
  return {
    source: "workplace",
    sourceId: null,
    title: project.title,
    columns: columns.map(({ id, title, kind, color, wip_limit }) => ({
      id: String(id),
      title,
      kind,
      color,
      wipLimit: wip_limit,
      isClosed: false,
    })),
    tags: tags.map((tag) => ({ ...tag, id: String(tag.id) })),
    people: people.map((person) => ({ ...person, id: String(person.id) })),
    fields: fields.map(fieldOf),
    cards: tasks.map((task) => reader.card(task)),
    parts: { views, task_templates, series: content.series.map((series) => reader.series(series)) },
    losses: losses.list(),
    settings: {
      code: project.code,
      description: project.description,
      color: project.color,
      startDay: project.start_date,
      endDay: project.end_date,
      status: project.status,
      budget: project.budget,
    },
  };
}

/** Checks what a schema of single values can't. */
function requireConsistent(exported: ProjectExport): void {
  const { project, people, columns, tags, fields, tasks, series, task_templates } = exported;
  const lists = [people, columns, tags, fields, ...fields.map(({ options }) => options)];
  if (lists.some((list) => new Set(list.map(({ id }) => id)).size !== list.length)) throw new Error("repeated ids");
  if (new Set(tasks.map(({ number }) => number)).size !== tasks.length) throw new Error("repeated task numbers");
  const columnIds = new Set(columns.map(({ id }) => id));
  if (tasks.some(({ column }) => !columnIds.has(column))) throw new Error("task in an unknown column");
  const dates = [[project.start_date, project.end_date], ...tasks.map((task) => [task.start_date, task.due_date])];
  if (dates.some(([start, end]) => start && end && start > end)) throw new Error("dates in reverse order");
  if (task_templates.some(({ content }) => JSON.stringify(content).length > maxContentLength))
    throw new Error("too long task template");
  const defaultColumns = task_templates.flatMap(({ default_columns }) => default_columns);
  if (
    task_templates.filter(({ is_default }) => is_default).length > 1 ||
    new Set(defaultColumns).size < defaultColumns.length
  )
    throw new Error("several default task templates");
  if (series.some(({ rule }) => Object.keys(readSeriesSettings(rule).errors).length > 0))
    throw new Error("incomplete rule of a series");
  if (series.filter(({ state }) => state !== "ended").length > maxSeriesPerProject) throw new Error("too many series");
  if (series.some((one) => comingSkippedDays(one).length > maxSkippedDays)) throw new Error("too many skipped days");
}

const comingSkippedDays = ({ occurrences, last_day: lastDay }: ExportedSeries) =>
  occurrences.filter(({ day, skipped }) => skipped && (lastDay === null || day > lastDay));

const fieldOf = (field: ExportedField): ImportedField => ({
  id: String(field.id),
  title: field.title,
  kind: field.kind,
  unit: field.unit,
  maxLength: field.max_length,
  decimals: field.decimals,
  isOnCard: field.on_card,
  requiredColumnIds: field.required_columns.map(String),
  options: field.options.map(({ id, title, color, deleted }) => ({ id: String(id), title, color, isDeleted: deleted })),
});

class TaskReader {
  private readonly fields: ReadonlyMap<number, ExportedField>;
  private readonly code: string;

  constructor(
    { fields, project }: ProjectExport,
    private readonly sizes: ReadonlyMap<string, number>,
    private readonly losses: LossCounter,
  ) {
    this.fields = new Map(fields.map((field) => [field.id, field]));
    this.code = project.code;
  }

  card(task: ExportedTask): ImportedCard {
    const key = `${this.code}-${task.number}`;
    return {
      id: String(task.number),
      key,
      title: task.title,
      description: task.description,
      columnId: String(task.column),
      isArchived: task.archived_at !== null,
      archivedAt: task.archived_at,
      priority: task.priority,
      complexity: task.complexity,
      startDay: task.start_date,
      dueDay: task.due_date,
      estimateMinutes: task.estimate_minutes,
      progress: task.progress,
      isProgressByHand: task.progress_by_hand,
      tagIds: task.tags.map(String),
      personIds: task.assignees.map(String),
      reporterId: idOrNull(task.reporter),
      createdAt: task.created_at,
      subtasks: task.subtasks.map(({ name, completed, due_date, assignee }) => ({
        name,
        isCompleted: completed,
        dueDay: due_date,
        personId: idOrNull(assignee),
      })),
      comments: task.comments.map(({ author, created_at, edited_at, body }) => ({
        id: null,
        personId: idOrNull(author),
        at: created_at,
        editedAt: edited_at,
        body,
      })),
      values: this.valuesOf(task.values),
      blockerIds: task.blockers.map(String),
      files: this.files(task, key),
      template: task.template ? { title: task.template, version: task.template_version ?? 1 } : null,
    };
  }

  series({ task, ...series }: ExportedSeries): ImportedSeries {
    return { ...series, task: { ...task, values: this.valuesOf(task.values) } };
  }

  private valuesOf(values: ExportedTask["values"]): Map<string, ImportedValue> {
    return new Map(values.flatMap(({ field, value }) => this.value(field, value)));
  }

  private files({ files }: ExportedTask, key: string): NonNullable<ImportedCard["files"]> {
    const present = files.filter(({ path }) => this.sizes.has(path));
    this.losses.add("fileMissing", key, files.length - present.length);
    this.losses.add("shortened", key, present.length - maxFilesPerCard);
    const counts = new Map<string, number>();
    return present.slice(0, maxFilesPerCard).map(({ path, name, title, created_at, created_by, is_cover }) => ({
      id: nextId(counts, `${this.sizes.get(path)} ${name}`),
      path,
      name,
      title,
      at: created_at,
      personId: idOrNull(created_by),
      isCover: is_cover,
    }));
  }

  private value(fieldId: number, value: ExportedValue): [string, ImportedValue][] {
    const field = this.fields.get(fieldId);
    const imported = field ? valueOfKind(field, value) : null;
    if (imported !== null) return [[String(fieldId), imported]];
    this.losses.add("unreadable", field?.title ?? null);
    return [];
  }
}

/** Ids of files that have the same name and size differ by their position. */
function nextId(counts: Map<string, number>, id: string): string {
  const count = (counts.get(id) ?? 0) + 1;
  counts.set(id, count);
  return `${count} ${id}`;
}

const idOrNull = (id: number | null): string | null => (id === null ? null : String(id));

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Null for a value that doesn't fit the kind of the field. */
function valueOfKind({ kind, options }: ExportedField, value: ExportedValue): ImportedValue | null {
  const has = (id: unknown) => options.some((option) => option.id === id);
  if (kind === "choices")
    return Array.isArray(value) && value.length > 0 && value.every(has) ? [...new Set(value)].map(String) : null;
  if (hasOptions(kind)) return has(value) ? String(value) : null;
  if (kind === "person") return typeof value === "number" ? String(value) : null;
  if (kind === "number") return typeof value === "number" && Number.isFinite(value) ? value : null;
  if (kind === "flag") return typeof value === "boolean" ? value : null;
  if (kind === "day") return typeof value === "string" && isDay(value) ? value : null;
  return typeof value === "string" && value.trim() !== "" ? value : null;
}
