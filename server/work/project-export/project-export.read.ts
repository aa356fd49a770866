import { Problem } from "../../../shared/kernel/problems";
import type { ProjectRole } from "../../../shared/kernel/permissions";
import type { ProjectField } from "../../../shared/work/fields/fields.contract";
import { hasOptions } from "../../../shared/work/fields/fields.schema";
import type { FieldValue } from "../../../shared/work/fields/field-values.rules";
import type { ProjectExportSummary } from "../../../shared/work/project-export/project-export.contract";
import {
  type ExportedField,
  type ExportedPerson,
  type ExportedTask,
  type ExportedValue,
  type ProjectExport,
  projectExportFormat,
  projectExportOmissions,
  projectExportVersion,
} from "../../../shared/work/project-export/project-export.schema";
import type { Tx } from "../../platform/database/unit-of-work";
import { limits } from "../../platform/limits/limits";
import { mapMentionIds, mentionsOf } from "../../platform/rich-text/rich-text";
import type { Actor } from "../../platform/session";
import { authorizeEvenArchived, projectAccess } from "../access/projects.policy";
import { fieldsOfProject } from "../fields/fields.service";
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
  const { omitted, ...summary } = await readCounts(tx, projectId);
  return { ...summary, is_importable: summary.file_bytes < limits.body.upload, omitted: presentOmitted(omitted) };
}

const readCounts = async (tx: Tx, projectId: number): Promise<statements.SummaryRow> =>
  (await tx.one<statements.SummaryRow>(statements.selectSummary, [projectId])) as statements.SummaryRow;

const presentOmitted = (counts: statements.SummaryRow["omitted"]): ProjectExportSummary["omitted"] =>
  projectExportOmissions.flatMap((kind) => (counts[kind] > 0 ? [{ kind, count: counts[kind] }] : []));

/**
 * Reads what the export of a project contains. The transaction must be a snapshot, because the tasks are read by several statements.
 * @throws Problem as in `authorizeExport`.
 */
export async function readExport(tx: Tx, actor: Actor, projectId: number, exportedAt: Date): Promise<ReadExport> {
  await authorizeExport(tx, actor, projectId);
  const project = (await tx.one<statements.ProjectRow>(statements.selectProject, [projectId])) as statements.ProjectRow;
  const fields = await fieldsOfProject(tx, projectId);
  const tasks = await readTasks(tx, projectId);
  const people = await readPeople(tx, actor, project, fields, tasks);
  const writer = new ExportWriter(project, fields, people);
  const { columns, tags, members: _, description, ...facts } = project;
  const content: ProjectExport = {
    format: projectExportFormat,
    version: projectExportVersion,
    exported_at: exportedAt.toISOString(),
    project: { ...facts, description: description && writer.textOf(description) },
    people: people.list,
    columns: columns.map((column, at) => ({ ...column, id: at + 1 })),
    tags: tags.map((tag, at) => ({ ...tag, id: at + 1 })),
    fields: fields.map((field, at) => writer.field(field, at + 1)),
    tasks: tasks.map((task) => writer.task(task)),
  };
  const { omitted } = await readCounts(tx, projectId);
  return { content, omitted: presentOmitted(omitted), storageKeys: storageKeysOf(tasks) };
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
  /** Of people without an account. */
  numberOfName: ReadonlyMap<string, number>;
}

/** The members and everyone whom the tasks name, by name. */
async function readPeople(
  tx: Tx,
  actor: Actor,
  { members, description }: statements.ProjectRow,
  fields: readonly ProjectField[],
  tasks: readonly statements.TaskRow[],
): Promise<People> {
  const roles = new Map(members.map(({ user_id, role }) => [user_id, role]));
  const userIds = new Set([...roles.keys(), ...mentionsOf(description ?? "")]);
  const names = new Set<string>();
  const personFields = fields.filter(({ kind }) => kind === "person");
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
  private readonly columnNumbers: ReadonlyMap<number, number>;
  private readonly tagNumbers: ReadonlyMap<number, number>;

  constructor(
    { columns, tags }: statements.ProjectRow,
    private readonly fields: readonly ProjectField[],
    private readonly people: People,
  ) {
    this.columnNumbers = numbersOf(columns);
    this.tagNumbers = numbersOf(tags);
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
      required_columns: mapIds(required_column_ids, this.columnNumbers),
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
      column: this.columnNumbers.get(column_id) as number,
      created_at: row.created_at.toISOString(),
      archived_at: row.archived_at?.toISOString() ?? null,
      reporter: this.personOf(reporter_id),
      assignees: mapIds(users, this.people.numberOfUser),
      tags: mapIds(row.tags, this.tagNumbers),
      values: this.fields.flatMap((field, at) => this.value(field, at + 1, field_values[field.id])),
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

  textOf(html: string): string {
    return mapMentionIds(html, (id) => this.people.numberOfUser.get(id));
  }

  private personOf(userId: number | null): number | null {
    return userId === null ? null : (this.people.numberOfUser.get(userId) ?? null);
  }

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
