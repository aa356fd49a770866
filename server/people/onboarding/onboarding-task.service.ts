import type { InferType } from "yup";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { OnboardingTask } from "../../../shared/people/onboarding/onboarding.contract";
import { maxOnboardingTasks, type oneTaskSchema } from "../../../shared/people/onboarding/onboarding.schema";
import { loadVisibleUser } from "../people/read-person.service";
import { mapConstraintErrors } from "../../platform/database/constraints";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { emitOnboardingChanged, presentOnboardingTask, type TaskRow } from "./onboarding.service";
import * as statements from "./onboarding.sql";

type Input = InferType<typeof oneTaskSchema>;

/** Foreign key violation that occurs when the group is deleted concurrently, after the check. */
const constraintMessages = { onboarding_task_tenant_id_group_id_fkey: ["group_id", "field.unknown"] } as const;

const valuesOf = ({ title, duty, user_id, group_id, due_on }: Input) => [
  title,
  duty,
  duty === "person" ? user_id : null,
  duty === "group" ? group_id : null,
  due_on,
];

async function read(tx: Tx, actor: Actor, id: number): Promise<OnboardingTask> {
  const row = await tx.one<TaskRow>(statements.selectTaskById, [actor.id, id]);
  if (!row) throw new Problem("notFound");
  return presentOnboardingTask(actor, row);
}

/**
 * Adds a task for one new employee.
 * @throws Problem 404 for an inactive or external employee; 422 for an invalid assignee, a day too far from the first day, and when the
 *   limit is reached.
 */
export async function addTask(tx: Tx, actor: Actor, personId: number, input: Input): Promise<OnboardingTask> {
  const { active, is_external } = await loadVisibleUser(tx, actor, personId);
  if (!active || is_external) throw new Problem("notFound");
  await requireValidTask(tx, personId, input);
  const added = await mapConstraintErrors(constraintMessages, () =>
    tx.one<{ id: number }>(statements.insertTask, [personId, ...valuesOf(input)]),
  );
  emitOnboardingChanged(tx, personId);
  return read(tx, actor, (added as { id: number }).id);
}

/**
 * Changes an open task.
 * @throws Problem 404; 409 when the task was changed or completed meanwhile; 422 as when adding.
 */
export async function changeTask(tx: Tx, actor: Actor, id: number, input: Input): Promise<OnboardingTask> {
  const task = await tx.one<{ person_id: number }>(statements.selectPersonOfTask, [id]);
  if (!task) throw new Problem("notFound");
  await requireValidTask(tx, task.person_id, input, { isExisting: true });
  const values = [id, ...valuesOf(input), input.version ?? null];
  const updatedTask = await mapConstraintErrors(constraintMessages, () => tx.one(statements.updateTask, values));
  if (!updatedTask) throw new Problem("organization.stale", { record: await read(tx, actor, id) });
  emitOnboardingChanged(tx, task.person_id);
  return read(tx, actor, id);
}

export async function removeTask(tx: Tx, id: number): Promise<void> {
  const removed = await tx.one<{ person_id: number }>(statements.deleteTask, [id]);
  if (!removed) throw new Problem("notFound");
  emitOnboardingChanged(tx, removed.person_id);
}

async function requireValidTask(tx: Tx, personId: number, input: Input, { isExisting = false } = {}): Promise<void> {
  const { duty, user_id, group_id, due_on } = input;
  if (duty === "person") {
    if (user_id === personId) throw invalidFieldProblem("user_id", "people.themself");
    if (!(await tx.one(statements.selectAssignableUsers, [[user_id]])))
      throw invalidFieldProblem("user_id", "field.unknown");
  }
  if (duty === "group" && !(await tx.one(statements.selectExistingGroups, [[group_id]])))
    throw invalidFieldProblem("group_id", "field.unknown");
  const room = await tx.one<{ near: boolean; count: number }>(statements.selectTaskListLimits, [personId, due_on]);
  if (!room?.near) throw invalidFieldProblem("due_on", "field.farFromStart");
  if (!isExisting && room.count >= maxOnboardingTasks) throw invalidFieldProblem("title", "field.tooMany");
}
