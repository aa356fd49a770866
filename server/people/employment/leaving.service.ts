import type { LeavingInput } from "../../../shared/people/employment/employment.schema";
import { type HandoverKind, handoverKinds } from "../../../shared/people/employment/handover.kinds";
import type { Leaving } from "../../../shared/people/employment/leaving.contract";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { isFourEyesRequired, refuseOwnEmployment } from "../../approvals/approvals/four-eyes.policy";
import { isFormerEmployee, requireOtherAdministrator } from "../people/account-change.policy";
import { lastDayEffects } from "./employment.slots";
import { changeLastDay, changePersonEffectiveFrom, checkChange, emitPerson } from "../people/change-person.service";
import { readTeamOfLeaver, recordManagerChanges } from "../people/dotted-lines.service";
import { endAccess } from "../../identity/session/end-access.service";
import { inviteOnFirstDay } from "../../identity/session/invitation.service";
import { isManagerOf } from "../../platform/management-line";
import { isOwnEmploymentBlocked } from "../people/own-employment.policy";
import { setPrivateReader } from "../people/private-reader";
import { loadVisibleUser } from "../people/read-person.service";
import { recordHistory } from "../people/user-history.service";
import { tenantToday } from "../../platform/database/tenant-today";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { lockSeats } from "../../billing/subscription/plan-limits.service";
import { notifyOfWithdrawnChange } from "./change-notifications";
import { settleChange, withdrawChange } from "./employment-change.service";
import { presentChange } from "./employment.present";
import * as changes from "./employment.sql";
import type { ChangeRow } from "./employment.sql";
import { endRemainingResponsibilities, endOpenWork, handOverResponsibilities } from "./handover.service";
import * as statements from "./handover.sql";
import { scheduledActor } from "./scheduled-actor";
import { refuseOwnLeaders } from "../people/own-team.policy";
import { setAuditActor } from "../../platform/program-actor";

type Responsibility = { kind: string; count: number; names: string[] };
type Successor = Leaving["successors"][number];

const isHandover = (kind: string): kind is HandoverKind => handoverKinds.some((handoverKind) => handoverKind === kind);

/**
 * Open items of a departing employee after their last day, with planned successors. Without a day, all future items are included.
 * @throws Problem 404.
 */
export async function describeLeaving(tx: Tx, actor: Actor, userId: number, lastDay?: string | null): Promise<Leaving> {
  const person = await loadVisibleUser(tx, actor, userId);
  const responsibilities = (
    await tx.rows<Responsibility>(statements.selectOpenResponsibilities, [userId, lastDay ?? null])
  ).filter(({ count }) => count > 0);
  const row = await plannedRow(tx, userId);
  const day = lastDay ?? row?.effective_on ?? null;
  return {
    handover: responsibilities.filter(({ kind }) => isHandover(kind)) as Leaving["handover"],
    ending: responsibilities.filter(({ kind }) => !isHandover(kind)) as Leaving["ending"],
    leave: day === null ? [] : await lastDayEffects.filling.remainingLeave(tx, userId, day),
    announced: person.leaves_on !== null && person.leaves_on !== undefined,
    planned: row ? presentChange(actor, person, row, await isOwnEmploymentBlocked(tx, actor, userId)) : null,
    successor_id: row?.successor_id ?? null,
    successors: row ? await tx.rows<Successor>(statements.selectHandovers, [row.id]) : [],
  };
}

async function plannedRow(tx: Tx, userId: number): Promise<ChangeRow | undefined> {
  const planned = await tx.one<{ id: number }>(statements.selectPlannedLeaving, [userId]);
  return planned && tx.one<ChangeRow>(changes.selectChangeById, [planned.id]);
}

async function withdrawOpenLeavings(tx: Tx, actor: Actor, userId: number): Promise<void> {
  for (const { id } of await tx.rows<{ id: number }>(statements.selectOpenLeavings, [userId]))
    await settleChange(tx, { id, userId, readerId: actor.id }, "withdrawn", actor.id);
}

/**
 * Plans a departure, or closes the account immediately when the day is today or past. Replaces an existing plan.
 * @returns the id of the plan.
 * @throws Problem 404; 403 when not permitted, and under separation of duties for the actor's superiors; 409 for the actor themselves, for
 *   employees who have left, for the last administrator, and when the caller read another plan; 422 for a day before joining, and when a
 *   successor is missing.
 */
export async function planLeaving(tx: Tx, actor: Actor, userId: number, input: LeavingInput): Promise<number> {
  await lockSeats(tx);
  const person = await loadVisibleUser(tx, actor, userId);
  // An account deactivated by provisioning still has open items, so its departure can be planned.
  if (await isFormerEmployee(tx, userId)) throw new Problem("employment.left");
  await checkChange(tx, actor, person, { active: false });
  if (await tx.one(statements.selectSignOnExemption, [userId])) throw new Problem("signOn.exempt");
  const { type, last_day: on, reason, replaces_id: readId } = input;
  if (readId !== undefined && readId !== ((await plannedRow(tx, userId))?.id ?? null))
    throw new Problem("organization.stale", { record: await describeLeaving(tx, actor, userId) });
  if (person.date_of_joining && on < person.date_of_joining)
    throw invalidFieldProblem("last_day", "employment.beforeJoining");
  await requireSuccessors(tx, userId, input);
  await refuseOwnLeaders(tx, actor, userId);
  if (await replacesOwnManager(tx, actor, userId, input)) await refuseOwnEmployment(tx, actor, actor.id);
  await refuseSelfBenefit(tx, actor.id, userId, input);
  await withdrawOpenLeavings(tx, actor, userId);
  const values = [userId, type, on, reason ?? null, actor.id, input.successor_id ?? null];
  const { id } = (await tx.one<{ id: number }>(changes.insertChange, values)) as { id: number };
  const successors = input.successors ?? [];
  await tx.rows(statements.insertHandovers, [
    id,
    successors.map(({ kind }) => kind),
    successors.map(({ user_id }) => user_id),
  ]);
  await changeLastDay(tx, userId, on, input.announced ?? false);
  const today = await tenantToday(tx);
  await lastDayEffects.filling.apply(tx, userId);
  if (on <= today) await close(tx, (await tx.one<ChangeRow>(changes.selectChangeById, [id])) as ChangeRow);
  return id;
}

/** @throws Problem 422 for an unavailable successor, and when a required successor is missing. */
async function requireSuccessors(
  tx: Tx,
  userId: number,
  { successor_id, successors = [] }: LeavingInput,
): Promise<void> {
  const present = async (id: number) =>
    id !== userId && (await tx.one(statements.selectFirstActiveUser, [[id]])) !== undefined;
  if (successor_id && !(await present(successor_id))) throw invalidFieldProblem("successor_id", "field.unknown");
  for (const [at, { user_id }] of (successors ?? []).entries())
    if (!(await present(user_id))) throw invalidFieldProblem(`successors.${at}.user_id`, "field.unknown");
  if (new Set((successors ?? []).map(({ kind }) => kind)).size < (successors ?? []).length)
    throw invalidFieldProblem("successors", "employment.successorTwice");
  if (successor_id) return;
  const responsibilities = await tx.rows<Responsibility>(statements.selectOpenResponsibilities, [userId, null]);
  const missing = responsibilities.some(
    ({ kind, count }) =>
      isHandover(kind) && count > 0 && !(successors ?? []).some((successor) => successor.kind === kind),
  );
  if (missing) throw invalidFieldProblem("successor_id", "employment.successorMissing");
}

const successorFor = ({ successor_id, successors }: LeavingInput, kind: HandoverKind) => {
  const at = (successors ?? []).findIndex((successor) => successor.kind === kind);
  return at < 0
    ? { id: successor_id, field: "successor_id" }
    : { id: successors?.[at]?.user_id, field: `successors.${at}.user_id` };
};

/** Whether the planner would take over the reports of a superior of theirs; another user must make such a plan. */
const replacesOwnManager = async (
  tx: Tx,
  { id, permissions }: Actor,
  userId: number,
  input: LeavingInput,
): Promise<boolean> =>
  !permissions.has("approval-rule-edit") &&
  successorFor(input, "reports").id === id &&
  (await isManagerOf(tx, userId, id));

const projectKinds: readonly HandoverKind[] = ["tasks", "subtasks", "series", "projects"];
/** Kinds through which a successor gains access to more data. */
const closedKinds: readonly HandoverKind[] = [...projectKinds, "bookings", "reports", "departments", "budgets"];

/**
 * Successors become members or owners of projects, can read private bookings, see the requests of their new reports, and see and approve
 * requests charged to the budgets they take over. A planner may not gain such access by naming themselves; another user or the matching
 * permission is required.
 */
async function gainsOwnAccess(tx: Tx, planner: number, userId: number, kind: HandoverKind): Promise<boolean> {
  if (kind === "bookings") return (await tx.one(statements.selectPrivateBookings, [userId])) !== undefined;
  if (kind === "reports" || kind === "departments" || kind === "budgets")
    return (
      (await isFourEyesRequired(tx)) &&
      (await tx.one(statements.successorLacksRulePermission[kind], [userId, planner])) !== undefined
    );
  if (
    !projectKinds.includes(kind) ||
    (await tx.one<{ all: boolean }>(statements.selectAllProjectsPermission, [planner]))?.all
  )
    return false;
  const owned = await tx.rows<{ id: number }>(statements.selectSoleOwnedProjects, [userId]);
  if (kind === "projects") return owned.length > 0;
  const selectProjects = kind === "series" ? statements.selectProjectsOfSeriesOwner : statements.selectProjectsOfUser;
  const worked = await tx.rows<{ id: number }>(selectProjects, [userId, planner]);
  return (await tx.one(statements.selectInaccessibleProjects, [worked.map(({ id }) => id), planner])) !== undefined;
}

/**
 * Whether employees would come below the planner because one of the planner's reports takes them over. Exempt: a successor below the
 * leaver, who moves up first, and a planner above the leaver, who already leads these employees.
 */
async function gainsReports(tx: Tx, planner: number, userId: number, successorId: number): Promise<boolean> {
  if (!(await isManagerOf(tx, planner, successorId))) return false;
  return !(await isManagerOf(tx, userId, successorId)) && !(await isManagerOf(tx, planner, userId));
}

/** Whether this successor would give the planner access to the leaver's items of this kind. */
async function exposesTo(tx: Tx, planner: number, userId: number, kind: HandoverKind, id: number): Promise<boolean> {
  const takes = id === planner || (kind === "reports" && (await gainsReports(tx, planner, userId, id)));
  return takes && gainsOwnAccess(tx, planner, userId, kind);
}

function refusalOf(kind: HandoverKind) {
  if (kind === "bookings") return "ownPrivate";
  if (kind === "budgets") return "ownBudgets";
  return projectKinds.includes(kind) ? "ownAccess" : "ownTeam";
}

/** @throws Problem 422 when the planner names themselves, or one of their reports, as successor and would gain access. */
async function refuseSelfBenefit(tx: Tx, planner: number, userId: number, input: LeavingInput): Promise<void> {
  for (const kind of closedKinds) {
    const { id, field } = successorFor(input, kind);
    if (!id || !(await exposesTo(tx, planner, userId, kind, id))) continue;
    throw invalidFieldProblem(field, `employment.${refusalOf(kind)}`);
  }
}

/**
 * Closes an account after its last day.
 * @returns whether the departure was still planned.
 * @throws Problem when the account can't be closed.
 */
export async function closeDueLeaving(tx: Tx, id: number): Promise<boolean> {
  await lockSeats(tx);
  const lockedChange = await tx.one<{ status: string }>(changes.selectChangeStatus, [id]);
  if (lockedChange?.status !== "planned") return false;
  await close(tx, (await tx.one<ChangeRow>(changes.selectChangeById, [id])) as ChangeRow);
  return true;
}

async function close(tx: Tx, row: ChangeRow): Promise<void> {
  const { id, user_id: userId, type, effective_on: on, reason } = row;
  const actor = scheduledActor(tx, row.requested_by);
  await setAuditActor(tx, actor.id);
  // Scheduled runs have no signed-in user: events are attributed to the planner.
  tx.actor ??= row.requested_by;
  const person = await loadVisibleUser(tx, actor, userId);
  await requireOtherAdministrator(tx, person);
  await endOpenWork(tx, scheduledActor(tx, { id: userId, fullname: person.fullname ?? "", image: null }), actor);
  const successors = await successorsOf(tx, row, person.parent_id ?? null);
  const led = await readTeamOfLeaver(tx, userId, [...successors.values()]);
  const { day: since } = (await tx.one<{ day: string }>(statements.selectFirstDayAfterLeaving, [on])) as {
    day: string;
  };
  await handOverResponsibilities(tx, actor, userId, { successors, since });
  for (const plan of await tx.rows<{ id: number }>(statements.selectPlannedChangesOfUser, [userId]))
    await settleChange(tx, { id: plan.id, userId, readerId: userId }, "withdrawn", row.requested_by.id);
  await changePersonEffectiveFrom(
    tx,
    actor,
    userId,
    { active: false },
    { type: type as "termination", on, reason, readerId: userId },
  );
  await lastDayEffects.filling.apply(tx, userId);
  await endRemainingResponsibilities(tx, userId, since);
  await recordManagerChanges(tx, actor, led, since);
  await tx.rows(changes.updateSettledChange, [id, "applied", null]);
  await emitPerson(tx, "user.left", userId);
}

/** Successors by kind: the planned one if still active, otherwise the manager, the planner, or an administrator. */
async function successorsOf(tx: Tx, row: ChangeRow, managerId: number | null): Promise<Map<HandoverKind, number>> {
  const plannedSuccessors = await tx.rows<Successor>(statements.selectHandovers, [row.id]);
  const administrator = await tx.one<{ id: number }>(statements.selectAnyAdministrator, [row.user_id]);
  const found = new Map<HandoverKind, number>();
  for (const kind of handoverKinds) {
    const candidateIds = [
      plannedSuccessors.find((one) => one.kind === kind)?.user.id,
      row.successor_id,
      managerId,
      row.requested_by.id,
      administrator?.id,
    ];
    const ids: number[] = [];
    // Re-checked because the successor may have been replaced, or moved in the hierarchy, since planning.
    for (const id of candidateIds)
      if (id && id !== row.user_id && !(await exposesTo(tx, row.requested_by.id, row.user_id, kind, id))) ids.push(id);
    const present = await tx.one<{ id: number }>(statements.selectFirstActiveUser, [ids]);
    if (present) found.set(kind, present.id);
  }
  return found;
}

/**
 * Withdraws a plan and notifies its planner. For a departure, the last day is removed, unless another departure has set it since this one failed.
 * @throws Problem as `withdrawChange`.
 */
export async function withdrawPlannedChange(tx: Tx, actor: Actor, id: number): Promise<void> {
  const row = await withdrawChange(tx, actor, id);
  await notifyOfWithdrawnChange(tx, row, { by: actor.id });
  if (row.type !== "termination" && row.type !== "resignation") return;
  const { active, last_day: lastDay } = await loadVisibleUser(tx, actor, row.user_id);
  const setLastDay = row.status === "planned" || (active && lastDay === row.effective_on);
  if (setLastDay && !(await plannedRow(tx, row.user_id))) {
    await changeLastDay(tx, row.user_id, null);
    await lastDayEffects.filling.apply(tx, row.user_id);
  }
}

/**
 * Rehires an employee who has left: reopens the account and continues the history. If the first day is in the future, the password is
 * replaced by `passwordHash`, and an invitation is sent on that day.
 * @returns whether the first day is in the future.
 * @throws Problem 404; 403 when not permitted, or when the plan's seats are used up; 409 when the employee is still employed; 422 for a day
 *   that isn't after the last day.
 */
export async function rehireEmployee(
  tx: Tx,
  actor: Actor,
  userId: number,
  on: string,
  passwordHash: string,
): Promise<boolean> {
  await lockSeats(tx);
  const person = await loadVisibleUser(tx, actor, userId);
  if (person.active) throw new Problem("employment.works");
  if (person.last_day && on <= person.last_day)
    throw invalidFieldProblem("date_of_joining", "employment.beforeLeaving");
  // Otherwise a departure that was planned for an inactive account would close the reopened one.
  await withdrawOpenLeavings(tx, actor, userId);
  const today = await tenantToday(tx);
  await changeLastDay(tx, userId, null);
  await setPrivateReader(tx, actor.id);
  await recordHistory(tx, actor, { userId, type: "hiring", on }, {}, {});
  await changePersonEffectiveFrom(tx, actor, userId, { active: true, date_of_joining: on }, { type: "change", on });
  await lastDayEffects.filling.apply(tx, userId);
  if (on > today) {
    // A sign-in at the moment of the departure may have left a session, which would open the account before the first day.
    await endAccess(tx, userId);
    await inviteOnFirstDay(tx, userId, passwordHash);
  }
  return on > today;
}
