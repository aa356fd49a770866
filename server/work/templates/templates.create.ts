import type { BodyOf } from "../../../shared/kernel/endpoint";
import { addDays } from "../../../shared/kernel/days";
import { isValidDay } from "../../../shared/kernel/fields";
import { type FieldErrors, invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { FieldValue } from "../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../shared/work/fields/fields.contract";
import type { createProjectFromTemplate, ProjectTemplate } from "../../../shared/work/templates/templates.contract";
import type { TemplateContent, TemplateTask } from "../../../shared/work/templates/templates.schema";
import { mapViewQuery } from "../../../shared/work/templates/templates.views.rules";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import type { Translate } from "../../platform/text";
import { createField, updateFieldUse } from "../fields/fields.service";
import { createProject } from "../projects/projects.create";
import { createTag } from "../projects/projects.tags";
import { createSeries } from "../series/series.service";
import { createTasksOfNewProject, type NewTask } from "../tasks/tasks.create-many";
import { createView } from "../views/views.service";
import { insertSubtasks, selectColumnIds } from "./templates.sql";
import { fromTemplateValue } from "./templates.values";

type Input = BodyOf<typeof createProjectFromTemplate>;

/** Ids of what was created, in the order of the template. */
interface CreatedParts {
  projectId: number;
  columnIds: number[];
  tagIds: number[];
  fields: ProjectField[];
  userOfRole: ReadonlyMap<string, number>;
  /** The day with an offset from the chosen day. */
  dayOf: (offset: number) => string;
}

/**
 * Creates a project with the content of a template. The people of its roles become members.
 * @returns its id.
 * @throws Problem 403 without permission to create tasks; 422 for unknown roles and for dates outside of the calendar; otherwise as
 *   `createProject`.
 */
export async function createFromTemplate(
  tx: Tx,
  actor: Actor,
  { content }: ProjectTemplate,
  input: Input,
  text: Translate,
): Promise<number> {
  const people = input.people ?? [];
  requireRoles(content.roles, people);
  const projectId = await createWithPeople(tx, actor, input.title, people, text, content);
  const columns = await tx.rows<{ id: number }>(selectColumnIds, [projectId]);
  const created: CreatedParts = {
    projectId,
    columnIds: columns.map(({ id }) => id),
    tagIds: [],
    fields: [],
    userOfRole: new Map(people.map(({ role, user_id }) => [role, user_id])),
    dayOf: (offset) => dayAfter(input.day, offset),
  };
  for (const tag of content.tags)
    created.tagIds.push((await createTag(tx, actor, { ...tag, project_id: projectId })).id);
  for (const field of content.fields) created.fields.push(await createFieldOf(tx, actor, projectId, field));
  await createTasks(tx, actor, content, created);
  await requireFieldsInColumns(tx, actor, content, created);
  await createViews(tx, actor, content, created);
  return projectId;
}

/** @throws Problem 422 at the chosen day when the calendar doesn't have the day. */
export function dayAfter(chosenDay: string, offset: number): string {
  const day = addDays(chosenDay, offset);
  if (!isValidDay(day)) throw invalidFieldProblem("day", "field.day");
  return day;
}

/** @throws Problem 422 at each role that the template doesn't have or that is sent twice. */
export function requireRoles(roles: TemplateContent["roles"], people: readonly { role: string }[]): void {
  const errors: FieldErrors = {};
  people.forEach(({ role }, at) => {
    const isKnown = roles.some(({ code }) => code === role);
    const isRepeated = people.findIndex((other) => other.role === role) !== at;
    if (!isKnown || isRepeated) errors[`people.${at}.role`] = [isKnown ? "field.taken" : "field.unknown"];
  });
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}

/** Creates the project with the people as members. Errors at a member are reported at the person. */
async function createWithPeople(
  tx: Tx,
  actor: Actor,
  title: string,
  people: readonly { user_id: number }[],
  text: Translate,
  { columns }: TemplateContent,
): Promise<number> {
  const memberIds = [...new Set(people.map(({ user_id }) => user_id))].filter((id) => id !== actor.id);
  const members = memberIds.map((user_id) => ({ user_id }));
  try {
    return await createProject(tx, actor, { title, members } as Parameters<typeof createProject>[2], text, columns);
  } catch (error) {
    if (!(error instanceof Problem) || !error.detail.errors) throw error;
    const errors = Object.entries(error.detail.errors).map(([field, messages]) => {
      const userId = memberIds[Number(/^members\.(\d+)\./.exec(field)?.[1])];
      const at = people.findIndex(({ user_id }) => user_id === userId);
      return [at < 0 ? field : `people.${at}.user_id`, messages];
    });
    throw new Problem(error.code, { ...error.detail, errors: Object.fromEntries(errors) as FieldErrors });
  }
}

async function createFieldOf(
  tx: Tx,
  actor: Actor,
  projectId: number,
  { title, kind, max_length, decimals, unit, options, on_card }: TemplateContent["fields"][number],
): Promise<ProjectField> {
  const input = {
    title,
    kind,
    on_card,
    ...(max_length !== null && { max_length }),
    ...(decimals !== null && { decimals }),
    ...(unit !== null && { unit }),
    ...(options.length > 0 && { options }),
  };
  return createField(tx, actor, projectId, input as Parameters<typeof createField>[3]);
}

async function createTasks(tx: Tx, actor: Actor, content: TemplateContent, created: CreatedParts): Promise<void> {
  const { columnIds, tagIds, userOfRole, dayOf, projectId } = created;
  const userOf = (role: string | null) => (role === null ? undefined : userOfRole.get(role));
  const dayOrNull = (offset: number | null) => (offset === null ? null : dayOf(offset));
  const tasks = content.tasks.map((task) => ({
    task_status_id: columnIds[task.column - 1] as number,
    title: task.title,
    description: task.description,
    priority: task.priority,
    complexity: task.complexity,
    estimate_minutes: task.estimate_minutes,
    start_date: dayOrNull(task.start_offset),
    due_date: dayOrNull(task.due_offset),
    users: [...new Set(task.roles.flatMap((role) => userOf(role) ?? []))],
    tags: task.tags.flatMap((position) => tagIds[position - 1] ?? []),
    field_values: Object.fromEntries(task.field_values.flatMap((value) => valueOf(value, created))),
    blockedBy: task.blockers.map((position) => position - 1),
  }));
  const taskIds = await createTasksOfNewProject(tx, actor, projectId, tasks as NewTask[], (ids) =>
    insertSubtasksOf(
      tx,
      content.tasks.map(({ subtasks }, at) => ({
        taskId: ids[at] as number,
        subtasks: subtasks.map(({ name, due_offset, role }) => ({
          name,
          due_date: dayOrNull(due_offset),
          user_id: userOf(role) ?? null,
        })),
      })),
    ),
  );
  for (const [at, { series }] of content.tasks.entries()) {
    if (!series) continue;
    const { first_offset, until_offset, ...settings } = series;
    const input = { ...settings, first_day: dayOf(first_offset), until: dayOrNull(until_offset) };
    await createSeries(tx, actor, taskIds[at] as number, input as Parameters<typeof createSeries>[3]);
  }
}

interface SubtasksOfTask {
  taskId: number;
  subtasks: readonly { name: string; due_date: string | null; user_id: number | null }[];
}

/** Inserts subtasks of new tasks in their order. */
export async function insertSubtasksOf(tx: Tx, tasks: readonly SubtasksOfTask[]): Promise<void> {
  const rows = tasks.flatMap(({ taskId, subtasks }) =>
    subtasks.map((subtask, at) => ({ ...subtask, task_id: taskId, place: at + 1 })),
  );
  if (rows.length > 0) await tx.rows(insertSubtasks, [JSON.stringify(rows)]);
}

/** The entry of a field value in the input of a task; none if it has no value there. */
function valueOf(
  { field: position, value }: TemplateTask["field_values"][number],
  { fields, userOfRole, dayOf }: CreatedParts,
): [string, FieldValue][] {
  const field = fields[position - 1];
  if (!field) return [];
  const options = new Map(field.options.map(({ id }, at) => [at + 1, id]));
  const created = fromTemplateValue(field, value, { options, userOfRole, dayOf });
  return created === null ? [] : [[String(field.id), created]];
}

/** Runs after the tasks, because tasks may lack values that became required after they had entered the column. */
async function requireFieldsInColumns(
  tx: Tx,
  actor: Actor,
  content: TemplateContent,
  { projectId, columnIds, fields }: CreatedParts,
): Promise<void> {
  for (const [at, { required_columns }] of content.fields.entries()) {
    const required_column_ids = required_columns.flatMap((position) => columnIds[position - 1] ?? []);
    if (required_column_ids.length > 0)
      await updateFieldUse(tx, actor, projectId, (fields[at] as ProjectField).id, { required_column_ids });
  }
}

async function createViews(
  tx: Tx,
  actor: Actor,
  content: TemplateContent,
  { projectId, columnIds, tagIds, fields }: CreatedParts,
): Promise<void> {
  const idsByPosition = (ids: readonly number[]) => new Map(ids.map((id, at) => [at + 1, id]));
  const newIds = {
    columns: idsByPosition(columnIds),
    tags: idsByPosition(tagIds),
    fields: new Map(
      fields.map(({ id, kind, options }, at) => [
        at + 1,
        { id, kind, options: idsByPosition(options.map((option) => option.id)) },
      ]),
    ),
  };
  for (const { name, layout, query } of content.views) {
    const mapped = mapViewQuery(query, newIds);
    if (mapped !== null)
      await createView(tx, actor, { project_id: projectId, scope: "project", name, layout, query: mapped });
  }
}
