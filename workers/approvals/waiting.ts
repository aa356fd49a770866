import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { reroute } from "../../server/approvals/approvals-routing.service";
import {
  desertedRequests,
  escalate,
  markReminded,
  type Overdue,
  overdueSteps,
} from "../../server/approvals/approvals.waiting.service";
import { tellPeople } from "../../server/notifications/tell.service";
import { expireRequests, urgentRequests } from "../../server/requests/time-limits.service";
import type { Tx, UnitOfWork } from "../../server/platform/database/unit-of-work";
import { toldAs } from "../notifications/notifications.recipients";
import { decisionPath } from "../../shared/requests/request-paths.rules";
import { requestFacts } from "../notifications/request.facts";
import type { Consumer } from "../platform/consumer";
import { type Schedule, tenantSchedule } from "../platform/schedule";

/**
 * Requests that wait too long: whoever is asked is reminded, then it goes upward; what waits for nobody who is there
 * finds somebody; what begins soon goes upward earlier, and what is over undecided is closed. Each step by itself, looked at again under its lock: it may run often, late, and in two workers.
 */
export function waitingSchedule(options: {
  unitOfWork: UnitOfWork;
  workerDatabase: DataSource;
  log: Logger;
}): Schedule {
  const { unitOfWork, ...rest } = options;
  return tenantSchedule({
    ...rest,
    name: "waiting-requests",
    everyMs: 60_000,
    work: (tenantId, now) => attend(unitOfWork, tenantId, now),
  });
}

/** Organisations are looked after one after the other. */
const mostLooked = 500;
/** At once, in the transaction of an event: all others of the organisation wait for it. The schedule finds the rest. */
const mostAtOnce = 50;

/** Whom nobody can be found for waits on, and is asked for again: of thousands of those a part, another one each time. */
const someOf = (ids: readonly number[], most: number): readonly number[] =>
  ids.length > most ? shuffled(ids).slice(0, most) : ids;
const shuffled = (ids: readonly number[]) =>
  ids
    .map((id) => ({ id, by: Math.random() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ id }) => id);

/** Transactions that have looked: a role of thousands that becomes another one is as many events, and one look finds them all. */
const haveLooked = new WeakSet<Tx>();

/** Whoever's account closes is asked for nothing from that moment on: what waited for them finds somebody at once. */
export const waitingConsumers: readonly Consumer[] = [
  {
    name: "waiting.user.access_changed",
    events: ["user.access_changed"],
    async consume(tx) {
      if (haveLooked.has(tx)) return;
      haveLooked.add(tx);
      // In the order of their ids, so that two workers don't wait for each other.
      const looked = someOf(await desertedRequests(tx), mostAtOnce).toSorted((a, b) => a - b);
      for (const id of looked) await reroute(tx, id, new Date());
    },
  },
];

/** @returns how many were reminded of, passed on, closed, or found somebody. */
export async function attend(unitOfWork: UnitOfWork, tenantId: number, now: Date): Promise<number> {
  const inTenant = <Result>(work: (tx: Tx) => Promise<Result>) => unitOfWork({ tenantId }, work);
  const deserted = await inTenant(desertedRequests);
  const looked = someOf(deserted, mostLooked);
  for (const id of looked) await inTenant((tx) => reroute(tx, id, now));
  const overdue = await inTenant((tx) => overdueSteps(tx, now));
  const expired = await inTenant((tx) => expireRequests(tx, now));
  overdue.push(...(await inTenant((tx) => urgentRequests(tx, now))));
  for (const found of overdue) await inTenant((tx) => (found.due === "reminder" ? remind : escalate)(tx, found, now));
  return looked.length + expired + overdue.length;
}

/** The mark and the notification are one transaction: nobody is reminded twice. */
async function remind(tx: Tx, found: Overdue, now: Date): Promise<void> {
  const asked = await markReminded(tx, found, now);
  if (!asked) return;
  const { request, people } = asked;
  const message = {
    kind: "request.reminder" as const,
    people: toldAs(people, null),
    values: { ...(await requestFacts(tx, request, true)) },
    path: decisionPath(request),
    subject: request.title,
    taskId: null,
    projectId: null,
    requestId: request.id,
  };
  await tellPeople(tx, { eventId: null, sender: null }, [message]);
}
