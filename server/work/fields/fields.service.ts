import type { BodyOf } from "../../../shared/kernel/endpoint";
import { type Actor as Person, projectStream } from "../../../shared/kernel/events";
import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import { type FieldErrors, invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type * as contract from "../../../shared/work/fields/fields.contract";
import type { FieldSettings, ProjectField } from "../../../shared/work/fields/fields.contract";
import {
  binDays,
  defaultTextLength,
  type FieldKind,
  hasOptions,
  maxFieldsPerProject,
  type OptionInput,
} from "../../../shared/work/fields/fields.schema";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import {
  authorizeInProject,
  effectiveRole,
  hasProjectPermission,
  mayInProject,
  projectAccess,
} from "../access/projects.policy";
import * as statements from "./fields.sql";

/** The fields of a project in their order, without those in its bin. The caller must have checked access. */
export async function fieldsOfProject(tx: Tx, projectId: number): Promise<ProjectField[]> {
  const found = await tx.one<{ fields: ProjectField[] }>(statements.selectFields, [projectId]);
  return found?.fields ?? [];
}

export async function fieldOfProject(tx: Tx, projectId: number, id: number): Promise<ProjectField> {
  const field = (await fieldsOfProject(tx, projectId)).find((candidate) => candidate.id === id);
  if (!field) throw new Problem("notFound");
  return field;
}

interface SettingsRow {
  field: ProjectField;
  value_count: number;
  removed_at: Date | null;
  removed_by: Person | null;
  other_projects: statements.UsingProject[];
}

const roleIn = (actor: Actor, project: statements.UsingProject) => effectiveRole(actor, project.role);

/** Projects that the actor may see; their titles may be shown. */
const visibleProjects = (actor: Actor, projects: readonly statements.UsingProject[]) =>
  projects.filter((project) => roleIn(actor, project) !== null).map(({ id, title }) => ({ id, title }));

/**
 * A field may be changed by those who may edit all projects that use it. An archived project follows the change, because the field belongs to
 * the tenant and would otherwise be fixed until the project is restored; its own settings of the field are read-only.
 */
export function mayEditAll(actor: Actor, projects: readonly statements.UsingProject[]): boolean {
  return projects.every((project) => {
    const role = roleIn(actor, project);
    return role !== null && hasProjectPermission(actor, "project-edit", { role, archived: false });
  });
}

/** @throws Problem 404 when the project isn't visible. */
export async function listFields(
  tx: Tx,
  actor: Actor,
  projectId: number,
): Promise<{
  fields: FieldSettings[];
  removed: RemovedField[];
  columns: { id: number; title: string }[];
  can: { edit: boolean };
}> {
  const access = await projectAccess(tx, actor, projectId);
  const rows = await tx.rows<SettingsRow>(statements.selectFieldSettings, [projectId, actor.id]);
  const columns = await tx.rows<{ id: number; title: string }>(statements.selectColumns, [projectId]);
  const mayEdit = mayInProject(actor, "project-edit", access);
  const fields = rows.flatMap(({ field, removed_at, other_projects, value_count }) => {
    if (removed_at) return [];
    const can = { edit: mayEdit && mayEditAll(actor, other_projects) };
    return [{ ...field, other_projects: visibleProjects(actor, other_projects), value_count, can }];
  });
  const removed = rows.flatMap(({ field, removed_at, removed_by, value_count }) =>
    removed_at
      ? [
          {
            ...field,
            removed_at: removed_at.toISOString(),
            deleted_at: deletionOf(removed_at),
            removed_by,
            value_count,
          },
        ]
      : [],
  );
  return { fields, removed, columns, can: { edit: mayEdit } };
}

const deletionOf = (removedAt: Date): string => new Date(removedAt.getTime() + binDays * elapsedDayMs).toISOString();

type RemovedField = ProjectField & {
  removed_at: string;
  deleted_at: string;
  removed_by: Person | null;
  value_count: number;
};

interface FieldElsewhere {
  id: number;
  title: string;
  kind: FieldKind;
  projects: statements.UsingProject[];
}

/**
 * Fields that the project doesn't use yet, of projects that the actor may see.
 * @throws Problem 404 when the project isn't visible.
 */
export async function listFieldsElsewhere(tx: Tx, actor: Actor, projectId: number) {
  await projectAccess(tx, actor, projectId);
  const rows = await tx.rows<FieldElsewhere>(statements.selectFieldsElsewhere, [projectId, actor.id]);
  return rows
    .map(({ projects, ...field }) => ({ ...field, projects: visibleProjects(actor, projects) }))
    .filter(({ projects }) => projects.length > 0);
}

/** Locks the projects and checks that the actor may edit the fields of the first one, whose access may have changed before the lock. */
export async function lockProjects(
  tx: Tx,
  actor: Actor,
  projectId: number,
  others: readonly number[] = [],
): Promise<void> {
  const authorizeNow = async () => authorizeInProject(actor, "project-edit", await projectAccess(tx, actor, projectId));
  await authorizeNow();
  await tx.rows(statements.lockProjects, [[projectId, ...others]]);
  await authorizeNow();
}

/**
 * Creates a field at the end of the project's fields.
 * @throws Problem 404 when the project isn't visible; 403 without permission; 409 when it is archived; 422 for a title in use, for limits
 *   that the kind doesn't have, and when the project has `maxFieldsPerProject` fields.
 */
export async function createField(
  tx: Tx,
  actor: Actor,
  projectId: number,
  input: BodyOf<typeof contract.createProjectField>,
): Promise<ProjectField> {
  await lockProjects(tx, actor, projectId);
  requireLimitsOfKind(input.kind, input);
  if (hasOptions(input.kind)) requireOptions(input.options ?? [], []);
  await requireSpace(tx, projectId);
  await requireFreeTitle(tx, [projectId], input.title, null);
  await requireColumns(tx, projectId, input.required_column_ids);
  const created = await tx.one<{ id: number }>(statements.insertField, [
    input.title,
    input.kind,
    input.kind === "text" ? (input.max_length ?? defaultTextLength) : null,
    input.kind === "number" ? (input.decimals ?? 0) : null,
    input.unit || null,
  ]);
  const { id } = created as { id: number };
  await tx.rows(statements.insertUse, [projectId, id, input.on_card ?? false]);
  if (input.options) await tx.rows(statements.replaceOptions, [id, JSON.stringify(input.options)]);
  if (input.required_column_ids)
    await tx.rows(statements.replaceRequirements, [projectId, id, input.required_column_ids]);
  const field = await fieldOfProject(tx, projectId, id);
  tx.emit("project_field.created", projectStream(projectId), { ...field, project_id: projectId });
  return field;
}

type Limits = Pick<BodyOf<typeof contract.createProjectField>, "max_length" | "decimals" | "unit" | "options">;

/** @throws Problem 422 at limits that fields of this kind don't have. */
function requireLimitsOfKind(kind: FieldKind, { max_length, decimals, unit, options }: Limits): void {
  const errors: FieldErrors = {};
  if (max_length !== undefined && kind !== "text") errors.max_length = ["field.invalid"];
  if (decimals !== undefined && kind !== "number") errors.decimals = ["field.invalid"];
  if (unit && kind !== "number") errors.unit = ["field.invalid"];
  if (options !== undefined && !hasOptions(kind)) errors.options = ["field.invalid"];
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}

/** @throws Problem 422 without an option, for an option of another field, and at the second of two options with the same title. */
function requireOptions(options: readonly OptionInput[], present: ProjectField["options"]): void {
  if (options.length === 0) throw invalidFieldProblem("options", "field.required");
  const errors: FieldErrors = {};
  const titles = new Set<string>();
  const ids = new Set<number>();
  for (const [at, { id, title }] of options.entries()) {
    if (id && (ids.has(id) || !present.some((option) => option.id === id)))
      errors[`options.${at}.id`] = ["field.unknown"];
    if (titles.has(title.toLowerCase())) errors[`options.${at}.title`] = ["field.taken"];
    if (id) ids.add(id);
    titles.add(title.toLowerCase());
  }
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}

async function requireSpace(tx: Tx, projectId: number): Promise<void> {
  const { count } = (await tx.one<{ count: number }>(statements.countFields, [projectId])) as { count: number };
  if (count >= maxFieldsPerProject) throw invalidFieldProblem("title", "field.tooMany");
}

/** The projects must be locked. */
async function requireFreeTitle(
  tx: Tx,
  projectIds: readonly number[],
  title: string,
  id: number | null,
): Promise<void> {
  if (await tx.one(statements.selectFieldOfTitle, [projectIds, title, id]))
    throw invalidFieldProblem("title", "field.taken");
}

async function requireColumns(tx: Tx, projectId: number, ids: readonly number[] | undefined): Promise<void> {
  if (!ids?.length) return;
  const found = await tx.one<{ count: number }>(statements.countColumns, [projectId, ids]);
  if (found?.count !== new Set(ids).size) throw invalidFieldProblem("required_column_ids", "field.unknown");
}

/**
 * Adds a field of another project that the actor may see.
 * @throws Problem 404 for an invisible project or field; 403 without permission; 409 when the project is archived, or has a field with this
 *   title; 422 when it has `maxFieldsPerProject` fields.
 */
export async function useField(tx: Tx, actor: Actor, projectId: number, id: number): Promise<ProjectField> {
  await lockProjects(tx, actor, projectId);
  const locked = await tx.one<LockedField>(statements.lockField, [id]);
  const projects = await tx.rows<statements.UsingProject>(statements.selectUsingProjects, [id, actor.id]);
  if (!locked || visibleProjects(actor, projects).length === 0) throw new Problem("notFound");
  if (projects.some((project) => project.id === projectId)) return fieldOfProject(tx, projectId, id);
  await requireSpace(tx, projectId);
  if (await tx.one(statements.selectFieldOfTitle, [[projectId], locked.title, id]))
    throw new Problem("projectField.titleTaken");
  await tx.rows(statements.insertUse, [projectId, id, false]);
  const field = await fieldOfProject(tx, projectId, id);
  tx.emit("project_field.created", projectStream(projectId), { ...field, project_id: projectId });
  return field;
}

interface LockedField {
  id: number;
  title: string;
  kind: FieldKind;
  version: number;
}

/**
 * Changes a field in all projects that use it; omitted properties are unchanged. Values that exceed smaller limits stay until they are
 * changed; tasks keep deleted options.
 * @throws Problem 404 for an invisible project or field; 403 without permission in one of the projects; 409 when the project is archived,
 *   another project has begun to use the field, or the field was changed since `version`, with the current field; 422 for invalid values.
 */
export async function updateField(
  tx: Tx,
  actor: Actor,
  projectId: number,
  id: number,
  { version, ...input }: BodyOf<typeof contract.updateProjectField>,
): Promise<ProjectField> {
  const readProjects = () => tx.rows<statements.UsingProject>(statements.selectUsingProjects, [id, actor.id]);
  const projectIds = (await readProjects()).map((project) => project.id);
  await lockProjects(tx, actor, projectId, projectIds);
  await tx.one<LockedField>(statements.lockField, [id]);
  const projects = await readProjects();
  if (!projects.some((project) => project.id === projectId)) throw new Problem("notFound");
  if (projects.some((project) => !projectIds.includes(project.id))) throw new Problem("conflict");
  if (!mayEditAll(actor, projects)) throw new Problem("permission.denied");
  const before = await fieldOfProject(tx, projectId, id);
  if (before.version !== version) throw new Problem("projectField.stale", { record: before });
  requireLimitsOfKind(before.kind, input);
  if (input.options) requireOptions(input.options, before.options);
  if (input.title !== undefined) await requireFreeTitle(tx, projectIds, input.title, id);
  const { title = before.title, max_length = before.max_length, decimals = before.decimals } = input;
  const unit = input.unit === undefined ? before.unit : input.unit || null;
  if (input.options) await tx.rows(statements.replaceOptions, [id, JSON.stringify(input.options)]);
  await tx.rows(statements.updateField, [id, title, max_length, decimals, unit]);
  for (const project of projects) {
    const after = await fieldOfProject(tx, project.id, id);
    tx.emit("project_field.updated", projectStream(project.id), {
      ...after,
      project_id: project.id,
      before: changedProperties(before, after),
    });
  }
  return fieldOfProject(tx, projectId, id);
}

const describedProperties = ["title", "max_length", "decimals", "unit", "options"] as const;

const changedProperties = (before: ProjectField, after: ProjectField): Partial<ProjectField> =>
  Object.fromEntries(
    describedProperties
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, before[name]]),
  );

/** @throws Problem 404 for an invisible project or field; 403; 409 `project.archived`; 422 for a column of another project. */
export async function updateFieldUse(
  tx: Tx,
  actor: Actor,
  projectId: number,
  id: number,
  input: BodyOf<typeof contract.updateProjectFieldUse>,
): Promise<ProjectField> {
  await lockProjects(tx, actor, projectId);
  const { on_card, required_column_ids, ...before } = await fieldOfProject(tx, projectId, id);
  await requireColumns(tx, projectId, input.required_column_ids);
  const use = { on_card, required_column_ids };
  await tx.rows(statements.updateUse, [projectId, id, input.on_card ?? on_card]);
  if (input.required_column_ids)
    await tx.rows(statements.replaceRequirements, [projectId, id, input.required_column_ids]);
  const after = await fieldOfProject(tx, projectId, id);
  const changed = Object.entries(use).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name as keyof typeof use]),
  );
  if (changed.length === 0) return { ...before, ...use };
  tx.emit("project_field.updated", projectStream(projectId), {
    ...after,
    project_id: projectId,
    before: Object.fromEntries(changed),
  });
  return after;
}

/**
 * Sets the order of the project's fields. Fields that aren't named follow in their present order.
 * @throws Problem 404, 403, 409 `project.archived`; 422 for an unknown field.
 */
export async function sortFields(tx: Tx, actor: Actor, projectId: number, ids: readonly number[]): Promise<void> {
  await lockProjects(tx, actor, projectId);
  const presentIds = (await fieldsOfProject(tx, projectId)).map((field) => field.id);
  if (ids.some((id) => !presentIds.includes(id))) throw invalidFieldProblem("ids", "field.unknown");
  const sortedIds = [...new Set([...ids, ...presentIds])];
  if (sortedIds.join() === presentIds.join()) return;
  await tx.rows(statements.sortUses, [projectId, sortedIds]);
  tx.emit("project_field.sorted", projectStream(projectId), { project_id: projectId, ids: sortedIds });
}

/** @throws Problem 404 for an invisible project or field; 403; 409 `project.archived`. */
export async function removeField(tx: Tx, actor: Actor, projectId: number, id: number): Promise<void> {
  await lockProjects(tx, actor, projectId);
  const { title } = await fieldOfProject(tx, projectId, id);
  await tx.rows(statements.removeUse, [projectId, id, actor.id]);
  tx.emit("project_field.removed", projectStream(projectId), { id, project_id: projectId, title });
}

/**
 * Restores a field from the project's bin to its former position; restoring a field that isn't in the bin changes nothing.
 * @throws Problem 404 for an invisible project or field; 403; 409 when the project is archived or has another field with this title.
 */
export async function restoreField(tx: Tx, actor: Actor, projectId: number, id: number): Promise<ProjectField> {
  await lockProjects(tx, actor, projectId);
  const restored = await tx.one(statements.restoreUse, [projectId, id]);
  const fields = await fieldsOfProject(tx, projectId);
  const field = fields.find((candidate) => candidate.id === id);
  if (!field) throw new Problem("notFound");
  if (!restored) return field;
  if (await tx.one(statements.selectFieldOfTitle, [[projectId], field.title, id]))
    throw new Problem("projectField.titleTaken");
  const ids = fields.map((each) => each.id);
  tx.emit("project_field.restored", projectStream(projectId), { ...field, project_id: projectId, ids });
  return field;
}
