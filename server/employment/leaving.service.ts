import type { LeavingInput } from "../../shared/employment/employment.schema";
import { type HandoverKind, handoverKinds } from "../../shared/employment/handover.kinds";
import type { Leaving } from "../../shared/employment/leaving.contract";
import { invalid, Problem } from "../../shared/kernel/problems";
import { isFourEyed } from "../approvals/four-eyes.service";
import { requireOtherAdministrator } from "../people/account-change.service";
import { changeLastDay, changePersonSince, checkChange, emitPerson } from "../people/change-person.service";
import { ledAround, noteLed } from "../people/dotted-lines.service";
import { standsAbove } from "../people/management-line.policy";
import { isKeptFromEmployment, refuseOwnEmployment } from "../people/own-employment.service";
import { refuseOwnLead } from "../people/own-lead.service";
import { readPrivateAs } from "../people/private-reader.service";
import { visibleUser } from "../people/read-person.service";
import { noteChange } from "../people/user-history.service";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { lockSeats } from "../subscription/plan-limits.service";
import { settleAs, withdraw } from "./employment-change.service";
import { presentChange } from "./employment.present";
import * as changes from "./employment.sql";
import type { ChangeRow } from "./employment.sql";
import { endRest, endWork, handOver } from "./handover.service";
import * as statements from "./handover.sql";
import { actAs } from "../platform/database/acting";
import { scheduledActor } from "./scheduled-actor";

type Held = { kind: string; count: number; names: string[] };
type Successor = Leaving["successors"][number];

const isHandover = (kind: string): kind is HandoverKind => handoverKinds.some((known) => known === kind);

/**
 * Everything that hangs on somebody who leaves after a day, and who takes it over where that is planned. Without a day all
 * that is to come counts as after it. @throws Problem 404.
 */
export async function leavingOf(tx: Tx, actor: Actor, userId: number, lastDay?: string | null): Promise<Leaving> {
  const person = await visibleUser(tx, actor, userId);
  const held = (await tx.rows<Held>(statements.hanging, [userId, lastDay ?? null])).filter(({ count }) => count > 0);
  const row = await plannedRow(tx, userId);
  return {
    handover: held.filter(({ kind }) => isHandover(kind)) as Leaving["handover"],
    ending: held.filter(({ kind }) => !isHandover(kind)) as Leaving["ending"],
    announced: person.leaves_on !== null && person.leaves_on !== undefined,
    planned: row ? presentChange(actor, person, row, await isKeptFromEmployment(tx, actor, userId)) : null,
    successor_id: row?.successor_id ?? null,
    successors: row ? await tx.rows<Successor>(statements.handovers, [row.id]) : [],
  };
}

async function plannedRow(tx: Tx, userId: number): Promise<ChangeRow | undefined> {
  const planned = await tx.one<{ id: number }>(statements.plannedLeaving, [userId]);
  return planned && tx.one<ChangeRow>(changes.changeById, [planned.id]);
}

/**
 * Plans that somebody leaves after a day, or lets them go at once where that day is today or past. What was planned before
 * is planned anew.
 * @returns the id of the plan. @throws Problem 404; 403, also for who leads oneself, with four eyes; 409 for oneself, who has left, and the last administrator; 422
 * for a day before the first, and where something would be left without anybody.
 */
export async function planLeaving(tx: Tx, actor: Actor, userId: number, input: LeavingInput): Promise<number> {
  await lockSeats(tx);
  const person = await visibleUser(tx, actor, userId);
  // Switched off from outside: what hangs on them is still there.
  if (!person.active && person.last_day && !(await plannedRow(tx, userId))) throw new Problem("employment.left");
  await checkChange(tx, actor, person, { active: false });
  if (await tx.one(statements.signOnExempt, [userId])) throw new Problem("signOn.exempt");
  const { type, last_day: on, reason } = input;
  if (person.date_of_joining && on < person.date_of_joining) throw invalid("last_day", "employment.beforeJoining");
  await requireSuccessors(tx, userId, input);
  await refuseOwnLead(tx, actor, userId);
  if (await rises(tx, actor, userId, input)) await refuseOwnEmployment(tx, actor, actor.id);
  await requireNoneForOneself(tx, actor.id, userId, input);
  const before = await plannedRow(tx, userId);
  if (before) await settleAs(tx, { id: before.id, readerId: actor.id }, "withdrawn", actor.id);
  const values = [userId, type, on, reason ?? null, actor.id, input.successor_id ?? null];
  const { id } = (await tx.one<{ id: number }>(changes.insertChange, values)) as { id: number };
  const named = input.successors ?? [];
  await tx.rows(statements.insertHandovers, [id, named.map(({ kind }) => kind), named.map(({ user_id }) => user_id)]);
  await changeLastDay(tx, userId, on, input.announced ?? false);
  const { today } = (await tx.one<{ today: string }>(changes.today)) as { today: string };
  if (on <= today) await close(tx, (await tx.one<ChangeRow>(changes.changeById, [id])) as ChangeRow);
  return id;
}

/** @throws Problem 422 at whoever can't take over, and where nobody does. */
async function requireSuccessors(
  tx: Tx,
  userId: number,
  { successor_id, successors = [] }: LeavingInput,
): Promise<void> {
  const present = async (id: number) => id !== userId && (await tx.one(statements.firstPresent, [[id]])) !== undefined;
  if (successor_id && !(await present(successor_id))) throw invalid("successor_id", "field.unknown");
  for (const [at, { user_id }] of (successors ?? []).entries())
    if (!(await present(user_id))) throw invalid(`successors.${at}.user_id`, "field.unknown");
  if (new Set((successors ?? []).map(({ kind }) => kind)).size < (successors ?? []).length)
    throw invalid("successors", "employment.successorTwice");
  if (successor_id) return;
  const held = await tx.rows<Held>(statements.hanging, [userId, null]);
  const missing = held.some(
    ({ kind, count }) => isHandover(kind) && count > 0 && !(successors ?? []).some((given) => given.kind === kind),
  );
  if (missing) throw invalid("successor_id", "employment.successorMissing");
}

const nameFor = ({ successor_id, successors }: LeavingInput, kind: HandoverKind) => {
  const at = (successors ?? []).findIndex((given) => given.kind === kind);
  return at < 0
    ? { id: successor_id, field: "successor_id" }
    : { id: successors?.[at]?.user_id, field: `successors.${at}.user_id` };
};

/** Whether whoever plans it takes the place of somebody above them: as who leads them that is somebody else's to say. */
const rises = async (tx: Tx, { id, permissions }: Actor, userId: number, input: LeavingInput): Promise<boolean> =>
  !permissions.has("approval-rule-edit") && nameFor(input, "reports").id === id && (await standsAbove(tx, userId, id));

const projectKinds: readonly HandoverKind[] = ["tasks", "subtasks", "projects"];
/** What would be open to who takes it over, and wasn't. */
const closedKinds: readonly HandoverKind[] = [...projectKinds, "bookings", "reports", "departments"];

/**
 * Whoever takes over is let into projects, and made their owner, and reads what is private of bookings and what people ask for whom they
 * lead from then on. So who plans it takes over nothing that lets themself in, as nobody does by a group: that takes somebody else, or the
 * right to it ([decision 375](../../docs/decisions/0375-nobody-lets-themself-in.md)).
 */
async function letsThemselfIn(tx: Tx, planner: number, userId: number, kind: HandoverKind): Promise<boolean> {
  if (kind === "bookings") return (await tx.one(statements.privateBookings, [userId])) !== undefined;
  if (kind === "reports" || kind === "departments")
    return (await isFourEyed(tx)) && (await tx.one(statements.ledAndClosed[kind], [userId, planner])) !== undefined;
  if (!projectKinds.includes(kind) || (await tx.one<{ all: boolean }>(statements.holdsAllProjects, [planner]))?.all)
    return false;
  const owned = await tx.rows<{ id: number }>(statements.ownedAlone, [userId]);
  if (kind === "projects") return owned.length > 0;
  const worked = await tx.rows<{ id: number }>(statements.projectsOf, [userId, planner]);
  return (await tx.one(statements.unseen, [worked.map(({ id }) => id), planner])) !== undefined;
}

/**
 * Whether people come below the planner who weren't, since somebody below the planner takes them over. Who stands below the leaver rises to
 * the leaver's place first, and whoever is above the leaver is above these people already.
 */
async function comesBelow(tx: Tx, planner: number, userId: number, successorId: number): Promise<boolean> {
  if (!(await standsAbove(tx, planner, successorId))) return false;
  return !(await standsAbove(tx, userId, successorId)) && !(await standsAbove(tx, planner, userId));
}

/** Whether what the leaver has of this kind would be the planner's to read, where this person takes it over. */
async function opensTo(tx: Tx, planner: number, userId: number, kind: HandoverKind, id: number): Promise<boolean> {
  const takes = id === planner || (kind === "reports" && (await comesBelow(tx, planner, userId, id)));
  return takes && letsThemselfIn(tx, planner, userId, kind);
}

/** @throws Problem 422 where whoever plans it names themself, or somebody of theirs, for what they would be let into. */
async function requireNoneForOneself(tx: Tx, planner: number, userId: number, input: LeavingInput): Promise<void> {
  for (const kind of closedKinds) {
    const { id, field } = nameFor(input, kind);
    if (!id || !(await opensTo(tx, planner, userId, kind, id))) continue;
    const reason = kind === "bookings" ? "ownPrivate" : projectKinds.includes(kind) ? "ownAccess" : "ownTeam";
    throw invalid(field, `employment.${reason}`);
  }
}

/** Lets somebody go whose last day is over. @returns whether it still waited. @throws Problem when it can't be. */
export async function closeDue(tx: Tx, id: number): Promise<boolean> {
  await lockSeats(tx);
  const held = await tx.one<{ status: string }>(changes.changeStatus, [id]);
  if (held?.status !== "planned") return false;
  await close(tx, (await tx.one<ChangeRow>(changes.changeById, [id])) as ChangeRow);
  return true;
}

/** All of it in one transaction: what hangs on them, their account, their leave, their place in the plan's limit. */
async function close(tx: Tx, row: ChangeRow): Promise<void> {
  const { id, user_id: userId, type, effective_on: on, reason } = row;
  const actor = scheduledActor(tx, row.requested_by);
  await actAs(tx, actor.id);
  const person = await visibleUser(tx, actor, userId);
  await requireOtherAdministrator(tx, person);
  await endWork(tx, scheduledActor(tx, { id: userId, fullname: person.fullname ?? "", image: null }), actor);
  const successors = await successorsOf(tx, row, person.parent_id ?? null);
  const led = await ledAround(tx, userId, [...successors.values()]);
  const { day: since } = (await tx.one<{ day: string }>(statements.firstDayWithout, [on])) as { day: string };
  await handOver(tx, actor, userId, { successors, since });
  for (const plan of await tx.rows<{ id: number }>(statements.plannedChangesOf, [userId]))
    await settleAs(tx, { id: plan.id, readerId: userId }, "withdrawn", row.requested_by.id);
  await changePersonSince(
    tx,
    actor,
    userId,
    { active: false },
    { type: type as "termination", on, reason, readerId: userId },
  );
  await endRest(tx, userId, since);
  await noteLed(tx, actor, led, since);
  await tx.rows(changes.settle, [id, "applied", null]);
  await emitPerson(tx, "user.left", userId);
}

/** Whoever takes over by plan and is still here; else the manager, who planned it, or an administrator: nothing is left to nobody. */
async function successorsOf(tx: Tx, row: ChangeRow, managerId: number | null): Promise<Map<HandoverKind, number>> {
  const named = await tx.rows<Successor>(statements.handovers, [row.id]);
  const administrator = await tx.one<{ id: number }>(statements.anAdministrator, [row.user_id]);
  const found = new Map<HandoverKind, number>();
  for (const kind of handoverKinds) {
    const wanted = [
      named.find((one) => one.kind === kind)?.user.id,
      row.successor_id,
      managerId,
      row.requested_by.id,
      administrator?.id,
    ];
    const ids: number[] = [];
    // Whoever was named may have been replaced since, or stand elsewhere by now.
    for (const id of wanted)
      if (id && id !== row.user_id && !(await opensTo(tx, row.requested_by.id, row.user_id, kind, id))) ids.push(id);
    const present = await tx.one<{ id: number }>(statements.firstPresent, [ids]);
    if (present) found.set(kind, present.id);
  }
  return found;
}

/** Takes back what is planned; of who would have left the last day with it. @throws Problem as `withdraw`. */
export async function withdrawPlan(tx: Tx, actor: Actor, id: number): Promise<void> {
  const row = await withdraw(tx, actor, id);
  if (row.type === "termination" || row.type === "resignation") await changeLastDay(tx, row.user_id, null);
}

/**
 * Takes somebody on again who has left: the account opens, the history goes on.
 * @throws Problem 404; 403 also when the plan is full; 409 for who works here; 422 for a day before they left.
 */
export async function rehire(tx: Tx, actor: Actor, userId: number, on: string): Promise<void> {
  await lockSeats(tx);
  const person = await visibleUser(tx, actor, userId);
  if (person.active) throw new Problem("employment.works");
  if (person.last_day && on <= person.last_day) throw invalid("date_of_joining", "employment.beforeLeaving");
  const { today } = (await tx.one<{ today: string }>(changes.today)) as { today: string };
  if (on > today) throw invalid("date_of_joining", "employment.notYet");
  await changeLastDay(tx, userId, null);
  await readPrivateAs(tx, actor.id);
  await noteChange(tx, actor, { userId, type: "hiring", on }, {}, {});
  await changePersonSince(tx, actor, userId, { active: true, date_of_joining: on }, { type: "change", on });
}
