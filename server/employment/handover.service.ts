import type { HandoverKind } from "../../shared/employment/handover.kinds";
import { directoryStream, tenantStream } from "../../shared/kernel/events";
import { groupBy } from "../../shared/kernel/group-by";
import type { ProjectRole } from "../../shared/kernel/permissions";
import { Problem } from "../../shared/kernel/problems";
import type { RequestFamily } from "../../shared/requests/families";
import { askSomebodyElse, lockAsked, reroute } from "../approvals/approvals-routing.service";
import { keepDelegations } from "../approvals/delegation.service";
import { tellBookings } from "../bookings/bookings-tell.service";
import { tellDrivers } from "../bookings/drivers-tell.service";
import { updateGroup } from "../groups/groups.service";
import { endLeaveOfLeavers } from "../leave/leaver.service";
import { endOnboarding, handOverOnboarding } from "../onboarding/onboarding.service";
import { endActingOf } from "../org-chart/acting.service";
import { endActing, handOverVacancies } from "../org-chart/vacancies.service";
import { emitPerson, writtenSince } from "../people/change-person.service";
import { endDotted, handOverDotted } from "../people/dotted-lines.service";
import { tellOfManagers } from "../people/manager-notifications.service";
import type { Statement, Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { setMembers } from "../projects/projects.service";
import { withdrawUnsent } from "../requests/unsent.service";
import { handOverTasks } from "../tasks/assignments.service";
import { stopTimer } from "../time/timer.service";
import { changeWeek } from "../time/weeks.service";
import * as statements from "./handover.sql";

interface Team {
  id: number;
  role?: string;
  members: { user_id: number; role: ProjectRole }[];
}

interface Work {
  tx: Tx;
  /** In whose name. */
  actor: Actor;
  from: number;
  to: number;
  /** The first day on which whoever leaves isn't there any more. */
  since: string;
}

/** Puts somebody into a project, or makes them its owner. */
async function join({ tx, actor, to }: Work, { id, members }: Team, role: ProjectRole): Promise<void> {
  const others = members.filter((member) => member.user_id !== to);
  await setMembers(tx, actor, id, { members: [...others, { user_id: to, role }] });
}

async function tasks(work: Work): Promise<void> {
  const { tx, from, to } = work;
  for (const project of await tx.rows<Team>(statements.projectsOf, [from, to])) {
    if (project.role !== "owner" && project.role !== "member") await join(work, project, "member");
    await handOverTasks(tx, project.id, from, to);
  }
}

async function projects(work: Work): Promise<void> {
  for (const project of await work.tx.rows<Team>(statements.ownedAlone, [work.from]))
    await join(work, project, "owner");
}

/** Whoever may decide does; what the successor may not decide finds its way as it does when somebody has gone. */
async function approvals({ tx, from, to }: Work): Promise<void> {
  const [successor] = await tx.rows<{ id: number; fullname: string; image: string | null }>(statements.personNamed, [
    to,
  ]);
  for (const { id, entitled } of await tx.rows<{ id: number; entitled: boolean }>(statements.waitingRequests, [
    from,
    to,
  ])) {
    const asked = entitled && successor ? await lockAsked(tx, id) : undefined;
    if (!asked || asked.step.approver_id !== from || !successor) continue;
    const way = { approver_id: to, role_id: null, route: "handed" as const };
    await askSomebodyElse(tx, asked, way, { type: "request.handed", to: successor, note: null }, new Date());
  }
}

/** From the day after the last one, also where that is entered later, or no worker ran on it. */
async function reports({ tx, actor, from, to, since: first }: Work): Promise<void> {
  const led = await tx.rows<{ id: number; since: string }>(statements.ledSince, [from, to, first]);
  const moved: { id: number }[] = [];
  const change = (since: string, statement: Statement, values: unknown[]) =>
    writtenSince(tx, since, async () => void moved.push(...(await tx.rows<{ id: number }>(statement, values))));
  await change(led.find(({ id }) => id === to)?.since ?? first, statements.raiseSuccessor, [from, to]);
  for (const [since, some] of groupBy(led, (one) => one.since))
    await change(since, statements.moveReports, [from, to, idsOf(some)]);
  const ids = idsOf(moved);
  await tellOf(tx, ids);
  await tellOfManagers(tx, actor, ids);
  await handOverVacancies(tx, from, to);
}

async function departments({ tx, from, to }: Work): Promise<void> {
  const moved = await tx.rows<{ id: number; name: string }>(statements.moveDepartments, [from, to]);
  for (const department of moved) tx.emit("department.updated", directoryStream(tx.tenantId), department);
}

async function rules({ tx, from, to }: Work): Promise<void> {
  const moved = await tx.rows<{ family: RequestFamily }>(statements.moveRules, [from, to]);
  for (const family of new Set(moved.map((rule) => rule.family)))
    tx.emit("approval_rules.changed", tenantStream(tx.tenantId), { family });
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

async function drivers({ tx, actor, from, to }: Work): Promise<void> {
  const drives = await tx.rows<{ id: number }>(statements.drivesOf, [from]);
  for (const move of statements.moveDrives) await tx.rows(move, [from, to]);
  const rows = await tellBookings(tx, "booking.updated", idsOf(drives));
  await tellDrivers(tx, actor, "booking.driving", rows);
}

async function tellOf(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of ids) await emitPerson(tx, "user.updated", id);
}

const doing: Record<HandoverKind, (work: Work) => Promise<void>> = {
  tasks,
  // With their tasks' projects.
  subtasks: tasks,
  approvals,
  reports,
  dotted: ({ tx, from, to, since }) =>
    writtenSince(tx, since, async () => tellOf(tx, await handOverDotted(tx, from, to))),
  departments,
  projects,
  rules,
  forms: async ({ tx, from, to }) => {
    await tx.rows(statements.moveForms, [from, to]);
    await tx.rows(statements.moveDrafts, [from, to]);
  },
  cover: async ({ tx, from, to }) => void (await tx.rows(statements.moveCover, [from, to])),
  bookings: async ({ tx, from, to }) => {
    const moved = await tx.rows<{ id: number }>(statements.moveBookings, [from, to]);
    await tellBookings(tx, "booking.updated", idsOf(moved));
  },
  drivers,
  plans: async ({ tx, from, to }) => {
    for (const move of statements.movePlans) await tx.rows(move, [from, to]);
  },
  onboarding: ({ tx, from, to }) => handOverOnboarding(tx, from, to),
};

/** Everything that hangs on somebody goes to who takes it over. */
export async function handOver(
  tx: Tx,
  actor: Actor,
  from: number,
  { successors, since }: { successors: ReadonlyMap<HandoverKind, number>; since: string },
): Promise<void> {
  for (const [kind, to] of successors) await doing[kind]({ tx, actor, from, to, since });
}

/** What ends with somebody, before their account closes: their timer, their weeks, what they have not sent, their places in groups. */
export async function endWork(tx: Tx, leaver: Actor, actor: Actor): Promise<void> {
  await unlessRefused(() => stopTimer(tx, leaver, new Date()));
  for (const { name: monday } of await tx.rows<{ name: string }>(statements.unsentWeeks, [leaver.id]))
    await unlessRefused(() => changeWeek(tx, leaver, "submit", { userId: leaver.id, monday }));
  await withdrawUnsent(tx, leaver);
  for (const { id, title, users } of await tx.rows<{ id: number; title: string; users: number[] }>(
    statements.groupsOf,
    [leaver.id],
  ))
    await updateGroup(tx, actor, id, { title, users });
}

/** What ends once the account is closed: leave after the last day, delegations, steps that nobody could take over. */
export async function endRest(tx: Tx, userId: number, since: string): Promise<void> {
  await endLeaveOfLeavers(tx, userId);
  await endOnboarding(tx, userId);
  await endActing(tx, userId);
  await endActingOf(tx, userId);
  await writtenSince(tx, since, async () => tellOf(tx, await endDotted(tx, userId)));
  await keepDelegations(tx);
  const waiting = await tx.rows<{ id: number }>(statements.waitingRequests, [userId, userId]);
  for (const { id } of waiting) await reroute(tx, id, new Date());
}

/** No timer ran, or a week was handed in meanwhile: nothing of it is left to end. */
async function unlessRefused(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}
