import type { BodyOf } from "../../../shared/kernel/endpoint";
import { type Actor as Person, projectStream } from "../../../shared/kernel/events";
import { colorTones } from "../../../shared/kernel/fields";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import {
  type ConversionContext,
  convertFieldValue,
  type FlagLabels,
  limitsAfterKindChange,
  type OptionPlan,
  planOptions,
} from "../../../shared/work/fields/field-kind-change.rules";
import type { FieldValue } from "../../../shared/work/fields/field-values.rules";
import type * as contract from "../../../shared/work/fields/fields.contract";
import type { FieldKindChange, ProjectField } from "../../../shared/work/fields/fields.contract";
import { type FieldKind, hasOptions } from "../../../shared/work/fields/fields.schema";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { authorizeInProject, projectAccess } from "../access/projects.policy";
import { columnsOfValue } from "./field-value-columns";
import { fieldOfProject, lockProjects, mayEditAll } from "./fields.service";
import * as statements from "./fields.sql";

const maxListedTasks = 20;

export interface ValueRow {
  id: number;
  project_id: number;
  key: string;
  title: string;
  value: FieldValue;
}

/** Preview of a change. The options in `context` that don't exist yet have negative ids. */
interface ChangePlan {
  rows: ValueRow[];
  people: Person[];
  options: OptionPlan;
  context: ConversionContext;
}

/**
 * @throws Problem 404 for an invisible project or field; 403 without permission in one of the projects with values; 409 when the project is
 *   archived; 422 for the present kind.
 */
export async function previewFieldKind(
  tx: Tx,
  actor: Actor,
  projectId: number,
  id: number,
  kind: FieldKind,
  labels: FlagLabels,
): Promise<FieldKindChange> {
  authorizeInProject(actor, "project-edit", await projectAccess(tx, actor, projectId));
  const field = await fieldOfProject(tx, projectId, id);
  const projects = await tx.rows<statements.UsingProject>(statements.selectProjectsWithValues, [id, actor.id]);
  if (!mayEditAll(actor, projects)) throw new Problem("permission.denied");
  requireOtherKind(field, kind);
  const projectIds = projects.map((project) => project.id);
  return presentPlan(tx, actor, projectIds, field, kind, await planChange(tx, projectIds, field, kind, labels));
}

function requireOtherKind(field: ProjectField, kind: FieldKind): void {
  if (field.kind === kind) throw invalidFieldProblem("kind", "field.invalid");
}

async function planChange(
  tx: Tx,
  projectIds: readonly number[],
  field: ProjectField,
  kind: FieldKind,
  labels: FlagLabels,
): Promise<ChangePlan> {
  const rows = await tx.rows<ValueRow>(statements.selectValues, [field.id, projectIds]);
  const people = await readPeople(
    tx,
    field.kind,
    rows.map(({ value }) => value),
  );
  const values = rows.map(({ value }) => value);
  const options = planOptions(field.kind, kind, values, { options: field.options, people, labels });
  const present = field.options.map((option) => ({
    ...option,
    deleted: option.deleted && !options.restoredIds.includes(option.id),
  }));
  const created = options.newTitles.map((title, at) => ({ id: -1 - at, title, deleted: false }));
  return { rows, people, options, context: { options: [...present, ...created], people, labels } };
}

/** The users among the values of a field; none if it isn't of the kind person. */
export async function readPeople(tx: Tx, kind: FieldKind, values: readonly FieldValue[]): Promise<Person[]> {
  if (kind !== "person" || values.length === 0) return [];
  return tx.rows<Person>(statements.selectPeople, [[...new Set(values)]]);
}

const findLostRows = (field: ProjectField, kind: FieldKind, { rows, context }: ChangePlan): ValueRow[] =>
  rows.filter(({ value }) => convertFieldValue(field.kind, kind, value, context) === null);

async function presentPlan(
  tx: Tx,
  actor: Actor,
  projectIds: readonly number[],
  field: ProjectField,
  kind: FieldKind,
  plan: ChangePlan,
): Promise<FieldKindChange> {
  const lost = findLostRows(field, kind, plan);
  const restored = field.options.filter(({ id }) => plan.options.restoredIds.includes(id)).map(({ title }) => title);
  return {
    value_count: plan.rows.length,
    lost_count: lost.length,
    lost_tasks: lost.slice(0, maxListedTasks).map(({ id, key, title }) => ({ id, key, title })),
    new_options: [...restored, ...plan.options.newTitles],
    views: await tx.rows(statements.selectViewsOfField, [field.id, projectIds, actor.id]),
  };
}

/**
 * Locks a field and all projects that have values of it.
 * @throws Problem 404 for an invisible project or field; 403 without permission in one of the projects with values; 409 when the project is
 *   archived, another project has begun to use the field, or the field was changed since `version`, with the current field.
 */
export async function lockFieldWithValues(
  tx: Tx,
  actor: Actor,
  projectId: number,
  id: number,
  version: number,
): Promise<{ field: ProjectField; projectIds: number[] }> {
  const readProjects = () => tx.rows<statements.UsingProject>(statements.selectProjectsWithValues, [id, actor.id]);
  const projectIds = (await readProjects()).map((project) => project.id);
  await lockProjects(tx, actor, projectId, projectIds);
  await tx.rows(statements.lockField, [id]);
  const projects = await readProjects();
  const field = await fieldOfProject(tx, projectId, id);
  if (projects.some((project) => !projectIds.includes(project.id))) throw new Problem("conflict");
  if (field.version !== version) throw new Problem("projectField.stale", { record: field });
  if (!mayEditAll(actor, projects)) throw new Problem("permission.denied");
  return { field, projectIds: projects.map((project) => project.id) };
}

/**
 * Changes the kind of a field in all projects that have values of it. Values that can't be converted are deleted. The former values are
 * kept for a day, so that the change can be undone.
 * @throws Problem as `lockFieldWithValues`; also 422 for the present kind, and 409 when the counts of values differ from those that the
 *   caller saw, with the new preview.
 */
export async function changeFieldKind(
  tx: Tx,
  actor: Actor,
  projectId: number,
  id: number,
  { kind, version, value_count, lost_count }: BodyOf<typeof contract.changeFieldKind>,
  labels: FlagLabels,
): Promise<ProjectField> {
  const { field, projectIds } = await lockFieldWithValues(tx, actor, projectId, id, version);
  requireOtherKind(field, kind);
  await tx.rows(statements.lockTasksWithValues, [id, projectIds]);
  const plan = await planChange(tx, projectIds, field, kind, labels);
  const lost = findLostRows(field, kind, plan);
  if (plan.rows.length !== value_count || lost.length !== lost_count) {
    const record = await presentPlan(tx, actor, projectIds, field, kind, plan);
    throw new Problem("projectField.valuesChanged", { record });
  }
  await writeOptions(tx, field, kind, plan.options);
  const converted = await writeConvertedValues(tx, await readField(tx, projectId, id), kind, plan);
  const taskValues = plan.rows.map(({ id: task_id, value: before }): TaskValueChange => {
    return { task_id, before, after: converted.get(task_id) ?? null };
  });
  await tx.rows(statements.saveKindChange, [JSON.stringify(field), JSON.stringify(taskValues)]);
  for (const usingProjectId of projectIds) {
    const after = await readField(tx, usingProjectId, id);
    const rows = plan.rows.filter((row) => row.project_id === usingProjectId);
    const userIds = new Set(rows.map(({ value }) => value));
    tx.emit("project_field.kind_changed", projectStream(usingProjectId), {
      ...after,
      project_id: usingProjectId,
      former_kind: field.kind,
      people: plan.people.filter((person) => userIds.has(person.id)),
      labels,
      lost_count: lost.filter((row) => row.project_id === usingProjectId).length,
    });
  }
  return fieldOfProject(tx, projectId, id);
}

/** The value of a task before and after a change of the kind; null if it was lost. */
export interface TaskValueChange {
  task_id: number;
  before: FieldValue;
  after: FieldValue | null;
}

export async function readField(tx: Tx, projectId: number, id: number): Promise<ProjectField> {
  const found = await tx.one<{ field: ProjectField }>(statements.selectFieldOfUse, [projectId, id]);
  return (found as { field: ProjectField }).field;
}

/** A field that is no choice any more keeps its options as deleted ones, for its history. */
async function writeOptions(tx: Tx, field: ProjectField, kind: FieldKind, plan: OptionPlan): Promise<void> {
  if (hasOptions(field.kind) === hasOptions(kind)) return;
  const created = plan.newTitles.map((title, at) => ({ title, color: colorTones[at % colorTones.length] }));
  const options = [...plan.restoredIds.map((id) => ({ id })), ...created];
  await tx.rows(statements.replaceOptions, [field.id, JSON.stringify(options)]);
}

/**
 * `field` is the field with its new options.
 * @returns the new values by task.
 */
async function writeConvertedValues(
  tx: Tx,
  field: ProjectField,
  kind: FieldKind,
  { rows, context }: ChangePlan,
): Promise<Map<number, FieldValue>> {
  const converted = rows.flatMap((row) => {
    const value = convertFieldValue(field.kind, kind, row.value, { ...context, options: field.options });
    return value === null ? [] : [{ id: row.id, value }];
  });
  const { max_length, decimals } = limitsAfterKindChange(
    kind,
    converted.map(({ value }) => value),
  );
  const records = converted.map(({ id, value }) => ({ task_id: id, ...columnsOfValue(kind, value) }));
  await tx.rows(statements.changeKind, [field.id, kind, max_length, decimals, JSON.stringify(records), null]);
  return new Map(converted.map(({ id, value }) => [id, value]));
}
