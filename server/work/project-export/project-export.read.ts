import { Problem } from "../../../shared/kernel/problems";
import type { ProjectRole } from "../../../shared/kernel/permissions";
import type { ProjectField } from "../../../shared/work/fields/fields.contract";
import { hasOptions } from "../../../shared/work/fields/fields.schema";
import type { FieldValue, FieldValues } from "../../../shared/work/fields/field-values.rules";
import type { ProjectExportSummary } from "../../../shared/work/project-export/project-export.contract";
import {
  type ExportedField,
  type ExportedPerson,
  type ExportedTask,
  type ExportedValue,
  type ExportedView,
  type ProjectExport,
  type ProjectExportOmission,
  projectExportFormat,
  projectExportOmissions,
  projectExportVersion,
} from "../../../shared/work/project-export/project-export.schema";
import type { ReferenceIds } from "../../../shared/work/templates/templates.views.rules";
import type { Tx } from "../../platform/database/unit-of-work";
import { limits } from "../../platform/limits/limits";
import { mapMentionIds, mentionsOf } from "../../platform/rich-text/rich-text";
import type { Actor } from "../../platform/session";
import { authorizeEvenArchived, projectAccess } from "../access/projects.policy";
import { fieldsOfProject } from "../fields/fields.service";
import { exportedSeries, exportedTaskTemplate, exportedViews, peopleOfView } from "./exported-parts";
import * as statements from "./project-export.sql";

export interface ReadExport {
  content: ProjectExport;
  omitted: ProjectExportSummary["omitted"];
  /** Keys in the file store by path in the ZIP. */
  storageKeys: ReadonlyMap<string, string>;
}

/** Tasks per statement. */
const chunkSize = 500;

/**
 * Those who may edit the project, also an archived one. An export leaves the organization, so external users are refused whatever their role.
 * @throws Problem 404 when the project isn't visible; 403 without permission.
 */
async function authorizeExport(tx: Tx, actor: Actor, projectId: number): Promise<void> {
  const access = await projectAccess(tx, actor, projectId);
  authorizeEvenArchived(actor, "project-edit", access);
  if (actor.external) throw new Problem("permission.denied");
}

/** @throws Problem as in `authorizeExport`. */
export async function readExportSummary(tx: Tx, actor: Actor, projectId: number): Promise<ProjectExportSummary> {
  await authorizeExport(tx, actor, projectId);
  const project = await readProjectRow(tx, projectId);
  const fields = await fieldsOfProject(tx, projectId);
  const views = await readSharedViews(tx, projectId);
  const userIds = views.flatMap((view) => peopleOfView(view, fields));
  const users = await tx.rows<{ id: number }>(statements.selectPeople, [userIds]);
  const included = exportedViews(views, referenceNumbersOf(project, fields, numbersOf(users)));
  const { omitted, ...counts } = await readCounts(tx, projectId);
  return {
    ...counts,
    view_count: included.length,
    is_importable: counts.file_bytes < limits.body.upload,
    omitted: presentOmitted({ ...omitted, views: views.length - included.length }),
  };
}

const readProjectRow = async (tx: Tx, projectId: number): Promise<statements.ProjectRow> =>
  (await tx.one<statements.ProjectRow>(statements.selectProject, [projectId])) as statements.ProjectRow;

const readSharedViews = (tx: Tx, projectId: number): Promise<ExportedView[]> =>
  tx.rows<ExportedView>(statements.selectSharedViews, [projectId]);

const readParts = async (tx: Tx, projectId: number): Promise<statements.PartsRow> =>
  (await tx.one<statements.PartsRow>(statements.selectParts, [projectId])) as statements.PartsRow;

const readCounts = async (tx: Tx, projectId: number): Promise<statements.SummaryRow> =>
  (await tx.one<statements.SummaryRow>(statements.selectSummary, [projectId])) as statements.SummaryRow;

const presentOmitted = (counts: Record<ProjectExportOmission, number>): ProjectExportSummary["omitted"] =>
  projectExportOmissions.flatMap((kind) => (counts[kind] > 0 ? [{ kind, count: counts[kind] }] : []));

/**
 * Reads what the export of a project contains. The transaction must be a snapshot, because the tasks are read by several statements.
 * @throws Problem as in `authorizeExport`.
 */
export async function readExport(tx: Tx, actor: Actor, projectId: number, exportedAt: Date): Promise<ReadExport> {
  await authorizeExport(tx, actor, projectId);
  const project = await readProjectRow(tx, projectId);
  const fields = await fieldsOfProject(tx, projectId);
  const sharedViews = await readSharedViews(tx, projectId);
  const parts = await readParts(tx, projectId);
  const tasks = await readTasks(tx, projectId);
  const people = await readPeople(tx, actor, { project, fields, sharedViews, parts, tasks });
  const writer = new ExportWriter(project, fields, people);
  const { columns, tags, members: _, description, ...facts } = project;
  const views = exportedViews(sharedViews, writer.numbers);
  const content: ProjectExport = {
    format: projectExportFormat,
    version: projectExportVersion,
    exported_at: exportedAt.toISOString(),
    project: { ...facts, description: description && writer.textOf(description) },
    people: people.list,
    columns: columns.map((column, at) => ({ ...column, id: at + 1 })),
    tags: tags.map((tag, at) => ({ ...tag, id: at + 1 })),
    fields: fields.map((field, at) => writer.field(field, at + 1)),
    views,
    task_templates: parts.task_templates.map((template) => exportedTaskTemplate(template, writer.numbers)),
    series: parts.series.map((series) => exportedSeries(series, writer)),
    tasks: tasks.map((task) => writer.task(task)),
  };
  const { omitted } = await readCounts(tx, projectId);
  return {
    content,
    omitted: presentOmitted({ ...omitted, views: sharedViews.length - views.length }),
    storageKeys: storageKeysOf(tasks),
  };
}

async function readTasks(tx: Tx, projectId: number): Promise<statements.TaskRow[]> {
  const rows = await tx.rows<{ id: number }>(statements.selectTaskIds, [projectId]);
  const tasks: statements.TaskRow[] = [];
  for (let at = 0; at < rows.length; at += chunkSize) {
    const ids = rows.slice(at, at + chunkSize).map(({ id }) => id);
    tasks.push(...(await tx.rows<statements.TaskRow>(statements.selectTasks, [ids])));
  }
  return tasks;
}

interface People {
  list: ExportedPerson[];
  numberOfUser: ReadonlyMap<number, number>;
  /** Numbers of people without an account, by name. */
  numberOfName: ReadonlyMap<string, number>;
}

interface ReadRows {
  project: statements.ProjectRow;
  fields: readonly ProjectField[];
  sharedViews: readonly ExportedView[];
  parts: statements.PartsRow;
  tasks: readonly statements.TaskRow[];
}

/** The members and all users that tasks, series and views name, by name. */
async function readPeople(
  tx: Tx,
  actor: Actor,
  { project, fields, sharedViews, parts, tasks }: ReadRows,
): Promise<People> {
  const roles = new Map(project.members.map(({ user_id, role }) => [user_id, role]));
  const userIds = new Set([...roles.keys(), ...mentionsOf(project.description ?? "")]);
  for (const view of sharedViews) for (const id of peopleOfView(view, fields)) userIds.add(id);
  const names = new Set<string>();
  const personFields = fields.filter(({ kind }) => kind === "person");
  for (const { owner_id, template } of parts.series) {
    const subtaskUsers = template.subtasks.map(({ assignee_id }) => assignee_id);
    const values = personFields.map(({ id }) => template.field_values[id] as number | undefined);
    const ids = [owner_id, ...template.users, ...subtaskUsers, ...values, ...mentionsOf(template.description ?? "")];
    for (const id of ids) if (id != null) userIds.add(id);
  }
  for (const task of tasks) {
    const texts = [task.description ?? "", ...task.comments.map(({ body }) => body)];
    const rows = [...task.subtasks, ...task.comments, ...task.files];
    const values = personFields.map(({ id }) => task.field_values[id] as number | undefined);
    const ids = [task.reporter_id, ...task.users, ...rows.map(({ user_id }) => user_id), ...values];
    for (const id of [...ids, ...texts.flatMap(mentionsOf)]) if (id != null) userIds.add(id);
    for (const { author_name } of task.comments) if (author_name !== null) names.add(author_name);
  }
  const users = await tx.rows<{ id: number; fullname: string; email: string }>(statements.selectPeople, [[...userIds]]);
  return numberPeople(actor, users, roles, names);
}

function numberPeople(
  actor: Actor,
  users: readonly { id: number; fullname: string; email: string }[],
  roles: ReadonlyMap<number, ProjectRole>,
  names: ReadonlySet<string>,
): People {
  const people = [
    ...users.map(({ id, fullname, email }) => ({ userId: id, name: fullname, email, role: roles.get(id) ?? null })),
    ...[...names].map((name) => ({ userId: null, name, email: "", role: null })),
  ].toSorted((a, b) => compareTexts(a.name, b.name) || compareTexts(a.email, b.email));
  const showsEmail = (userId: number | null) => userId !== null && (userId === actor.id || maySeeAddresses(actor));
  const numberOfUser = new Map<number, number>();
  const numberOfName = new Map<string, number>();
  const list = people.map(({ userId, name, email, role }, at) => {
    if (userId === null) numberOfName.set(name, at + 1);
    else numberOfUser.set(userId, at + 1);
    return { id: at + 1, name, email: showsEmail(userId) ? email : null, role };
  });
  return { list, numberOfUser, numberOfName };
}

/** By code units, so that the order doesn't depend on the exporting user's language. */
const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Addresses are in the directory of employees and in the list of users. */
const maySeeAddresses = ({ permissions }: Actor): boolean =>
  permissions.has("user-list") || permissions.has("employee-list");

/** Replaces the ids of the database by numbers of the export. */
class ExportWriter {
  readonly numbers: Required<ReferenceIds>;

  constructor(
    project: statements.ProjectRow,
    private readonly fields: readonly ProjectField[],
    private readonly people: People,
  ) {
    this.numbers = referenceNumbersOf(project, fields, people.numberOfUser);
  }

  field(field: ProjectField, id: number): ExportedField {
    const { title, kind, max_length, decimals, unit, on_card, required_column_ids } = field;
    return {
      id,
      title,
      kind,
      max_length,
      decimals,
      unit,
      on_card,
      required_columns: mapIds(required_column_ids, this.numbers.columns),
      // A field that was a choice before keeps its options, which no task has.
      options: optionsOf(field).map((option, at) => ({
        id: at + 1,
        title: option.title,
        color: option.color as ExportedField["options"][number]["color"],
        deleted: option.deleted,
      })),
    };
  }

  task(row: statements.TaskRow): ExportedTask {
    const { column_id, reporter_id, users, field_values, subtasks, comments, files, ...task } = row;
    return {
      ...task,
      description: row.description && this.textOf(row.description),
      column: this.numbers.columns.get(column_id) as number,
      created_at: row.created_at.toISOString(),
      archived_at: row.archived_at?.toISOString() ?? null,
      reporter: this.personOf(reporter_id),
      assignees: mapIds(users, this.people.numberOfUser),
      tags: mapIds(row.tags, this.numbers.tags),
      values: this.valuesOf(field_values),
      subtasks: subtasks.map(({ user_id, ...subtask }) => ({ ...subtask, assignee: this.personOf(user_id) })),
      comments: comments.map(({ user_id, author_name, created_at, edited_at, body }) => ({
        author: author_name === null ? this.personOf(user_id) : (this.people.numberOfName.get(author_name) ?? null),
        created_at: instantOf(created_at),
        edited_at: edited_at && instantOf(edited_at),
        body: this.textOf(body),
      })),
      files: files.map(({ title, name, created_at, user_id, is_cover }, at) => ({
        title,
        name,
        path: pathOf(row.number, at, name),
        created_at: instantOf(created_at),
        created_by: this.personOf(user_id),
        is_cover,
      })),
    };
  }

  readonly textOf = (html: string): string => mapMentionIds(html, (id) => this.people.numberOfUser.get(id));

  readonly personOf = (userId: number | null): number | null =>
    userId === null ? null : (this.people.numberOfUser.get(userId) ?? null);

  readonly valuesOf = (values: FieldValues): ExportedTask["values"] =>
    this.fields.flatMap((field, at) => this.value(field, at + 1, values[field.id]));

  private value(field: ProjectField, number: number, value: FieldValue | undefined): ExportedTask["values"] {
    const exported = value === undefined ? null : this.exportedValue(field, value);
    return exported === null ? [] : [{ field: number, value: exported }];
  }

  private exportedValue(field: ProjectField, value: FieldValue): ExportedValue | null {
    if (field.kind === "person") return this.personOf(value as number);
    if (!hasOptions(field.kind)) return value;
    const optionNumbers = numbersOf(optionsOf(field));
    if (field.kind === "choice") return optionNumbers.get(value as number) ?? null;
    return (value as number[]).flatMap((id) => optionNumbers.get(id) ?? []);
  }
}

const optionsOf = ({ kind, options }: ProjectField): ProjectField["options"] => (hasOptions(kind) ? options : []);

/** Positions by id; the first one is 1. */
const numbersOf = (rows: readonly { id: number }[]): ReadonlyMap<number, number> =>
  new Map(rows.map(({ id }, at) => [id, at + 1]));

const referenceNumbersOf = (
  { columns, tags }: Pick<statements.ProjectRow, "columns" | "tags">,
  fields: readonly ProjectField[],
  people: ReadonlyMap<number, number>,
): Required<ReferenceIds> => ({
  columns: numbersOf(columns),
  tags: numbersOf(tags),
  fields: new Map(
    fields.map((field, at) => [field.id, { id: at + 1, kind: field.kind, options: numbersOf(optionsOf(field)) }]),
  ),
  people,
});

const mapIds = (ids: readonly number[], numbers: ReadonlyMap<number, number>): number[] =>
  ids.flatMap((id) => numbers.get(id) ?? []).toSorted((a, b) => a - b);

const instantOf = (text: string): string => new Date(text).toISOString();

/** Without characters that a file system forbids. The position keeps two files of the same name apart. */
const pathOf = (taskNumber: number, at: number, name: string): string =>
  `files/${taskNumber}/${at + 1}-${name.normalize("NFC").replace(/[\\/<>:"|?*\p{C}]/gu, "_")}`;

const storageKeysOf = (tasks: readonly statements.TaskRow[]): ReadonlyMap<string, string> =>
  new Map(
    tasks.flatMap(({ number, files }) =>
      files.map(({ name, storage_key }, at) => [pathOf(number, at, name), storage_key] as const),
    ),
  );
