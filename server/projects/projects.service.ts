import type { InferType } from "yup";
import { projectStream, userStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { ProjectFacts } from "../../shared/projects/projects.events";
import type { projectMembersSchema, updateProjectSchema } from "../../shared/projects/projects.schema";
import { cleanText } from "../platform/rich-text/rich-text-fields";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { logSecurity } from "../platform/security-log";
import { requireNothingHandedIn } from "../time/handed-in.service";
import { requireRoomInPlan } from "./projects.create";
import { setTeam } from "./projects.members";
import { accessOf, overseerIds } from "./projects.people";
import { authorize, authorizeEvenArchived, type ProjectAccess, projectAccess, type Viewer } from "./projects.policy";
import { projectDetail } from "./projects.read";
import { requireKnown } from "./projects.references";

interface LockedProject extends ProjectFacts {
  id: number;
  version: number;
  client_id: number | null;
  department_id: number | null;
  budget: string | null;
}

const lock = sql(
  "projects.lockForChange",
  `SELECT id, version, title, code, color, status, start_date, end_date, description, client_id, department_id, budget
   FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE`,
);

/**
 * The project, locked until the transaction ends, for someone who may change it. Asked before the lock, so that nobody
 * waits for a row they may not see, and after it: meanwhile they may have been taken off, or the project put away.
 */
async function locked(
  tx: Tx,
  viewer: Viewer,
  id: number,
  allow: (access: ProjectAccess) => void,
): Promise<LockedProject> {
  allow(await projectAccess(tx, viewer, id));
  const project = await tx.one<LockedProject>(lock, [id]);
  allow(await projectAccess(tx, viewer, id));
  if (!project) throw new Problem("notFound");
  return project;
}

const write = sql(
  "projects.update",
  `UPDATE project SET title = $2, code = $3, color = $4, status = $5, start_date = $6, end_date = $7, description = $8,
                      client_id = $9, department_id = $10, budget = $11, version = version + 1, updated_at = now()
   WHERE tenant_id = current_tenant() AND id = $1
     AND NOT EXISTS (SELECT FROM project other
                     WHERE other.tenant_id = current_tenant() AND other.code = $3 AND other.id <> $1)
   RETURNING version`,
);

/**
 * Changes the fields that are sent, and members and groups when they are.
 * @throws Problem 403; 409 `project.archived`, `project.stale` (with the present record) when `version` isn't the
 * present one; 422 when the code is taken, something named is unknown, or tasks lie outside of the new timeline.
 */
export async function updateProject(
  tx: Tx,
  viewer: Viewer,
  id: number,
  input: InferType<typeof updateProjectSchema>,
): Promise<void> {
  const team = input.members !== undefined || input.groups !== undefined;
  const project = await locked(tx, viewer, id, (access) => {
    authorize(viewer, "project-edit", access);
    if (team) authorize(viewer, "member-edit", access);
  });
  if (input.version !== undefined && input.version !== project.version) {
    throw new Problem("project.stale", { record: await projectDetail(tx, viewer, id) });
  }
  const next = merge(tx, project, input);
  await requireKnown(tx, { client_id: next.client_id, department_id: next.department_id });
  await requireFittingTimeline(tx, project, next);
  if (changed(project, next)) await store(tx, project, next);
  if (team) await setTeam(tx, await roleIn(tx, viewer, id), next, { members: input.members, groups: input.groups });
}

function merge(tx: Tx, project: LockedProject, input: InferType<typeof updateProjectSchema>): LockedProject {
  const given = <T>(value: T | undefined, present: T): T => (value === undefined ? present : value);
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
    start_date: given(input.start_date, project.start_date),
    end_date: given(input.end_date, project.end_date),
    client_id: given(input.client_id, project.client_id),
    department_id: given(input.department_id, project.department_id),
    budget: input.budget === undefined ? project.budget : input.budget ? money(input.budget) : null,
  };
}

/** `1250.5` is `1250.50`, as the database says it. */
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

async function store(tx: Tx, project: LockedProject, next: LockedProject): Promise<void> {
  const { id, title, code, color, status, start_date, end_date, description } = next;
  const values = [id, title, code, color, status, start_date, end_date, description];
  const row = await tx
    .one<{ version: number }>(write, [...values, next.client_id, next.department_id, next.budget])
    .catch(codeTaken);
  if (!row) throw invalid("code", "field.taken");
  const fields = facts.filter((field) => project[field] !== next[field]);
  const now = Object.fromEntries(fields.map((field) => [field, next[field]])) as Partial<ProjectFacts>;
  const before = Object.fromEntries(fields.map((field) => [field, project[field]])) as Partial<ProjectFacts>;
  // Client, department and budget aren't for every eye: without facts it says "read again".
  tx.emit("project.updated", projectStream(id), { id, version: row.version, ...now, before });
}

/** Somebody took the code between our look and our write. */
function codeTaken(error: unknown): undefined {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === "23505" && constraint === "project_code_unique") return undefined;
  throw error;
}

const outside = sql(
  "projects.tasksOutside",
  `SELECT COALESCE(bool_or(LEAST(start_date, due_date) < $2::date), false) AS earlier,
          COALESCE(bool_or(GREATEST(start_date, due_date) > $3::date), false) AS later
   FROM task WHERE tenant_id = current_tenant() AND project_id = $1 AND archived_at IS NULL`,
);

/**
 * Tasks lie inside the timeline of their project. So it can't be drawn in over tasks that are there; whoever wants that
 * moves or archives them first. Only the end that is drawn in is looked at: what lies outside already hinders nobody.
 */
async function requireFittingTimeline(tx: Tx, project: LockedProject, next: LockedProject): Promise<void> {
  if (next.start_date && next.end_date && next.start_date > next.end_date)
    throw invalid("end_date", "field.endBeforeStart");
  const start = next.start_date && next.start_date > (project.start_date ?? "") ? next.start_date : null;
  const end = next.end_date && next.end_date < (project.end_date ?? "9999") ? next.end_date : null;
  if (!start && !end) return;
  const tasks = await tx.one<{ earlier: boolean; later: boolean }>(outside, [project.id, start, end]);
  const errors = {
    ...(tasks?.earlier ? { start_date: ["project.timelineTooShort"] } : {}),
    ...(tasks?.later ? { end_date: ["project.timelineTooShort"] } : {}),
  };
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}

const roleIn = async (tx: Tx, viewer: Viewer, id: number) => (await projectAccess(tx, viewer, id)).role;

/** @throws Problem 403, 409 `project.archived`, 422 as `setTeam`. */
export async function setMembers(
  tx: Tx,
  viewer: Viewer,
  id: number,
  input: InferType<typeof projectMembersSchema>,
): Promise<void> {
  const project = await locked(tx, viewer, id, (access) => authorize(viewer, "member-edit", access));
  await setTeam(tx, await roleIn(tx, viewer, id), project, input);
}

const putAway = sql(
  "projects.archive",
  `UPDATE project SET archived_at = CASE WHEN $2 THEN now() END, version = version + 1, updated_at = now()
   WHERE tenant_id = current_tenant() AND id = $1 AND (archived_at IS NOT NULL) <> $2 RETURNING version`,
);

/**
 * Puts a project away or brings it back; what is so already stays so.
 * @throws Problem 403; `plan_limit_reached` when the plan has no room for one more.
 */
export async function setArchived(tx: Tx, viewer: Viewer, id: number, archived: boolean): Promise<void> {
  const access = await projectAccess(tx, viewer, id);
  authorizeEvenArchived(viewer, "project-edit", access);
  if (!archived && access.archived) await requireRoomInPlan(tx);
  const row = await tx.one<{ version: number }>(putAway, [id, archived]);
  if (!row) return;
  const changed = { id, version: row.version };
  tx.emit(archived ? "project.archived" : "project.restored", projectStream(id), changed);
  // Nobody follows the stream of a project that isn't in their list.
  if (!archived)
    for (const userId of await everyoneWhoSees(tx, id)) tx.emit("project.restored", userStream(userId), changed);
}

/** Those who are in it, and those who see every project. */
async function everyoneWhoSees(tx: Tx, id: number): Promise<Set<number>> {
  const [access, overseers] = await Promise.all([accessOf(tx, id), overseerIds(tx)]);
  return new Set([...access.keys(), ...overseers]);
}

// The order that moves lock in: columns before tasks.
const lockColumns = sql(
  "projects.lockColumns",
  `SELECT id FROM task_status WHERE tenant_id = current_tenant() AND project_id = $1 ORDER BY id FOR UPDATE`,
);
const remove = sql("projects.delete", `DELETE FROM project WHERE tenant_id = current_tenant() AND id = $1`);

/**
 * Deletes a project with everything in it. The bytes of its attachments are swept away once that is certain.
 * @throws Problem 403; 409 where hours of weeks that were handed in are logged in it.
 */
export async function deleteProject(tx: Tx, viewer: Viewer, id: number): Promise<void> {
  const project = await locked(tx, viewer, id, (access) => authorizeEvenArchived(viewer, "project-delete", access));
  const told = await everyoneWhoSees(tx, id);
  await tx.rows(lockColumns, [id]);
  await requireNothingHandedIn(tx, { project: id });
  await tx.rows(remove, [id]);
  for (const userId of told) tx.emit("project.deleted", userStream(userId), { id, title: project.title });
  logSecurity(tx, { kind: "project_deleted", facts: { project: id } });
}
