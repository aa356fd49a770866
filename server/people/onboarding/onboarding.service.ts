import type { InferType } from "yup";
import { directoryStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type {
  MyOnboardingTask,
  OnboardingTask,
  OnboardingTemplate,
} from "../../../shared/people/onboarding/onboarding.contract";
import type { onboardingTemplateSchema } from "../../../shared/people/onboarding/onboarding.schema";
import { canReadAllFields } from "../people/people.policy";
import { loadVisibleUser } from "../people/read-person.service";
import { mapConstraintErrors } from "../../platform/database/constraints";
import type { Tx } from "../../platform/database/unit-of-work";
import { streamPosition } from "../../platform/live/subscribe";
import type { Actor } from "../../platform/session";
import * as statements from "./onboarding.sql";

type TemplateInput = InferType<typeof onboardingTemplateSchema>;
export type TaskRow = Omit<OnboardingTask, "can"> & { mine: boolean };

export async function loadTemplate(tx: Tx): Promise<OnboardingTemplate> {
  const tasks = await tx.rows<OnboardingTemplate["tasks"][number]>(statements.selectTemplateEntries);
  const position = await streamPosition(tx, directoryStream(tx.tenantId));
  return { tasks, version: await templateVersion(tx), ...position };
}

const templateVersion = async (tx: Tx) =>
  (await tx.one<{ version: string }>(statements.selectTemplateVersion))?.version ?? "";

/**
 * Replaces the template for future employees.
 * @throws Problem 409 when the version is stale; 422 for an unknown assignee.
 */
export async function saveTemplate(tx: Tx, { tasks, version }: TemplateInput): Promise<OnboardingTemplate> {
  await tx.rows(statements.lockTemplate);
  if (version !== undefined && version !== (await templateVersion(tx)))
    throw new Problem("organization.stale", { record: await loadTemplate(tx) });
  const rows = tasks.map(({ user_id, group_id, ...task }) => ({
    ...task,
    user_id: task.duty === "person" ? user_id : null,
    group_id: task.duty === "group" ? group_id : null,
  }));
  await requireReferencesExist(tx, rows);
  await tx.rows(statements.deleteTemplate);
  await mapConstraintErrors(constraintMessages, () =>
    tx.rows(statements.insertTemplateEntries, [JSON.stringify(rows)]),
  );
  tx.emit("onboarding.template_changed", directoryStream(tx.tenantId), { count: rows.length });
  return loadTemplate(tx);
}

/** Foreign key violation that occurs when the group is deleted concurrently, after the check. */
const constraintMessages = { onboarding_template_tenant_id_group_id_fkey: ["tasks", "field.unknown"] } as const;

interface Named {
  user_id?: number | null | undefined;
  group_id?: number | null | undefined;
}

async function requireReferencesExist(tx: Tx, rows: readonly Named[]): Promise<void> {
  const idsOf = async (statement: typeof statements.selectAssignableUsers, field: keyof Named) => {
    const ids = rows.flatMap((row) => row[field] ?? []);
    return new Set((await tx.rows<{ id: number }>(statement, [ids])).map(({ id }) => id));
  };
  const existingIds = {
    user_id: await idsOf(statements.selectAssignableUsers, "user_id"),
    group_id: await idsOf(statements.selectExistingGroups, "group_id"),
  };
  for (const [at, row] of rows.entries())
    for (const field of ["user_id", "group_id"] as const) {
      const id = row[field];
      if (id && !existingIds[field].has(id)) throw invalidFieldProblem(`tasks.${at}.${field}`, "field.unknown");
    }
}

export const presentOnboardingTask = (actor: Actor, { mine, ...task }: TaskRow): OnboardingTask => ({
  ...task,
  can: { tick: mine || canReadAllFields(actor), edit: canReadAllFields(actor) },
});

export async function readOnboarding(tx: Tx, actor: Actor, userId: number): Promise<OnboardingTask[]> {
  const { below } = await loadVisibleUser(tx, actor, userId);
  if (actor.external) throw new Problem("notFound");
  const rows = await tx.rows<TaskRow>(statements.selectTasksOfPerson, [actor.id, userId]);
  return rows
    .filter(({ mine }) => mine || below || canReadAllFields(actor))
    .map((row) => presentOnboardingTask(actor, row));
}

export async function readMyOnboarding(tx: Tx, actor: Actor) {
  // External users get no tasks, although a group may contain a member who has become external.
  const rows = actor.external
    ? []
    : await tx.rows<TaskRow & Pick<MyOnboardingTask, "person">>(statements.selectOpenTasksOfUser, [actor.id]);
  const tasks = rows.map(({ person, ...row }) => ({ ...presentOnboardingTask(actor, row), person }));
  return { tasks, ...(await streamPosition(tx, directoryStream(tx.tenantId))) };
}

/**
 * Marks a task as done or open again; repeated calls keep the user who marked it first.
 * @throws Problem 404 when the task isn't visible to the actor; 403 when it is assigned to another user.
 */
export async function setTaskDone(tx: Tx, actor: Actor, id: number, done: boolean): Promise<OnboardingTask> {
  const task = await tx.one<{ person_id: number }>(statements.selectPersonOfTask, [id]);
  const row = task && (await tx.one<TaskRow>(statements.selectTaskById, [actor.id, id]));
  if (!row) throw new Problem("notFound");
  const { below } = await loadVisibleUser(tx, actor, task.person_id);
  if (actor.external) throw new Problem("notFound");
  if (!row.mine && !canReadAllFields(actor)) throw new Problem(below ? "permission.denied" : "notFound");
  if (await tx.one(statements.updateTaskDone, [id, done, actor.id])) emitOnboardingChanged(tx, task.person_id);
  return presentOnboardingTask(actor, (await tx.one<TaskRow>(statements.selectTaskById, [actor.id, id])) as TaskRow);
}

export const emitOnboardingChanged = (tx: Tx, id: number) =>
  tx.emit("onboarding.changed", directoryStream(tx.tenantId), { id });

/** Transfers a leaver's open tasks, and their entries in the template, to the successor. */
export async function handOverOnboarding(tx: Tx, from: number, to: number): Promise<void> {
  const moved = await tx.rows<{ person_id: number }>(statements.updateTaskOwners, [from, to]);
  for (const id of new Set(moved.map(({ person_id }) => person_id))) emitOnboardingChanged(tx, id);
  const reassignedEntries = await tx.rows(statements.updateTemplateOwners, [from, to]);
  if (reassignedEntries.length > 0)
    tx.emit("onboarding.template_changed", directoryStream(tx.tenantId), { count: reassignedEntries.length });
}

export async function endOnboarding(tx: Tx, userId: number): Promise<void> {
  const ended = await tx.rows(statements.deleteOpenTasks, [userId]);
  if (ended.length > 0) emitOnboardingChanged(tx, userId);
}
