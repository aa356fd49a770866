import { type HandoverKind, handoverKinds } from "../../../shared/people/employment/handover.kinds";
import { directoryStream, tenantStream } from "../../../shared/kernel/events";
import { groupBy } from "../../../shared/kernel/group-by";
import type { ProjectRole } from "../../../shared/kernel/permissions";
import { Problem } from "../../../shared/kernel/problems";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import { reassignStep, lockCurrentStep, rerouteRequest } from "../../approvals/approvals/approvals-routing.service";
import { applyDueDelegations } from "../../approvals/approvals/delegation.service";
import { changeMembers } from "../groups/groups.service";
import { endOnboarding, handOverOnboarding } from "../onboarding/onboarding.service";
import { endActingOfUser } from "../acting/acting.service";
import { endVacancyActing, handOverVacancies } from "../vacancies/vacancies.service";
import { emitPerson, withEffectiveDate } from "../people/change-person.service";
import { endDottedLines, handOverDottedLines } from "../people/dotted-lines.service";
import { notifyOfManagerChanges } from "../people/manager-notifications";
import { sql, type StatementFor, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { setMembers } from "../../work/projects/projects.service";
import { handOverTasks } from "../../work/projects/projects.leaving";
import { handOverSeries } from "../../work/series/series.leaving";
import { stopTimer } from "../../work/time/timer.service";
import { changeTimesheetWeek } from "../../work/time/weeks.service";
import * as statements from "./handover.sql";
import { type HandoverContext, type HandOver, type HigherKind, handovers } from "./employment.slots";
import { notifyUsers } from "../../communication/notifications/notify.service";
import { roleHoldsAny } from "../../platform/database/permission-holders";
import { withdrawUnsentRequests } from "../../approvals/approvals/hand-over.service";

const selectEntitledUsers = sql(
  "hanging.holders",
  `SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external
     AND ${roleHoldsAny("u", "'{user-edit}'::text[]")} AND person_holds(u.id, 'user-edit') ORDER BY u.id`,
);

/**
 * Notifies users who manage employee records that provisioning deactivated an account with open items. The notification links to the list
 * where successors are assigned. Without open items, nothing is sent.
 */
export async function notifyOfOpenResponsibilities(
  tx: Tx,
  { id, fullname }: { id: number; fullname: string },
): Promise<void> {
  const responsibilities = await tx.rows<{ kind: string; count: number }>(statements.selectOpenResponsibilities, [
    id,
    null,
  ]);
  const open = responsibilities.filter(({ kind }) => handoverKinds.some((handoverKind) => handoverKind === kind));
  const count = open.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return;
  const people = (await tx.rows<{ id: number }>(selectEntitledUsers)).map((holder) => ({
    id: holder.id,
    reason: null,
  }));
  const values = { name: fullname, count: String(count), sender: "", key: "" };
  const about = { path: `/employees/terminate/create/${id}`, subject: fullname, taskId: null, projectId: null };
  await notifyUsers(tx, { eventId: null, sender: null }, [{ kind: "person.switchedOff", people, values, ...about }]);
}

/** Adds the successor without a list that was read before the project is locked, so that concurrent changes of members are kept. */
const addToProject = ({ tx, actor, to }: HandoverContext, id: number, role: ProjectRole): Promise<void> =>
  setMembers(tx, actor, id, { members: [{ user_id: to, role }], base_members: [] });

/** Makes the successor a member of each project in which the leaver has such work, and hands it over. */
const inEachProject =
  (
    selectProjects: StatementFor<{ id: number; role: string | null }>,
    handOver: (tx: Tx, projectId: number, from: number, to: number) => Promise<void>,
  ): HandOver =>
  async (work) => {
    const { tx, from, to } = work;
    for (const { id, role } of await tx.rows<{ id: number; role: string | null }>(selectProjects, [from, to])) {
      if (role !== "owner" && role !== "member") await addToProject(work, id, "member");
      await handOver(tx, id, from, to);
    }
  };
const tasks = inEachProject(statements.selectProjectsOfUser, handOverTasks);
const series = inEachProject(statements.selectProjectsOfSeriesOwner, handOverSeries);

async function projects(work: HandoverContext): Promise<void> {
  for (const project of await work.tx.rows<{ id: number }>(statements.selectSoleOwnedProjects, [work.from]))
    await addToProject(work, project.id, "owner");
}

/** Hands requests over to the successor where the successor may decide them; other requests are routed as for any approver who has left. */
async function approvals({ tx, from, to }: HandoverContext): Promise<void> {
  const [successor] = await tx.rows<{ id: number; fullname: string; image: string | null }>(statements.selectUserById, [
    to,
  ]);
  for (const { id, entitled } of await tx.rows<{ id: number; entitled: boolean }>(
    statements.selectRequestsAwaitingUser,
    [from, to],
  )) {
    const step = entitled && successor ? await lockCurrentStep(tx, id) : undefined;
    if (!step || step.step.approver_id !== from || !successor) continue;
    const newApprover = { approver_id: to, role_id: null, route: "handed" as const };
    await reassignStep(tx, step, newApprover, { type: "request.handed", to: successor, note: null }, new Date());
  }
}

/** Moves reports from the day after the last day, even when the departure is entered or processed later. */
async function reports({ tx, actor, from, to, since: first }: HandoverContext): Promise<void> {
  const led = await tx.rows<{ id: number; since: string }>(statements.selectManagerChangeDays, [from, to, first]);
  const moved: { id: number }[] = [];
  const change = (since: string, statement: StatementFor<{ id: number }>, values: unknown[]) =>
    withEffectiveDate(tx, since, async () => void moved.push(...(await tx.rows<{ id: number }>(statement, values))));
  await change(led.find(({ id }) => id === to)?.since ?? first, statements.updateSuccessorManager, [from, to]);
  for (const [since, some] of groupBy(led, (one) => one.since))
    await change(since, statements.updateDirectReports, [from, to, idsOf(some)]);
  const ids = idsOf(moved);
  await emitPeople(tx, ids);
  await notifyOfManagerChanges(tx, actor, ids);
  await handOverVacancies(tx, from, to);
}

async function departments({ tx, from, to }: HandoverContext): Promise<void> {
  const moved = await tx.rows<{ id: number; name: string }>(statements.updateDepartmentHeads, [from, to]);
  for (const department of moved) tx.emit("department.updated", directoryStream(tx.tenantId), department);
}

async function rules({ tx, from, to }: HandoverContext): Promise<void> {
  const moved = await tx.rows<{ family: RequestFamily }>(statements.updateRuleSteps, [from, to]);
  for (const family of new Set(moved.map((rule) => rule.family)))
    tx.emit("approval_rules.changed", tenantStream(tx.tenantId), { family });
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

async function emitPeople(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of ids) await emitPerson(tx, "user.updated", id);
}

const ownHandovers: Record<Exclude<HandoverKind, HigherKind>, HandOver> = {
  tasks,
  subtasks: tasks,
  series,
  approvals,
  reports,
  dotted: ({ tx, from, to, since }) =>
    withEffectiveDate(tx, since, async () => emitPeople(tx, await handOverDottedLines(tx, from, to))),
  departments,
  projects,
  rules,
  forms: async ({ tx, from, to }) => {
    await tx.rows(statements.updateFormSteps, [from, to]);
    await tx.rows(statements.updateDraftSteps, [from, to]);
  },
  plans: async ({ tx, from, to }) => {
    for (const move of statements.movePlannedSuccessors) await tx.rows(move, [from, to]);
  },
  onboarding: ({ tx, from, to }) => handOverOnboarding(tx, from, to),
};

export async function handOverResponsibilities(
  tx: Tx,
  actor: Actor,
  from: number,
  { successors, since }: { successors: ReadonlyMap<HandoverKind, number>; since: string },
): Promise<void> {
  const byKind: Record<HandoverKind, HandOver> = { ...ownHandovers, ...handovers.filling };
  for (const [kind, to] of successors) await byKind[kind]({ tx, actor, from, to, since });
}

/** Ends items that can't be handed over, before the account is closed: timer, timesheet weeks, unsent requests, group memberships. */
export async function endOpenWork(tx: Tx, leaver: Actor, actor: Actor): Promise<void> {
  await ignoreRefusal(() => stopTimer(tx, leaver, new Date()));
  for (const { name: monday } of await tx.rows<{ name: string }>(statements.selectUnsentWeeks, [leaver.id]))
    await ignoreRefusal(() => changeTimesheetWeek(tx, leaver, "submit", { userId: leaver.id, monday }));
  await withdrawUnsentRequests(tx, leaver);
  for (const { id } of await tx.rows<{ id: number }>(statements.selectGroupsOfUser, [leaver.id]))
    await changeMembers(tx, actor, id, { leaving: [leaver.id] });
}

/**
 * Ends the remaining items once the account is closed: onboarding, acting roles, dotted lines, delegations, and steps without a successor.
 */
export async function endRemainingResponsibilities(tx: Tx, userId: number, since: string): Promise<void> {
  await endOnboarding(tx, userId);
  await endVacancyActing(tx, userId);
  await endActingOfUser(tx, userId);
  await withEffectiveDate(tx, since, async () => emitPeople(tx, await endDottedLines(tx, userId)));
  await applyDueDelegations(tx);
  const waiting = await tx.rows<{ id: number }>(statements.selectRequestsAwaitingUser, [userId, userId]);
  for (const { id } of waiting) await rerouteRequest(tx, id, new Date());
}

/** Ignores refusals, for example because no timer was running or the timesheet week was submitted meanwhile. */
async function ignoreRefusal(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}
