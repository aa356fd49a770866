import type { InferType } from "yup";
import { directoryStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { MyOnboardingTask, OnboardingTask, OnboardingTemplate } from "../../shared/onboarding/onboarding.contract";
import type { onboardingTemplateSchema } from "../../shared/onboarding/onboarding.schema";
import { readsAll } from "../people/people.policy";
import { visibleUser } from "../people/read-person.service";
import { unlessTaken } from "../platform/database/constraints";
import type { Tx } from "../platform/database/unit-of-work";
import { streamRevision } from "../platform/live/subscribe";
import type { Actor } from "../platform/session";
import * as statements from "./onboarding.sql";

type TemplateInput = InferType<typeof onboardingTemplateSchema>;
export type TaskRow = Omit<OnboardingTask, "can"> & { mine: boolean };

/** What is made for whoever joins. */
export async function onboardingTemplate(tx: Tx): Promise<OnboardingTemplate> {
  const tasks = await tx.rows<OnboardingTemplate["tasks"][number]>(statements.template);
  const revision = await streamRevision(tx, directoryStream(tx.tenantId));
  return { tasks, version: await templateVersion(tx), revision };
}

const templateVersion = async (tx: Tx) =>
  (await tx.one<{ version: string }>(statements.templateVersion))?.version ?? "";

/**
 * Other tasks for whoever joins from here on.
 * @throws Problem 409 when somebody else changed them meanwhile; 422 at whoever can't be named.
 */
export async function saveTemplate(tx: Tx, { tasks, version }: TemplateInput): Promise<OnboardingTemplate> {
  await tx.rows(statements.lockTemplate);
  if (version !== undefined && version !== (await templateVersion(tx)))
    throw new Problem("organisation.stale", { record: await onboardingTemplate(tx) });
  const rows = tasks.map(({ user_id, group_id, ...task }) => ({
    ...task,
    user_id: task.duty === "person" ? user_id : null,
    group_id: task.duty === "group" ? group_id : null,
  }));
  await requireKnown(tx, rows);
  await tx.rows(statements.clearTemplate);
  await unlessTaken(gone, () => tx.rows(statements.fillTemplate, [JSON.stringify(rows)]));
  tx.emit("onboarding.template_changed", directoryStream(tx.tenantId), { count: rows.length });
  return onboardingTemplate(tx);
}

/** Deleted after it was looked for. */
const gone = { onboarding_template_tenant_id_group_id_fkey: ["tasks", "field.unknown"] } as const;

interface Named {
  user_id?: number | null | undefined;
  group_id?: number | null | undefined;
}

/** @throws Problem 422 at whoever can't be named. */
async function requireKnown(tx: Tx, rows: readonly Named[]): Promise<void> {
  const idsOf = async (statement: typeof statements.mayBeNamed, field: keyof Named) => {
    const ids = rows.flatMap((row) => row[field] ?? []);
    return new Set((await tx.rows<{ id: number }>(statement, [ids])).map(({ id }) => id));
  };
  const known = {
    user_id: await idsOf(statements.mayBeNamed, "user_id"),
    group_id: await idsOf(statements.groupsNamed, "group_id"),
  };
  for (const [at, row] of rows.entries())
    for (const field of ["user_id", "group_id"] as const) {
      const id = row[field];
      if (id && !known[field].has(id)) throw invalid(`tasks.${at}.${field}`, "field.unknown");
    }
}

export const present = (actor: Actor, { mine, ...task }: TaskRow): OnboardingTask => ({
  ...task,
  can: { tick: mine || readsAll(actor), edit: readsAll(actor) },
});

/** Somebody's checklist, as far as it is the reader's affair. @throws Problem 404. */
export async function onboardingOf(tx: Tx, actor: Actor, userId: number): Promise<OnboardingTask[]> {
  const { below } = await visibleUser(tx, actor, userId);
  if (actor.external) throw new Problem("notFound");
  const rows = await tx.rows<TaskRow>(statements.ofPerson, [actor.id, userId]);
  return rows.filter(({ mine }) => mine || below || readsAll(actor)).map((row) => present(actor, row));
}

/** What is open of newcomers' lists and falls to the reader. */
export async function myOnboarding(tx: Tx, actor: Actor) {
  // A group may have somebody who is from outside by now.
  const rows = actor.external
    ? []
    : await tx.rows<TaskRow & Pick<MyOnboardingTask, "person">>(statements.openOfMine, [actor.id]);
  const tasks = rows.map(({ person, ...row }) => ({ ...present(actor, row), person }));
  return { tasks, revision: await streamRevision(tx, directoryStream(tx.tenantId)) };
}

/**
 * Ticks a task off, or takes that back; said twice, it stays with who was first.
 * @throws Problem 404 for what one doesn't see, 403 where it falls to somebody else.
 */
export async function tick(tx: Tx, actor: Actor, id: number, done: boolean): Promise<OnboardingTask> {
  const held = await tx.one<{ person_id: number }>(statements.personOfTask, [id]);
  const row = held && (await tx.one<TaskRow>(statements.byId, [actor.id, id]));
  if (!row) throw new Problem("notFound");
  const { below } = await visibleUser(tx, actor, held.person_id);
  if (actor.external) throw new Problem("notFound");
  if (!row.mine && !readsAll(actor)) throw new Problem(below ? "permission.denied" : "notFound");
  if (await tx.one(statements.tick, [id, done, actor.id])) changed(tx, held.person_id);
  return present(actor, (await tx.one<TaskRow>(statements.byId, [actor.id, id])) as TaskRow);
}

export const changed = (tx: Tx, id: number) => tx.emit("onboarding.changed", directoryStream(tx.tenantId), { id });

/** What a leaver had to do for newcomers, now and by the template, is their successor's. */
export async function handOverOnboarding(tx: Tx, from: number, to: number): Promise<void> {
  const moved = await tx.rows<{ person_id: number }>(statements.moveTasks, [from, to]);
  for (const id of new Set(moved.map(({ person_id }) => person_id))) changed(tx, id);
  const named = await tx.rows(statements.moveTemplate, [from, to]);
  if (named.length > 0) tx.emit("onboarding.template_changed", directoryStream(tx.tenantId), { count: named.length });
}

/** Nobody prepares any more for somebody who has gone. */
export async function endOnboarding(tx: Tx, userId: number): Promise<void> {
  const ended = await tx.rows(statements.endOf, [userId]);
  if (ended.length > 0) changed(tx, userId);
}
