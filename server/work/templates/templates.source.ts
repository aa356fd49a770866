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
import { replaceMentions } from "../../platform/rich-text/rich-text";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { projectAccess } from "../access/projects.policy";
import { fieldsOfProject } from "../fields/fields.service";
import { type SourceProject, type SourceTask, selectSource } from "./templates.sql";
import { type RoleOfPerson, type RoleOfUser, rolesOf, selectableOptions, toTemplateValue } from "./templates.values";

/** The content of a template, and what of the project it can't contain. */
export interface ReadSource {
  content: TemplateContent;
  omitted: TemplatePreview["omitted"];
}

/** Positions by id; the first one is 1. */
const positionsOf = (rows: readonly { id: number }[]): Map<number, number> =>
  new Map(rows.map(({ id }, at) => [id, at + 1]));

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
  const taskPositions = positionsOf(source.tasks);
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
        contentOfTask(task, { columnPositions, tagPositions, taskPositions, fields, roleOfUser, day }),
      ),
    },
    omitted: [
      ...omittedViews.map(({ name }) => ({ kind: "view" as const, name })),
      ...source.series_without_task.map((name) => ({ kind: "series" as const, name })),
      ...source.tags.slice(maxTemplateTags).map(({ name }) => ({ kind: "tag" as const, name })),
    ],
  };
}

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
  taskPositions: ReadonlyMap<number, number>;
  fields: readonly ProjectField[];
  roleOfUser: RoleOfUser;
  day: string;
}

function contentOfTask(task: SourceTask, context: TaskContext): TemplateTask {
  const { columnPositions, tagPositions, taskPositions, roleOfUser } = context;
  const { id: _, column_id, users, tags, blockers, field_values, subtasks, description, series, ...values } = task;
  const roleOf = (userId: number | null) => (userId === null ? null : (roleOfUser.get(userId)?.code ?? null));
  return {
    ...values,
    description: description && replaceMentions(description, (userId) => roleOfUser.get(userId)?.title ?? ""),
    column: columnPositions.get(column_id) as number,
    roles: [...new Set(users.toSorted((a, b) => a - b).flatMap((userId) => roleOf(userId) ?? []))],
    tags: tags.flatMap((id) => tagPositions.get(id) ?? []).toSorted((a, b) => a - b),
    field_values: contentOfValues(field_values, context),
    subtasks: subtasks.map(({ name, due_offset, user_id }) => ({ name, due_offset, role: roleOf(user_id) })),
    series,
    // Tasks that are done or archived don't block.
    blockers: blockers.flatMap((id) => taskPositions.get(id) ?? []).toSorted((a, b) => a - b),
  };
}

function contentOfValues(
  values: SourceTask["field_values"],
  { fields, roleOfUser, day }: TaskContext,
): TemplateTask["field_values"] {
  return fields.flatMap((field, at) => {
    const value = values[field.id];
    if (value === undefined) return [];
    const stored = toTemplateValue(field, value, { options: positionsOf(selectableOptions(field)), roleOfUser, day });
    return stored === null ? [] : [{ field: at + 1, value: stored }];
  });
}
