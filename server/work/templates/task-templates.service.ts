import type { BodyOf, ReplyOf } from "../../../shared/kernel/endpoint";
import { projectStream } from "../../../shared/kernel/events";
import { type FieldErrors, invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { insertMessageValues } from "../../../shared/kernel/text/message-values";
import type * as contract from "../../../shared/work/templates/task-templates.contract";
import type { TaskTemplate } from "../../../shared/work/templates/task-templates.contract";
import type { TaskTemplateEvents } from "../../../shared/work/templates/task-templates.events";
import {
  maxTaskTemplates,
  maxTaskTemplateSubtasks,
  type TaskTemplateContent,
  taskTemplateContentSchema,
} from "../../../shared/work/templates/task-templates.schema";
import { contentFormat, maxRoles } from "../../../shared/work/templates/templates.schema";
import type { BoardTask, createTask as createTaskContract } from "../../../shared/work/tasks/tasks.contract";
import { mapConstraintErrors } from "../../platform/database/constraints";
import type { Tx } from "../../platform/database/unit-of-work";
import { replaceMentions } from "../../platform/rich-text/rich-text";
import type { Actor } from "../../platform/session";
import {
  authorizeInProject,
  filterProjectViewers,
  mayInProject,
  type ProjectAccess,
  projectAccess,
} from "../access/projects.policy";
import { loadVisibleTask } from "../access/tasks.policy";
import { addMarkedToBin, purgeTaskTemplates, removeMarkedFromBin } from "../bin/bin.service";
import { fieldsOfProject } from "../fields/fields.service";
import { createTask } from "../tasks/tasks.service";
import * as statements from "./task-templates.sql";
import type { TaskTemplateRow } from "./task-templates.sql";
import { dayAfter, insertSubtasksOf, requireRoles } from "./templates.create";
import { type SourcePerson, type SourceTask, selectPeopleOfTask, selectSourceTask } from "./templates.sql";
import { fromTemplateValue, rolesOf, selectableOptions, toTemplateValue } from "./templates.values";

const rules = { task_template_title_once: "title" };

/** The stored content is validated, because an earlier version of the product may have written it. */
const contentOfRow = ({ content }: TaskTemplateRow): TaskTemplateContent =>
  taskTemplateContentSchema.validateSync(content, { stripUnknown: true });

function present(row: TaskTemplateRow): TaskTemplate {
  const content = contentOfRow(row);
  return {
    id: row.id,
    version: row.version,
    project_id: row.project_id,
    title: row.title,
    task_title: content.title,
    due_offset: content.due_offset,
    roles: content.people_roles,
    subtasks: content.subtasks.map(({ name }) => name),
    changed_at: row.changed_at.toISOString(),
    changed_by: row.changed_by,
    earlier_task_count: row.earlier_task_count,
    is_default: row.is_default,
    default_columns: row.default_columns,
  };
}

/** @throws Problem 404 when the project isn't visible. */
export async function listTaskTemplates(tx: Tx, actor: Actor, projectId: number) {
  const access = await projectAccess(tx, actor, projectId);
  const rows = await tx.rows<TaskTemplateRow>(statements.selectTaskTemplates, [projectId]);
  return { templates: rows.map(present), can: { edit: mayInProject(actor, "project-edit", access) } };
}

/** Job titles are left out for external users, who don't see the directory. @throws Problem 404 when the task isn't visible. */
export async function listPeople(tx: Tx, actor: Actor, taskId: number): Promise<SourcePerson[]> {
  await loadVisibleTask(tx, actor, taskId);
  const people = await tx.rows<SourcePerson>(selectPeopleOfTask, [taskId]);
  return actor.external ? people.map((person) => ({ ...person, position: null })) : people;
}

/** @throws Problem 404 for an unknown template, and when its project isn't visible. */
async function visibleTemplate(
  tx: Tx,
  actor: Actor,
  id: number,
  deleted = false,
): Promise<{ row: TaskTemplateRow; access: ProjectAccess }> {
  const row = await tx.one<TaskTemplateRow>(statements.selectTaskTemplateById, [id, deleted]);
  if (!row) throw new Problem("notFound");
  return { row, access: await projectAccess(tx, actor, row.project_id) };
}

/** @throws Problem 404 as `visibleTemplate`; 403 without the permission to edit the project; 409 `project.archived`. */
async function editableTemplate(tx: Tx, actor: Actor, id: number, deleted = false): Promise<TaskTemplateRow> {
  const { row, access } = await visibleTemplate(tx, actor, id, deleted);
  authorizeInProject(actor, "project-edit", access);
  return row;
}

type Source = Pick<BodyOf<typeof contract.createTaskTemplate>, "task_id" | "day" | "roles">;

/**
 * The content of a task for a template as JSON, with its project. Days are counted from `day`, the due date or the start date.
 * @throws Problem 422 at the task when it isn't visible, and when it has too many subtasks; at the roles for too many.
 */
async function contentOf(
  tx: Tx,
  actor: Actor,
  { task_id, day: sentDay, roles: people = [] }: Source,
): Promise<{ projectId: number; content: string }> {
  const task = await loadVisibleTask(tx, actor, task_id).catch((error: unknown) => {
    const isMissing = error instanceof Problem && error.code === "notFound";
    throw isMissing ? invalidFieldProblem("task_id", "field.unknown") : error;
  });
  const day = sentDay ?? task.dueDate ?? task.startDate ?? "2000-01-01";
  const found = await tx.one<{ task: SourceTask }>(selectSourceTask, [task_id, day]);
  const source = (found as { task: SourceTask }).task;
  const { roles, roleOfUser } = rolesOf(people);
  if (source.subtasks.length > maxTaskTemplateSubtasks)
    throw invalidFieldProblem(
      "task_id",
      insertMessageValues("field.templateSubtasks", { most: maxTaskTemplateSubtasks }),
    );
  if (roles.length > maxRoles) throw invalidFieldProblem("roles", "field.tooMany");
  const roleOf = (userId: number | null) => (userId === null ? null : (roleOfUser.get(userId)?.code ?? null));
  const fields = await fieldsOfProject(tx, task.projectId);
  const { description } = source;
  const content: TaskTemplateContent = {
    title: source.title,
    description: description && replaceMentions(description, (userId) => roleOfUser.get(userId)?.title ?? ""),
    priority: source.priority,
    complexity: source.complexity,
    estimate_minutes: source.estimate_minutes,
    start_offset: source.start_offset,
    due_offset: source.due_offset,
    people_roles: roles,
    roles: [...new Set(source.users.toSorted((a, b) => a - b).flatMap((userId) => roleOf(userId) ?? []))],
    tags: source.tags.toSorted((a, b) => a - b),
    field_values: fields.flatMap((field) => {
      const value = source.field_values[field.id];
      if (value === undefined) return [];
      const options = new Map(selectableOptions(field).map(({ id }) => [id, id]));
      const stored = toTemplateValue(field, value, { options, roleOfUser, day });
      return stored === null ? [] : [{ field_id: field.id, kind: field.kind, value: stored }];
    }),
    subtasks: source.subtasks.map(({ name, due_offset, user_id }) => ({ name, due_offset, role: roleOf(user_id) })),
  };
  const valid = taskTemplateContentSchema.validateSync(content, { stripUnknown: true });
  return { projectId: task.projectId, content: JSON.stringify(valid) };
}

const emit = (
  tx: Tx,
  type: Exclude<keyof TaskTemplateEvents, "task_template.default_changed">,
  { id, project_id, title }: Pick<TaskTemplateRow, "id" | "project_id" | "title">,
): void => tx.emit(type, projectStream(project_id), { id, project_id, title });

async function readTemplate(tx: Tx, id: number): Promise<TaskTemplate> {
  const row = await tx.one<TaskTemplateRow>(statements.selectTaskTemplateById, [id, false]);
  if (!row) throw new Problem("notFound");
  return present(row);
}

/** @throws Problem 422 when the project has as many templates as it may have. */
async function requireFewTemplates(tx: Tx, projectId: number): Promise<void> {
  const count = await tx.one<{ count: number }>(statements.countTaskTemplates, [projectId]);
  if ((count?.count ?? 0) >= maxTaskTemplates) throw invalidFieldProblem("title", "field.tooMany");
}

/**
 * Saves a task as a template of its project.
 * @throws Problem 403 without the permission to edit the project; 409 `project.archived`; 422 for a title in use, too many templates, and as
 *   `contentOf`.
 */
export async function createTaskTemplate(
  tx: Tx,
  actor: Actor,
  { title, ...source }: BodyOf<typeof contract.createTaskTemplate>,
): Promise<TaskTemplate> {
  const { projectId, content } = await contentOf(tx, actor, source);
  authorizeInProject(actor, "project-edit", await projectAccess(tx, actor, projectId));
  await requireFewTemplates(tx, projectId);
  const created = await mapConstraintErrors(rules, () =>
    tx.one<{ id: number }>(statements.insertTaskTemplate, [projectId, title, content, contentFormat, actor.id]),
  );
  const { id } = created as { id: number };
  emit(tx, "task_template.created", { id, project_id: projectId, title });
  return readTemplate(tx, id);
}

/** @throws Problem as `editableTemplate`; 409 `taskTemplate.stale` with the current one; 422 for a title in use. */
export async function updateTaskTemplate(
  tx: Tx,
  actor: Actor,
  id: number,
  { title, version }: BodyOf<typeof contract.updateTaskTemplate>,
): Promise<TaskTemplate> {
  const row = await editableTemplate(tx, actor, id);
  const updated = await mapConstraintErrors(rules, () =>
    tx.one(statements.updateTaskTemplate, [id, version, title, actor.id]),
  );
  return presentUpdated(tx, row, updated);
}

/**
 * Replaces the content of a template with that of a task.
 * @throws Problem as `editableTemplate`; 409 `taskTemplate.stale` with the current one; 422 for a task of another project, and as `contentOf`.
 */
export async function replaceTaskTemplateContent(
  tx: Tx,
  actor: Actor,
  id: number,
  { version, ...source }: BodyOf<typeof contract.replaceTaskTemplateContent>,
): Promise<TaskTemplate> {
  const row = await editableTemplate(tx, actor, id);
  const { projectId, content } = await contentOf(tx, actor, source);
  if (projectId !== row.project_id) throw invalidFieldProblem("task_id", "field.unknown");
  const updated = await tx.one(statements.updateTaskTemplateContent, [id, version, content, contentFormat, actor.id]);
  return presentUpdated(tx, row, updated);
}

async function presentUpdated(tx: Tx, row: TaskTemplateRow, updated: unknown): Promise<TaskTemplate> {
  const template = await readTemplate(tx, row.id);
  if (!updated) throw new Problem("taskTemplate.stale", { record: template });
  const { id, project_id, title } = template;
  tx.emit("task_template.updated", projectStream(project_id), {
    id,
    project_id,
    title,
    ...(title === row.title ? {} : { previous_title: row.title }),
  });
  return template;
}

/** @throws Problem as `editableTemplate`. */
export async function deleteTaskTemplate(tx: Tx, actor: Actor, id: number): Promise<void> {
  const row = await editableTemplate(tx, actor, id);
  if (!(await tx.one(statements.markTaskTemplateDeleted, [id]))) throw new Problem("notFound");
  emit(tx, "task_template.deleted", row);
  await addMarkedToBin(tx, { kind: "template", id, projectId: row.project_id, title: row.title });
}

/** @throws Problem as `editableTemplate`; 422 when another template has the title, and for too many templates. */
export async function restoreTaskTemplate(tx: Tx, actor: Actor, id: number): Promise<TaskTemplate> {
  const row = await editableTemplate(tx, actor, id, true);
  await requireFewTemplates(tx, row.project_id);
  const restored = await mapConstraintErrors(rules, () => tx.one(statements.updateTaskTemplateRestored, [id]));
  if (!restored) throw new Problem("notFound");
  await removeMarkedFromBin(tx, "template", id);
  emit(tx, "task_template.restored", row);
  return readTemplate(tx, id);
}

/**
 * Deletes a template in the bin for good. Tasks made from it stay.
 * @throws Problem as `editableTemplate`.
 */
export async function purgeTaskTemplate(tx: Tx, actor: Actor, id: number): Promise<void> {
  await editableTemplate(tx, actor, id, true);
  if (!(await tx.one(statements.lockDeletedTaskTemplate, [id]))) throw new Problem("notFound");
  await purgeTaskTemplates(tx, [id]);
}

interface DefaultRow {
  id: number | null;
  /** Title of the column; null for the default of the project. */
  column: string | null;
}

/**
 * Sets or removes the template from which new tasks of a project or a column start.
 * @throws Problem 404 when the project isn't visible; 403 without the permission to edit it; 409 `project.archived`, and
 *   `taskTemplate.defaultStale` when the user saw another default; 422 for a column or template of another project and for a deleted template.
 */
export async function setDefaultTaskTemplate(
  tx: Tx,
  actor: Actor,
  projectId: number,
  {
    task_template_id: templateId = null,
    task_status_id: columnId = null,
    previous_task_template_id: previousId = null,
  }: BodyOf<typeof contract.setDefaultTaskTemplate>,
): Promise<ReplyOf<typeof contract.setDefaultTaskTemplate>["data"]> {
  authorizeInProject(actor, "project-edit", await projectAccess(tx, actor, projectId));
  await tx.one(statements.lockProject, [projectId]);
  const current =
    columnId === null
      ? await tx.one<DefaultRow>(statements.selectDefaultOfProject, [projectId])
      : await tx.one<DefaultRow>(statements.selectDefaultOfColumn, [projectId, columnId]);
  if (!current) throw invalidFieldProblem("task_status_id", "field.unknown");
  const template =
    templateId === null
      ? null
      : await tx.one<{ title: string }>(statements.selectTemplateOfProject, [projectId, templateId]);
  if (templateId !== null && !template) throw invalidFieldProblem("task_template_id", "field.unknown");
  if (current.id !== previousId) throw new Problem("taskTemplate.defaultStale");
  if (columnId !== null) await tx.rows(statements.setDefaultOfColumn, [columnId, templateId]);
  else {
    await tx.rows(statements.removeDefaultOfProject, [projectId]);
    if (templateId !== null) await tx.rows(statements.setDefaultOfProject, [templateId]);
  }
  if (templateId !== previousId)
    tx.emit("task_template.default_changed", projectStream(projectId), {
      project_id: projectId,
      id: templateId,
      title: template?.title ?? null,
      task_status_id: columnId,
      column: current.column,
    });
  return { project_id: projectId, task_status_id: columnId, task_template_id: templateId };
}

interface TemplateUse {
  columnId: number;
  day: string;
  people: NonNullable<BodyOf<typeof contract.createTaskFromTemplate>["people"]>;
}

/**
 * Content of a task from a template. Tags, fields and options that the project no longer has are left out.
 * @throws Problem 422 for a column of another project and for unknown roles and people.
 */
async function valuesFromTemplate(
  tx: Tx,
  { row, access }: { row: TaskTemplateRow; access: ProjectAccess },
  { columnId, day, people }: TemplateUse,
) {
  const content = contentOfRow(row);
  const column = await tx.one<{ project_id: number }>(statements.selectProjectOfColumn, [columnId]);
  if (column?.project_id !== row.project_id) throw invalidFieldProblem("task_status_id", "field.unknown");
  requireRoles(content.people_roles, people);
  await requirePeople(tx, row.project_id, people);
  const userOfRole = new Map(people.map(({ role, user_id }) => [role, user_id]));
  const dayOf = (offset: number) => dayAfter(day, offset);
  const subtasks = content.subtasks.map(({ name, due_offset, role }) => ({
    name,
    due_date: due_offset === null ? null : dayInProject(dayOf(due_offset), access),
    user_id: role === null ? null : (userOfRole.get(role) ?? null),
  }));
  const tags = await tx.rows<{ id: number }>(statements.selectTagsOfProject, [row.project_id, content.tags]);
  return {
    values: {
      description: content.description,
      priority: content.priority,
      complexity: content.complexity,
      estimate_minutes: content.estimate_minutes,
      start_date: content.start_offset === null ? null : dayOf(content.start_offset),
      due_date: content.due_offset === null ? null : dayOf(content.due_offset),
      users: [...new Set(content.roles.flatMap((role) => userOfRole.get(role) ?? []))],
      tags: tags.map((tag) => tag.id),
      field_values: await fieldValuesOf(tx, row.project_id, content, { userOfRole, dayOf }),
    },
    /** Adds the origin and the subtasks to the new task. */
    fill: async (taskId: number) => {
      await tx.rows(statements.updateTemplateOfTask, [taskId, row.id, row.content_version]);
      await insertSubtasksOf(tx, [{ taskId, subtasks }]);
    },
  };
}

/**
 * Creates a task with the content of a template.
 * @throws Problem 404 for an unknown template; otherwise as `valuesFromTemplate` and `createTask`.
 */
export async function createTaskFromTemplate(
  tx: Tx,
  actor: Actor,
  id: number,
  { task_status_id, title, day, people = [] }: BodyOf<typeof contract.createTaskFromTemplate>,
): Promise<BoardTask> {
  const template = await visibleTemplate(tx, actor, id);
  const { values, fill } = await valuesFromTemplate(tx, template, { columnId: task_status_id, day, people });
  return createTask(tx, actor, { ...values, task_status_id, title } as Parameters<typeof createTask>[2], fill);
}

/**
 * Creates a task with the entered values, and with those of a template where none was entered. Tags and values of fields are combined.
 * @throws Problem 422 at the template when it is unknown or deleted; otherwise as `valuesFromTemplate` and `createTask`.
 */
export async function createTaskWithTemplate(
  tx: Tx,
  actor: Actor,
  { id, day }: { id: number; day: string },
  input: BodyOf<typeof createTaskContract>,
): Promise<BoardTask> {
  const template = await visibleTemplate(tx, actor, id).catch((error: unknown) => {
    const isMissing = error instanceof Problem && error.code === "notFound";
    throw isMissing ? invalidFieldProblem("template.id", "field.unknown") : error;
  });
  const { values, fill } = await valuesFromTemplate(tx, template, { columnId: input.task_status_id, day, people: [] });
  const entered = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as typeof input;
  const merged = {
    ...values,
    ...fittingDates(values, entered, template.access),
    ...entered,
    tags: [...new Set([...values.tags, ...(entered.tags ?? [])])],
    field_values: { ...values.field_values, ...entered.field_values },
  };
  return createTask(tx, actor, merged, fill);
}

interface TaskDates {
  start_date?: string | null | undefined;
  due_date?: string | null | undefined;
}

/** The dates of a template, without those outside of the project's timeline and those in the wrong order with an entered date. */
function fittingDates(template: TaskDates, entered: TaskDates, access: ProjectAccess) {
  const start = template.start_date ? dayInProject(template.start_date, access) : null;
  const due = template.due_date ? dayInProject(template.due_date, access) : null;
  return {
    start_date: start && entered.due_date && start > entered.due_date ? null : start,
    due_date: due && entered.start_date && due < entered.start_date ? null : due,
  };
}

/** @throws Problem 422 at each person who can't see the project. */
async function requirePeople(tx: Tx, projectId: number, people: readonly { user_id: number }[]): Promise<void> {
  const viewers = await filterProjectViewers(
    tx,
    projectId,
    people.map(({ user_id }) => user_id),
  );
  const errors: FieldErrors = {};
  people.forEach(({ user_id }, at) => {
    if (!viewers.some(({ id }) => id === user_id)) errors[`people.${at}.user_id`] = ["field.unknown"];
  });
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}

/** The day; null if it is outside of the project's timeline. */
const dayInProject = (day: string, { startDate, endDate }: ProjectAccess): string | null =>
  (startDate !== null && day < startDate) || (endDate !== null && day > endDate) ? null : day;

async function fieldValuesOf(
  tx: Tx,
  projectId: number,
  { field_values }: TaskTemplateContent,
  context: { userOfRole: ReadonlyMap<string, number>; dayOf: (offset: number) => string },
) {
  const fields = await fieldsOfProject(tx, projectId);
  const entries = field_values.flatMap(({ field_id, kind, value }) => {
    const field = fields.find((candidate) => candidate.id === field_id && candidate.kind === kind);
    if (!field) return [];
    const options = new Map(selectableOptions(field).map(({ id }) => [id, id]));
    const created = fromTemplateValue(field, value, { ...context, options });
    return created === null ? [] : [[String(field_id), created] as const];
  });
  return Object.fromEntries(entries);
}
