import type { InferType } from "yup";
import { projectStream, userStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { ProjectEventData } from "../../../shared/work/projects/projects.events";
import type { projectMembersSchema, updateProjectSchema } from "../../../shared/work/projects/projects.schema";
import { cleanText } from "../../platform/rich-text/rich-text-fields";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { logSecurity } from "../../platform/security-log";
import { enforceProjectLimit } from "./projects.create";
import { setTeam } from "./projects.members";
import { accessByUser, overseerIds } from "./projects.people";
import {
  authorizeInProject,
  authorizeEvenArchived,
  type ProjectAccess,
  projectAccess,
  type Viewer,
} from "../access/projects.policy";
import { readProjectDetail } from "./projects.read";
import { projectDeletion } from "./projects.slots";
import { requireReferencesExist } from "./projects.references";
import { requireNoSubmittedWeeks } from "../access/deletion.policy";

interface LockedProject extends ProjectEventData {
  id: number;
  version: number;
  client_id: number | null;
  department_id: number | null;
  budget: string | null;
}

const lockProjectForChange = sql(
  "projects.lockForChange",
  `SELECT id, version, title, code, color, status, start_date, end_date, description, client_id, department_id, budget
   FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE`,
);

/**
 * Locks the project for a change until the transaction ends. Access is checked before locking, so that a caller never waits for the row of
 * an invisible project. It is checked again after locking, since access or archiving may have changed meanwhile.
 */
async function locked(
  tx: Tx,
  viewer: Viewer,
  id: number,
  allow: (access: ProjectAccess) => void,
): Promise<LockedProject> {
  allow(await projectAccess(tx, viewer, id));
  const project = await tx.one<LockedProject>(lockProjectForChange, [id]);
  allow(await projectAccess(tx, viewer, id));
  if (!project) throw new Problem("notFound");
  return project;
}

const updateProjectRow = sql(
  "projects.update",
  `UPDATE project SET title = $2, code = $3, color = $4, status = $5, start_date = $6, end_date = $7, description = $8,
                      client_id = $9, department_id = $10, budget = $11, version = version + 1, updated_at = now()
   WHERE tenant_id = current_tenant() AND id = $1
     AND NOT EXISTS (SELECT FROM project other
                     WHERE other.tenant_id = current_tenant() AND other.code = $3 AND other.id <> $1)
   RETURNING version`,
);

/**
 * Changes the fields, members and groups contained in the input; omitted ones keep their value.
 * @throws Problem 403 without permission; 409 `project.archived`, or `project.stale` with the current record when `version` is stale; 422
 *   when the code is taken, a reference is unknown, or tasks are outside of the new timeline.
 */
export async function updateProject(
  tx: Tx,
  viewer: Viewer,
  id: number,
  input: InferType<typeof updateProjectSchema>,
): Promise<void> {
  const team = input.members !== undefined || input.groups !== undefined;
  const project = await locked(tx, viewer, id, (access) => {
    authorizeInProject(viewer, "project-edit", access);
    if (team) authorizeInProject(viewer, "member-edit", access);
  });
  if (input.version !== undefined && input.version !== project.version) {
    throw new Problem("project.stale", { record: await readProjectDetail(tx, viewer, id) });
  }
  const next = merge(tx, project, input);
  await requireReferencesExist(tx, { client_id: next.client_id, department_id: next.department_id });
  await requireFittingTimeline(tx, project, next);
  if (changed(project, next)) await saveProject(tx, project, next);
  if (team) await setTeam(tx, await roleIn(tx, viewer, id), next, input);
}

/**
 * Extends the project's dates to include these days. A missing start or end stays open.
 * @throws Problem 404 when the project isn't visible; 403 for users who can't edit it; 409 when it is archived.
 */
export async function extendTimeline(tx: Tx, viewer: Viewer, id: number, days: readonly string[]): Promise<void> {
  const sorted = [...days].sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return;
  const project = await locked(tx, viewer, id, (access) => authorizeInProject(viewer, "project-edit", access));
  const { start_date: start, end_date: end } = project;
  const next = {
    ...project,
    start_date: start && first < start ? first : start,
    end_date: end && last > end ? last : end,
  };
  if (changed(project, next)) await saveProject(tx, project, next);
}

function merge(tx: Tx, project: LockedProject, input: InferType<typeof updateProjectSchema>): LockedProject {
  const orCurrent = <T>(value: T | undefined, present: T): T => (value === undefined ? present : value);
  return {
    ...project,
    title: input.title || project.title,
    code: input.code || project.code,
    color: input.color ?? project.color,
    status: input.status ?? project.status,
    description:
      input.description === undefined
        ? project.description
        : cleanText(tx, input.description ?? "", "description") || null,
    start_date: orCurrent(input.start_date, project.start_date),
    end_date: orCurrent(input.end_date, project.end_date),
    client_id: orCurrent(input.client_id, project.client_id),
    department_id: orCurrent(input.department_id, project.department_id),
    budget: input.budget === undefined ? project.budget : input.budget ? money(input.budget) : null,
  };
}

/** Normalizes `1250.5` to `1250.50`, as returned by the database. */
function money(text: string): string {
  const [whole = "0", cents = ""] = text.split(".");
  return `${whole.replace(/^0+(?=\d)/, "")}.${cents.padEnd(2, "0")}`;
}

const facts = ["title", "code", "color", "status", "start_date", "end_date", "description"] as const;

function changed(project: LockedProject, next: LockedProject): boolean {
  return [...facts, "client_id" as const, "department_id" as const, "budget" as const].some(
    (field) => project[field] !== next[field],
  );
}

async function saveProject(tx: Tx, project: LockedProject, next: LockedProject): Promise<void> {
  const { id, title, code, color, status, start_date, end_date, description } = next;
  const values = [id, title, code, color, status, start_date, end_date, description];
  const row = await tx
    .one<{ version: number }>(updateProjectRow, [...values, next.client_id, next.department_id, next.budget])
    .catch(codeTaken);
  if (!row) throw invalidFieldProblem("code", "field.taken");
  const fields = facts.filter((field) => project[field] !== next[field]);
  const now = Object.fromEntries(fields.map((field) => [field, next[field]])) as Partial<ProjectEventData>;
  const before = Object.fromEntries(fields.map((field) => [field, project[field]])) as Partial<ProjectEventData>;
  // Client, department and budget aren't visible to all followers, so the event omits their values and clients read the project again.
  tx.emit("project.updated", projectStream(id), { id, version: row.version, ...now, before });
}

/** Returns undefined when another transaction took the code between check and write; other errors are rethrown. */
function codeTaken(error: unknown): undefined {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === "23505" && constraint === "project_code_unique") return undefined;
  throw error;
}

const selectTasksOutside = sql(
  "projects.tasksOutside",
  `SELECT COALESCE(bool_or(LEAST(start_date, due_date) < $2::date), false) AS earlier,
          COALESCE(bool_or(GREATEST(start_date, due_date) > $3::date), false) AS later
   FROM task WHERE tenant_id = current_tenant() AND project_id = $1 AND archived_at IS NULL`,
);

/**
 * Tasks must be within their project's timeline, so existing tasks must be moved or archived before it is shortened past them. A start or
 * end is checked only if it shortens the timeline, so that tasks that are already outside don't block other changes.
 */
async function requireFittingTimeline(tx: Tx, project: LockedProject, next: LockedProject): Promise<void> {
  if (next.start_date && next.end_date && next.start_date > next.end_date)
    throw invalidFieldProblem("end_date", "field.endBeforeStart");
  const start = next.start_date && next.start_date > (project.start_date ?? "") ? next.start_date : null;
  const end = next.end_date && next.end_date < (project.end_date ?? "9999") ? next.end_date : null;
  if (!start && !end) return;
  const tasks = await tx.one<{ earlier: boolean; later: boolean }>(selectTasksOutside, [project.id, start, end]);
  const errors = {
    ...(tasks?.earlier ? { start_date: ["project.timelineTooShort"] } : {}),
    ...(tasks?.later ? { end_date: ["project.timelineTooShort"] } : {}),
  };
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}

const roleIn = async (tx: Tx, viewer: Viewer, id: number) => (await projectAccess(tx, viewer, id)).role;

export async function setMembers(
  tx: Tx,
  viewer: Viewer,
  id: number,
  input: InferType<typeof projectMembersSchema>,
): Promise<void> {
  const project = await locked(tx, viewer, id, (access) => authorizeInProject(viewer, "member-edit", access));
  await setTeam(tx, await roleIn(tx, viewer, id), project, input);
}

const updateArchivedAt = sql(
  "projects.archive",
  `UPDATE project SET archived_at = CASE WHEN $2 THEN now() END, version = version + 1, updated_at = now()
   WHERE tenant_id = current_tenant() AND id = $1 AND (archived_at IS NOT NULL) <> $2 RETURNING version`,
);

/**
 * Archives or restores a project; does nothing if it is already in that state.
 * @throws Problem 403 without permission, or `plan_limit_reached` when the plan allows no more projects.
 */
export async function setArchived(tx: Tx, viewer: Viewer, id: number, archived: boolean): Promise<void> {
  const access = await projectAccess(tx, viewer, id);
  authorizeEvenArchived(viewer, "project-edit", access);
  if (!archived && access.archived) await enforceProjectLimit(tx);
  const row = await tx.one<{ version: number }>(updateArchivedAt, [id, archived]);
  if (!row) return;
  const changed = { id, version: row.version };
  tx.emit(archived ? "project.archived" : "project.restored", projectStream(id), changed);
  // Users don't follow the streams of projects missing from their list, so the event is sent on their own streams.
  if (!archived)
    for (const userId of await allViewerIds(tx, id)) tx.emit("project.restored", userStream(userId), changed);
}

export async function allViewerIds(tx: Tx, id: number): Promise<Set<number>> {
  const [access, overseers] = await Promise.all([accessByUser(tx, id), overseerIds(tx)]);
  return new Set([...access.keys(), ...overseers]);
}

// Locks columns before tasks, in the same order as moves.
const lockColumns = sql(
  "projects.lockColumns",
  `SELECT id FROM task_status WHERE tenant_id = current_tenant() AND project_id = $1 ORDER BY id FOR UPDATE`,
);
const deleteProjectRow = sql("projects.delete", `DELETE FROM project WHERE tenant_id = current_tenant() AND id = $1`);

/**
 * Moves a project to the bin with everything in it.
 * @throws Problem 403 without permission; 409 if hours in submitted timesheet weeks are logged on its tasks.
 */
export async function deleteProject(tx: Tx, viewer: Viewer, id: number): Promise<void> {
  const project = await locked(tx, viewer, id, (access) => authorizeEvenArchived(viewer, "project-delete", access));
  const viewers = await allViewerIds(tx, id);
  await tx.rows(lockColumns, [id]);
  await requireNoSubmittedWeeks(tx, { project: id });
  await projectDeletion.filling(tx, project);
  await tx.rows(deleteProjectRow, [id]);
  for (const userId of viewers) tx.emit("project.deleted", userStream(userId), { id, title: project.title });
  logSecurity(tx, { kind: "project_deleted", facts: { project: id } });
}
