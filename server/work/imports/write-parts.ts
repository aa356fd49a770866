import type { FieldValue } from "../../../shared/work/fields/field-values.rules";
import { hasOptions } from "../../../shared/work/fields/fields.schema";
import { readSeriesSettings } from "../../../shared/work/series/series.schema";
import type { TaskTemplateContent } from "../../../shared/work/templates/task-templates.schema";
import { contentFormat } from "../../../shared/work/templates/templates.schema";
import { mapViewQuery, type ReferenceIds } from "../../../shared/work/templates/templates.views.rules";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { type ImportedSeriesValues, insertImportedSeries, planImportedSeries } from "../series/series.service";
import { createView } from "../views/views.service";
import type { BoardTargets, CardReader } from "./card-values";
import type { ImportedParts, ImportedSeries, LossCounter } from "./imported-board";
import { mapMentions } from "./mentions";
import * as statements from "./parts.sql";

/** Ids of the project's records by number of the export. */
export function referenceIdsOf({ columnIds, tagIds, fields, users }: BoardTargets): Required<ReferenceIds> {
  return {
    columns: byNumber(columnIds),
    tags: byNumber(tagIds),
    fields: new Map(
      [...fields].map(([source, { id, kind, optionIds }]) => [
        Number(source),
        { id, kind, options: byNumber(optionIds) },
      ]),
    ),
    people: byNumber(users),
  };
}

const byNumber = (ids: ReadonlyMap<string, number>): ReadonlyMap<number, number> =>
  new Map([...ids].map(([source, id]) => [Number(source), id]));

/**
 * Shares the views with the project. Those that name people without a user are left out, because they would show other tasks.
 * @returns the number of created views.
 */
export async function writeViews(
  tx: Tx,
  actor: Actor,
  projectId: number,
  views: ImportedParts["views"],
  ids: ReferenceIds,
  losses: LossCounter,
): Promise<number> {
  let count = 0;
  for (const { name, layout, query } of views) {
    const mapped = mapViewQuery(query, ids);
    if (mapped === null) losses.add("viewOfOthers", name);
    else {
      await createView(tx, actor, { project_id: projectId, scope: "project", name, layout, query: mapped });
      count++;
    }
  }
  return count;
}

/** Creates the templates and makes them defaults. @returns their ids by title. */
export async function writeTaskTemplates(
  tx: Tx,
  actor: Actor,
  projectId: number,
  templates: ImportedParts["task_templates"],
  ids: ReferenceIds,
): Promise<Map<string, number>> {
  if (templates.length === 0) return new Map();
  const rows = await tx.rows<{ id: number; title: string }>(statements.insertTaskTemplates, [
    projectId,
    contentFormat,
    actor.id,
    JSON.stringify(templates.map((template) => ({ ...template, content: contentWithIds(template.content, ids) }))),
  ]);
  const idOfTitle = new Map(rows.map(({ id, title }) => [title, id]));
  const defaults = templates.flatMap(({ title, default_columns }) =>
    default_columns.map((column) => ({ templateId: idOfTitle.get(title), columnId: ids.columns.get(column) })),
  );
  const valid = defaults.filter(({ templateId, columnId }) => templateId !== undefined && columnId !== undefined);
  if (valid.length > 0) {
    const columnIds = valid.map(({ columnId }) => columnId);
    const templateIds = valid.map(({ templateId }) => templateId);
    await tx.rows(statements.setDefaultTemplates, [projectId, columnIds, templateIds]);
  }
  return idOfTitle;
}

function contentWithIds(content: TaskTemplateContent, { tags, fields }: ReferenceIds): TaskTemplateContent {
  const optionsOf = (value: FieldValue, options: ReadonlyMap<number, number>) =>
    Array.isArray(value) ? value.flatMap((id) => options.get(id) ?? []) : (options.get(Number(value)) ?? []);
  return {
    ...content,
    tags: content.tags.flatMap((tag) => tags.get(tag) ?? []),
    field_values: content.field_values.flatMap(({ field_id, kind, value }) => {
      const field = fields.get(field_id);
      if (field?.kind !== kind) return [];
      const stored = hasOptions(kind) ? optionsOf(value, field.options) : value;
      return Array.isArray(stored) && stored.length === 0 ? [] : [{ field_id: field.id, kind, value: stored }];
    }),
  };
}

interface SeriesInput {
  projectId: number;
  targets: BoardTargets;
  reader: CardReader;
  /** Ids of tasks by number of the export. */
  taskIdOf: (number: number | null) => number | null;
}

/**
 * Creates series with their occurrences. They belong to the importing user, because no file may create tasks that another user reports.
 * Active ones continue with the first date from today on.
 */
export async function writeSeries(
  tx: Tx,
  actor: Actor,
  series: readonly ImportedSeries[],
  input: SeriesInput,
): Promise<void> {
  const { projectId, targets, taskIdOf } = input;
  for (const one of series) {
    const id = await insertImportedSeries(tx, {
      project_id: projectId,
      task_status_id: one.column === null ? null : (targets.columnIds.get(String(one.column)) ?? null),
      owner_id: actor.id,
      template: templateOf(one, input),
      source_task_id: taskIdOf(one.source_task),
      last_task_id: taskIdOf(one.last_task),
      last_day: one.last_day,
      last_date: one.last_date,
      created_count: one.created_count,
      missed_count: one.missed_count,
      state: one.state,
      settings: readSeriesSettings(one.rule).settings,
    });
    const occurrences = one.occurrences.map(({ day, task, skipped }) => ({ day, skipped, task_id: taskIdOf(task) }));
    if (occurrences.length > 0) await tx.rows(statements.insertOccurrences, [id, JSON.stringify(occurrences)]);
    await planImportedSeries(tx, id);
    await tx.rows(statements.updateSeriesOfTasks, [id]);
  }
}

function templateOf({ task }: ImportedSeries, { targets, reader }: SeriesInput): ImportedSeriesValues["template"] {
  const { assignees, tags, values, subtasks, description, ...facts } = task;
  const userOf = (person: number | null) => reader.userOf(person === null ? null : String(person));
  const fieldValues = reader.fieldValuesOf(values);
  const kinds = [...targets.fields.values()].map(({ id, kind }) => [String(id), kind] as const);
  return {
    ...facts,
    description: description && mapMentions(description, targets.mentions),
    users: [...new Set(assignees.flatMap((person) => userOf(person) ?? []))],
    groups: [],
    tags: tags.flatMap((tag) => targets.tagIds.get(String(tag)) ?? []),
    field_values: fieldValues,
    field_kinds: Object.fromEntries(kinds.filter(([id]) => id in fieldValues)),
    subtasks: subtasks.map(({ name, assignee, due_offset }) => ({ name, assignee_id: userOf(assignee), due_offset })),
  };
}
