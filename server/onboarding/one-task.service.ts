import type { InferType } from "yup";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { OnboardingTask } from "../../shared/onboarding/onboarding.contract";
import { mostOnboardingTasks, type oneTaskSchema } from "../../shared/onboarding/onboarding.schema";
import { visibleUser } from "../people/read-person.service";
import { unlessTaken } from "../platform/database/constraints";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { changed, present, type TaskRow } from "./onboarding.service";
import * as statements from "./onboarding.sql";

type Input = InferType<typeof oneTaskSchema>;

/** Deleted after it was looked for. */
const gone = { onboarding_task_tenant_id_group_id_fkey: ["group_id", "field.unknown"] } as const;

const valuesOf = ({ title, duty, user_id, group_id, due_on }: Input) => [
  title,
  duty,
  duty === "person" ? user_id : null,
  duty === "group" ? group_id : null,
  due_on,
];

async function read(tx: Tx, actor: Actor, id: number): Promise<OnboardingTask> {
  const row = await tx.one<TaskRow>(statements.byId, [actor.id, id]);
  if (!row) throw new Problem("notFound");
  return present(actor, row);
}

/**
 * A task for one newcomer alone.
 * @throws Problem 404 for whoever isn't here, or is from outside; 422 for who can't be named, a day too far from the first one,
 * and a list that is full.
 */
export async function addTask(tx: Tx, actor: Actor, personId: number, input: Input): Promise<OnboardingTask> {
  const { active, is_external } = await visibleUser(tx, actor, personId);
  if (!active || is_external) throw new Problem("notFound");
  await requireFitting(tx, personId, input);
  const added = await unlessTaken(gone, () =>
    tx.one<{ id: number }>(statements.addTask, [personId, ...valuesOf(input)]),
  );
  changed(tx, personId);
  return read(tx, actor, (added as { id: number }).id);
}

/**
 * Changes one task that is open.
 * @throws Problem 404; 409 when it was changed or ticked off meanwhile; 422 as when it is added.
 */
export async function changeTask(tx: Tx, actor: Actor, id: number, input: Input): Promise<OnboardingTask> {
  const held = await tx.one<{ person_id: number }>(statements.personOfTask, [id]);
  if (!held) throw new Problem("notFound");
  await requireFitting(tx, held.person_id, input, { there: true });
  const values = [id, ...valuesOf(input), input.version ?? null];
  const written = await unlessTaken(gone, () => tx.one(statements.changeTask, values));
  if (!written) throw new Problem("organisation.stale", { record: await read(tx, actor, id) });
  changed(tx, held.person_id);
  return read(tx, actor, id);
}

/** @throws Problem 404. */
export async function removeTask(tx: Tx, id: number): Promise<void> {
  const removed = await tx.one<{ person_id: number }>(statements.removeTask, [id]);
  if (!removed) throw new Problem("notFound");
  changed(tx, removed.person_id);
}

async function requireFitting(tx: Tx, personId: number, input: Input, { there = false } = {}): Promise<void> {
  const { duty, user_id, group_id, due_on } = input;
  if (duty === "person") {
    if (user_id === personId) throw invalid("user_id", "people.themself");
    if (!(await tx.one(statements.mayBeNamed, [[user_id]]))) throw invalid("user_id", "field.unknown");
  }
  if (duty === "group" && !(await tx.one(statements.groupsNamed, [[group_id]])))
    throw invalid("group_id", "field.unknown");
  const room = await tx.one<{ near: boolean; count: number }>(statements.roomInList, [personId, due_on]);
  if (!room?.near) throw invalid("due_on", "field.outOfRange");
  if (!there && room.count >= mostOnboardingTasks) throw invalid("title", "field.tooMany");
}
