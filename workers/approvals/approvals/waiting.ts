import { rerouteRequest } from "../../../server/approvals/approvals/approvals-routing.service";
import {
  requestsWithoutAvailableApprover,
  escalateRequestStep,
  markReminded,
  type OverdueStep,
  overdueSteps,
} from "../../../server/approvals/approvals/approvals.waiting.service";
import { notifyUsers } from "../../../server/communication/notifications/notify.service";
import { requestFamilyServices } from "../../../server/approvals/approvals/families.slots";
import type { Tx, UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { recipientsFor } from "../../communication/notifications/notifications.recipients";
import { decisionPath, requestPath } from "../../../shared/approvals/approvals/request-paths.rules";
import { audienceOfRequests } from "../../../server/approvals/approvals/request-audience.service";
import { requestDetailValues } from "./request.facts";
import type { Consumer } from "../../platform/consumer";
import type { TenantWorkContext } from "../../platform/features";
import { type Schedule, tenantSchedule } from "../../platform/schedule";

/**
 * Handles requests that wait for a decision: reminds approvers, escalates overdue steps (earlier if the requested date is near), reassigns
 * steps without an available approver, and closes expired requests. Each step is rechecked under its lock, so repeated, late and concurrent
 * runs are safe.
 */
export function waitingSchedule({ unitOfWork, ...rest }: TenantWorkContext): Schedule {
  return tenantSchedule({
    ...rest,
    name: "waiting-requests",
    everyMs: 60_000,
    work: (tenantId, now) => processWaitingRequests(unitOfWork, tenantId, now),
  });
}

/** Maximum number of requests per tenant and run, as tenants are processed sequentially. */
const maxSampledPerRun = 500;
/**
 * Maximum number of requests within the transaction of an event, which blocks the tenant's other events. The schedule processes the
 * remaining requests.
 */
const maxSampledPerEvent = 50;

/**
 * Requests without any possible approver are tried again in each run; a random subset ensures that each of them is processed eventually.
 */
const sampleOf = (ids: readonly number[], most: number): readonly number[] =>
  ids.length > most ? shuffled(ids).slice(0, most) : ids;
const shuffled = (ids: readonly number[]) =>
  ids
    .map((id) => ({ id, by: Math.random() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ id }) => id);

/** Transactions in which this consumer has already run: a changed role causes thousands of events, and one run covers all of them. */
const processedTransactions = new WeakSet<Tx>();

export const waitingConsumers: readonly Consumer[] = [
  {
    name: "waiting.user.access_changed",
    events: ["user.access_changed"],
    async consume(tx) {
      if (processedTransactions.has(tx)) return;
      processedTransactions.add(tx);
      // Sorted to prevent deadlocks between workers.
      const looked = sampleOf(await requestsWithoutAvailableApprover(tx), maxSampledPerEvent).toSorted((a, b) => a - b);
      for (const id of looked) await rerouteRequest(tx, id, new Date());
    },
  },
];

export async function processWaitingRequests(unitOfWork: UnitOfWork, tenantId: number, now: Date): Promise<number> {
  const inTenant = <Result>(work: (tx: Tx) => Promise<Result>) => unitOfWork({ tenantId }, work);
  const deserted = await inTenant(requestsWithoutAvailableApprover);
  const looked = sampleOf(deserted, maxSampledPerRun);
  for (const id of looked) await inTenant((tx) => rerouteRequest(tx, id, now));
  const overdue = await inTenant((tx) => overdueSteps(tx, now));
  const expired = await inTenant((tx) => expireRequests(tx, now));
  overdue.push(...(await inTenant((tx) => readUrgentSteps(tx, now))));
  for (const found of overdue)
    await inTenant((tx) => (found.due === "reminder" ? remind : escalateStep)(tx, found, now));
  return looked.length + expired + overdue.length;
}

/** Steps of all request families that can't wait for the configured time because the requested period begins soon. */
export async function readUrgentSteps(tx: Tx, now: Date): Promise<OverdueStep[]> {
  const found: OverdueStep[] = [];
  for (const service of Object.values(requestFamilyServices.filling))
    found.push(...((await service.urgent?.(tx, now)) ?? []));
  return found;
}

export async function expireRequests(tx: Tx, now: Date): Promise<number> {
  let expired = 0;
  for (const service of Object.values(requestFamilyServices.filling)) expired += (await service.expire?.(tx, now)) ?? 0;
  return expired;
}

async function escalateStep(tx: Tx, found: OverdueStep, now: Date): Promise<void> {
  const last = await escalateRequestStep(tx, found, now);
  if (!last || last.managerId === null) return;
  const { request, absent, managerId } = last;
  const sees = (await audienceOfRequests(tx, [request.id])).some(({ id }) => id === managerId);
  const message = {
    kind: "request.lastResort" as const,
    people: recipientsFor([managerId], null),
    values: { name: absent.fullname },
    path: sees ? requestPath(request) : "/approvals",
    subject: absent.fullname,
    taskId: null,
    projectId: null,
    ...(sees ? { requestId: request.id } : {}),
  };
  await notifyUsers(tx, { eventId: null, sender: null }, [message]);
}

/** The reminder is recorded and sent as a notification in one transaction, so that no approver is reminded twice. */
async function remind(tx: Tx, found: OverdueStep, now: Date): Promise<void> {
  const reminded = await markReminded(tx, found, now);
  if (!reminded) return;
  const { request, people } = reminded;
  const message = {
    kind: "request.reminder" as const,
    people: recipientsFor(people, null),
    values: { ...(await requestDetailValues(tx, request, true)) },
    path: decisionPath(request),
    subject: request.title,
    taskId: null,
    projectId: null,
    requestId: request.id,
  };
  await notifyUsers(tx, { eventId: null, sender: null }, [message]);
}
