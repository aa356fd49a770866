import type { BodyOf } from "../../../shared/kernel/endpoint";
import { tenantStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { insertMessageValues } from "../../../shared/kernel/text/message-values";
import type * as contract from "../../../shared/work/templates/templates.contract";
import type {
  DeletedTemplate,
  ProjectTemplate,
  TemplatePreview,
  TemplateSummary,
} from "../../../shared/work/templates/templates.contract";
import { binDays } from "../../../shared/work/fields/fields.schema";
import type { TemplateEvents } from "../../../shared/work/templates/templates.events";
import {
  contentFormat,
  maxContentLength,
  maxProjectTemplates,
  maxRoles,
  maxTemplateSubtasks,
  maxTemplateTasks,
  type TemplateContent,
  templateContentSchema,
} from "../../../shared/work/templates/templates.schema";
import { mapConstraintErrors } from "../../platform/database/constraints";
import { enforceRowLimit, type RowLimit } from "../../platform/database/row-limits";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import type { Translate } from "../../platform/text";
import { builtInTemplateOf, listBuiltInTemplates } from "./built-in-templates.present";
import { readSource } from "./templates.source";
import { projectAccess } from "../access/projects.policy";
import * as statements from "./templates.sql";

const templateLimit: RowLimit = { most: maxProjectTemplates, count: statements.countTemplates };
const rules = { project_template_title_once: "title" };

const mayEdit = (actor: Actor): boolean => actor.permissions.has("project-edit");

const presentShape = (actor: Actor, { changed_at, ...row }: statements.TemplateRow) => ({
  code: String(row.id),
  id: row.id,
  version: row.version,
  title: row.title,
  description: row.description,
  day_title: row.day_title,
  changed_at: changed_at.toISOString(),
  changed_by: row.changed_by,
  can: { edit: mayEdit(actor) },
});

/** The templates of the tenant by title, then those of the product. */
export async function listTemplates(tx: Tx, actor: Actor, text: Translate): Promise<TemplateSummary[]> {
  const rows = await tx.rows<statements.TemplateSummaryRow>(statements.selectTemplates, [actor.id]);
  return [
    ...rows.map((row) => ({
      ...presentShape(actor, row),
      columns: row.columns,
      task_count: row.task_count,
      outdated_count: row.outdated_count,
    })),
    ...listBuiltInTemplates(text).map(({ content, outdated_projects, revision: _, ...template }) => ({
      ...template,
      columns: content.columns.map(({ title }) => title),
      task_count: content.tasks.length,
      outdated_count: outdated_projects.length,
    })),
  ];
}

const idPattern = /^[1-9]\d{0,15}$/;

/** @throws Problem 404 for an unknown or deleted template. */
export async function readTemplate(tx: Tx, actor: Actor, code: string, text: Translate): Promise<ProjectTemplate> {
  const template = idPattern.test(code) ? await templateById(tx, actor, Number(code)) : builtInTemplateOf(code, text);
  if (!template) throw new Problem("notFound");
  return template;
}

/** The stored content is validated, because an earlier version of the product may have written it. */
async function templateById(tx: Tx, actor: Actor, id: number): Promise<ProjectTemplate> {
  const row = await tx.one<statements.TemplateContentRow>(statements.selectTemplateById, [id]);
  if (!row) throw new Problem("notFound");
  const content = templateContentSchema.validateSync(row.content, { stripUnknown: true });
  const outdated_projects = await tx.rows<{ id: number; title: string }>(statements.selectOutdatedProjects, [
    actor.id,
    id,
  ]);
  return { ...presentShape(actor, row), content, revision: row.revision, outdated_projects };
}

/** Stores the template from which a project was created, with the revision that was read. */
export async function storeUse(tx: Tx, projectId: number, { id, title, revision }: ProjectTemplate): Promise<void> {
  await tx.rows(statements.insertTemplateUse, [projectId, id, title, revision]);
}

/** @throws Problem 404 when the project isn't visible. */
export async function readOrigin(tx: Tx, actor: Actor, projectId: number) {
  await projectAccess(tx, actor, projectId);
  const origin = await tx.one<{ title: string; id: number | null; outdated: boolean }>(statements.selectOrigin, [
    projectId,
  ]);
  if (!origin) return null;
  const { title, id, outdated } = origin;
  return { title, code: id === null ? null : String(id), outdated };
}

/** @throws Problem 404 when the project isn't visible. */
export async function previewTemplate(
  tx: Tx,
  actor: Actor,
  projectId: number,
  today: string,
): Promise<TemplatePreview> {
  const { content, omitted } = await readSource(tx, actor, projectId, today, []);
  const people = await tx.rows<statements.SourcePerson>(statements.selectSourcePeople, [projectId]);
  return { task_count: content.tasks.length, people, omitted };
}

type Source = Pick<BodyOf<typeof contract.createProjectTemplate>, "project_id" | "day" | "roles">;

/**
 * The content of a project for a template as JSON.
 * @throws Problem 422 at the project when it isn't visible or exceeds a limit of templates, and at the roles for too many.
 */
async function contentOf(tx: Tx, actor: Actor, { project_id, day, roles = [] }: Source): Promise<string> {
  const { content } = await readSource(tx, actor, project_id, day, roles).catch((error: unknown) => {
    const isMissing = error instanceof Problem && error.code === "notFound";
    throw isMissing ? invalidFieldProblem("project_id", "field.unknown") : error;
  });
  requireLimits(content);
  const json = JSON.stringify(templateContentSchema.validateSync(content, { stripUnknown: true }));
  if (json.length > maxContentLength) throw invalidFieldProblem("project_id", "field.templateSize");
  return json;
}

function requireLimits({ tasks, roles }: TemplateContent): void {
  const subtaskCount = tasks.reduce((count, task) => count + task.subtasks.length, 0);
  const refuse = (message: string, most: number) =>
    invalidFieldProblem("project_id", insertMessageValues(message, { most }));
  if (tasks.length > maxTemplateTasks) throw refuse("field.templateTasks", maxTemplateTasks);
  if (subtaskCount > maxTemplateSubtasks) throw refuse("field.templateSubtasks", maxTemplateSubtasks);
  if (roles.length > maxRoles) throw invalidFieldProblem("roles", "field.tooMany");
}

const emit = (tx: Tx, type: keyof TemplateEvents, id: number): void => tx.emit(type, tenantStream(tx.tenantId), { id });

/** @throws Problem 422 for a title in use, too many templates, and as `contentOf`. */
export async function createTemplate(
  tx: Tx,
  actor: Actor,
  input: BodyOf<typeof contract.createProjectTemplate>,
): Promise<ProjectTemplate> {
  await enforceRowLimit(tx, templateLimit, "title");
  const content = await contentOf(tx, actor, input);
  const { title, description = null, day_title = null } = input;
  const created = await mapConstraintErrors(rules, () =>
    tx.one<{ id: number }>(statements.insertTemplate, [
      title,
      description,
      day_title,
      content,
      contentFormat,
      actor.id,
    ]),
  );
  const { id } = created as { id: number };
  emit(tx, "project_template.created", id);
  return templateById(tx, actor, id);
}

/** @throws Problem 404 for an unknown template; 409 `projectTemplate.stale` with the current one; 422 for a title in use. */
export async function updateTemplate(
  tx: Tx,
  actor: Actor,
  id: number,
  { title, description = null, day_title = null, version }: BodyOf<typeof contract.updateProjectTemplate>,
): Promise<ProjectTemplate> {
  const updated = await mapConstraintErrors(rules, () =>
    tx.one(statements.updateTemplate, [id, version, title, description, day_title, actor.id]),
  );
  return presentUpdated(tx, actor, id, updated);
}

/**
 * Replaces the content of a template with that of a project.
 * @throws Problem 404 for an unknown template; 409 `projectTemplate.stale` with the current one; 422 as `contentOf`.
 */
export async function replaceContent(
  tx: Tx,
  actor: Actor,
  id: number,
  { version, ...source }: BodyOf<typeof contract.replaceProjectTemplateContent>,
): Promise<ProjectTemplate> {
  await templateById(tx, actor, id);
  const content = await contentOf(tx, actor, source);
  const updated = await tx.one(statements.updateTemplateContent, [id, version, content, contentFormat, actor.id]);
  return presentUpdated(tx, actor, id, updated);
}

async function presentUpdated(tx: Tx, actor: Actor, id: number, updated: unknown): Promise<ProjectTemplate> {
  const template = await templateById(tx, actor, id);
  if (!updated) throw new Problem("projectTemplate.stale", { record: template });
  emit(tx, "project_template.updated", id);
  return template;
}

/** @throws Problem 404 for an unknown or deleted template. */
export async function deleteTemplate(tx: Tx, id: number): Promise<void> {
  if (!(await tx.one(statements.markTemplateDeleted, [id]))) throw new Problem("notFound");
  emit(tx, "project_template.deleted", id);
}

/** The deleted templates that can be restored, last deleted first. */
export async function listDeletedTemplates(tx: Tx): Promise<DeletedTemplate[]> {
  const rows = await tx.rows<statements.DeletedTemplateRow>(statements.selectDeletedTemplates, [binDays]);
  return rows.map((row) => ({
    ...row,
    deleted_at: row.deleted_at.toISOString(),
    purge_at: row.purge_at.toISOString(),
  }));
}

/** @throws Problem 404 unless the template is deleted; 422 when another one has its title, and for too many templates. */
export async function restoreTemplate(tx: Tx, actor: Actor, id: number): Promise<ProjectTemplate> {
  await enforceRowLimit(tx, templateLimit, "title");
  const restored = await mapConstraintErrors(rules, () => tx.one(statements.updateTemplateRestored, [id]));
  if (!restored) throw new Problem("notFound");
  emit(tx, "project_template.created", id);
  return templateById(tx, actor, id);
}
