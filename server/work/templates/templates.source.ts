import type { FieldValue } from "../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../shared/work/fields/fields.contract";
import type { ColorTone } from "../../../shared/kernel/fields";
import type { TemplatePreview } from "../../../shared/work/templates/templates.contract";
import {
  maxTemplateTags,
  maxTemplateViews,
  type TemplateContent,
  type TemplateTask,
} from "../../../shared/work/templates/templates.schema";
import { mapViewQuery, type ReferenceIds } from "../../../shared/work/templates/templates.views.rules";
import { dayNumber } from "../../../shared/kernel/day-number";
import { replaceMentions } from "../../platform/rich-text/rich-text";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { projectAccess } from "../access/projects.policy";
import { fieldsOfProject } from "../fields/fields.service";
import { type SourceProject, type SourceTask, selectSource } from "./templates.sql";

/** The content of a template, and what of the project it can't contain. */
export interface ReadSource {
  content: TemplateContent;
  omitted: TemplatePreview["omitted"];
}

interface RoleOfPerson {
  user_id: number;
  title: string;
}

/** Positions by id; the first one is 1. */
const positionsOf = (rows: readonly { id: number }[]): Map<number, number> =>
  new Map(rows.map(({ id }, at) => [id, at + 1]));

/** Roles in the order of their first person. People with equal titles share a role. */
function rolesOf(people: readonly RoleOfPerson[]) {
  const titles = [...new Set(people.map(({ title }) => title))];
  const codeOf = (title: string) => `role${titles.indexOf(title) + 1}`;
  return {
    roles: titles.map((title) => ({ code: codeOf(title), title })),
    roleOfUser: new Map(people.map(({ user_id, title }) => [user_id, { code: codeOf(title), title }])),
  };
}
type RoleOfUser = ReturnType<typeof rolesOf>["roleOfUser"];

/**
 * Reads what a template of a project contains, with offsets from `day`. People are replaced by their roles; others are left out. Doesn't
 * check limits.
 * @throws Problem 404 when the project isn't visible.
 */
export async function readSource(
  tx: Tx,
  actor: Actor,
  projectId: number,
  day: string,
  people: readonly RoleOfPerson[],
): Promise<ReadSource> {
  await projectAccess(tx, actor, projectId);
  const source = (await tx.one<SourceProject>(selectSource, [projectId, day])) as SourceProject;
  const fields = await fieldsOfProject(tx, projectId);
  const columnPositions = positionsOf(source.columns);
  const tags = source.tags.slice(0, maxTemplateTags);
  const tagPositions = positionsOf(tags);
  const { roles, roleOfUser } = rolesOf(people);
  const views = source.views.map((view) => ({
    ...view,
    query: mapViewQuery(view.query, positionsInViews(columnPositions, tagPositions, fields)),
  }));
  const savedViews = views.flatMap(({ query, ...view }) => (query === null ? [] : [{ ...view, query }]));
  const omittedViews = [...views.filter(({ query }) => query === null), ...savedViews.slice(maxTemplateViews)];
  return {
    content: {
      columns: source.columns.map(({ id: _, ...column }) => column),
      roles,
      tags: tags.map(({ id: _, ...tag }) => tag),
      fields: fields.map((field) => contentOfField(field, columnPositions)),
      views: savedViews.slice(0, maxTemplateViews),
      tasks: source.tasks.map((task) =>
        contentOfTask(task, { columnPositions, tagPositions, fields, roleOfUser, day }),
      ),
    },
    omitted: [
      ...omittedViews.map(({ name }) => ({ kind: "view" as const, name })),
      ...source.series_without_task.map((name) => ({ kind: "series" as const, name })),
      ...source.tags.slice(maxTemplateTags).map(({ name }) => ({ kind: "tag" as const, name })),
    ],
  };
}

const selectableOptions = ({ options }: ProjectField) => options.filter((option) => !option.deleted);

function positionsInViews(
  columns: ReadonlyMap<number, number>,
  tags: ReadonlyMap<number, number>,
  fields: readonly ProjectField[],
): ReferenceIds {
  const entries = fields.map(
    (field, at): [number, { id: number; kind: ProjectField["kind"]; options: Map<number, number> }] => [
      field.id,
      { id: at + 1, kind: field.kind, options: positionsOf(selectableOptions(field)) },
    ],
  );
  return { columns, tags, fields: new Map(entries) };
}

function contentOfField(field: ProjectField, columns: ReadonlyMap<number, number>): TemplateContent["fields"][number] {
  const { title, kind, max_length, decimals, unit, on_card, required_column_ids } = field;
  return {
    title,
    kind,
    max_length,
    decimals,
    unit,
    on_card,
    // A field that was a choice before keeps its options as deleted ones.
    options: selectableOptions(field).map((option) => ({ title: option.title, color: option.color as ColorTone })),
    required_columns: required_column_ids.flatMap((id) => columns.get(id) ?? []).toSorted((a, b) => a - b),
  };
}

interface TaskContext {
  columnPositions: ReadonlyMap<number, number>;
  tagPositions: ReadonlyMap<number, number>;
  fields: readonly ProjectField[];
  roleOfUser: RoleOfUser;
  day: string;
}

function contentOfTask(task: SourceTask, context: TaskContext): TemplateTask {
  const { columnPositions, tagPositions, roleOfUser } = context;
  const { id: _, column_id, users, tags, field_values, subtasks, description, series, ...values } = task;
  const roleOf = (userId: number | null) => (userId === null ? null : (roleOfUser.get(userId)?.code ?? null));
  return {
    ...values,
    description: description && replaceMentions(description, (userId) => roleOfUser.get(userId)?.title ?? ""),
    column: columnPositions.get(column_id) as number,
    roles: [...new Set(users.flatMap((userId) => roleOf(userId) ?? []))],
    tags: tags.flatMap((id) => tagPositions.get(id) ?? []).toSorted((a, b) => a - b),
    field_values: contentOfValues(field_values, context),
    subtasks: subtasks.map(({ name, due_offset, user_id }) => ({ name, due_offset, role: roleOf(user_id) })),
    series,
  };
}

function contentOfValues(values: SourceTask["field_values"], context: TaskContext): TemplateTask["field_values"] {
  return context.fields.flatMap((field, at) => {
    const value = values[field.id];
    const mapped = value === undefined ? null : contentOfValue(field, value, context);
    return mapped === null ? [] : [{ field: at + 1, value: mapped }];
  });
}

function contentOfValue(field: ProjectField, value: FieldValue, { roleOfUser, day }: TaskContext): FieldValue | null {
  const options = positionsOf(selectableOptions(field));
  if (field.kind === "choice") return options.get(value as number) ?? null;
  if (field.kind === "choices") {
    const positions = (value as number[]).flatMap((id) => options.get(id) ?? []);
    return positions.length > 0 ? positions : null;
  }
  if (field.kind === "person") return roleOfUser.get(value as number)?.code ?? null;
  return field.kind === "day" ? dayNumber(value as string) - dayNumber(day) : value;
}
