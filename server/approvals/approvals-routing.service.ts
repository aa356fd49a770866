import { type Approver, asked as askedNow, type ChainStep } from "../../shared/approvals/approvals.chain.rules";
import type { ApprovalEvents } from "../../shared/approvals/approvals.events";
import { type Actor, userStream } from "../../shared/kernel/events";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { chainPeople, whoDecides } from "./approvals.policy";
import { involvedIn } from "./four-eyes.service";
import type { AskedStep, RequestRow } from "./request.entity";
import { lockSentRequest, routeStep, stepNow } from "./approvals.sql";
import { everyone, reference, type SentRequest, tellInboxes } from "./approvals.tell";
import { changedRequest } from "./requests-changed.service";

type Way = Pick<AskedStep, "approver_id" | "role_id" | "route" | "meant_id">;

const namedBy = ({ approver_id, role_id }: Way): Approver =>
  approver_id === null ? { by: "role", role_id: role_id as number } : { by: "user", user_id: approver_id };

/** How a step came where it is, as far as it is decided anew. */
const asRuled = ({ route }: Way): ChainStep["route"] =>
  route === "escalated" || route === "four_eyes" || route === "alone" || route === "handed" ? "rule" : route;

const isElsewhere = (a: Way, b: Way) => a.approver_id !== b.approver_id || a.role_id !== b.role_id;

/** Where a step goes by who is there at this moment, and by who has decided the others. */
async function wayNow(tx: Tx, request: RequestRow, step: AskedStep): Promise<Way> {
  const people = await chainPeople(tx, request.family, request.requesterId, [namedBy(step)]);
  const involved = await involvedIn(tx, request.id);
  const { approver_id, role_id, meant_id, route } = askedNow(
    { ...step, route: asRuled(step) },
    request.requesterId,
    people,
    involved,
  );
  const way = { approver_id, role_id, meant_id, route };
  const isNews = isElsewhere(way, step) || (route === "alone") !== (step.route === "alone");
  return isNews ? way : { ...way, route: step.route };
}

const isSameWay = (a: Way, b: Way) => !isElsewhere(a, b) && a.route === b.route;

/**
 * A step that is asked from now on goes to who is there: who is on leave without anybody in their place, has left, holds
 * a role that nobody else holds, or has decided a step before is passed over.
 */
export async function routeNow(tx: Tx, request: RequestRow, step: AskedStep): Promise<void> {
  const way = await wayNow(tx, request, step);
  if (isSameWay(way, step)) return;
  await tx.rows(routeStep, [step.id, way.approver_id, way.role_id, way.route, way.meant_id]);
}

/** A request with the step that is asked, both locked by the request's row. */
export interface Asked {
  request: SentRequest;
  step: AskedStep;
}

/** Undefined when nobody is asked any more. */
export async function lockAsked(tx: Tx, requestId: number): Promise<Asked | undefined> {
  const request = await tx.one<SentRequest>(lockSentRequest, [requestId]);
  const step = request && (await tx.one<AskedStep>(stepNow, [requestId]));
  return request && step && { request, step };
}

/** It waits anew: whoever is asked from now on has all the time that the setting gives. */
const askAnew = sql(
  "requests.askAnew",
  `UPDATE request_step SET since = $2, reminded_at = NULL, escalated_at = CASE WHEN route = 'escalated' THEN $2::timestamptz ELSE escalated_at END
   WHERE tenant_id = current_tenant() AND id = $1`,
);
const nextVersion = sql(
  "requests.nextVersion",
  `UPDATE request SET version = version + 1, updated_at = now() WHERE tenant_id = current_tenant() AND id = $1 RETURNING version`,
);
const askedName = sql(
  "requests.askedName",
  `SELECT COALESCE((SELECT fullname FROM app_user WHERE tenant_id = current_tenant() AND id = $1),
                   (SELECT name FROM role WHERE tenant_id = current_tenant() AND id = $2)) AS name`,
);

/** How it came to somebody else: by itself, or by somebody. */
export type Passing =
  | { type: "request.escalated" | "request.rerouted" }
  | { type: "request.handed"; to: Actor; note: string | null };

/**
 * Somebody else is asked from now on. Who was asked loses sight of it: their inbox at once, the request with the next
 * call, and what happens to it later isn't sent to them.
 */
export async function askSomebodyElse(
  tx: Tx,
  { request, step }: Asked,
  way: Pick<AskedStep, "approver_id" | "role_id" | "route">,
  { type, ...more }: Passing,
  now: Date,
): Promise<SentRequest> {
  const before = await whoDecides(tx, request.id);
  const { name: from } = (await tx.one<{ name: string }>(askedName, [step.approver_id, step.role_id])) as {
    name: string;
  };
  const meant = step.meant_id ?? step.approver_id;
  const meant_id = meant === way.approver_id ? null : meant; // back with whom it was meant for
  await tx.rows(routeStep, [step.id, way.approver_id, way.role_id, way.route, meant_id]);
  await tx.rows(askAnew, [step.id, now]);
  const { version } = (await tx.one<{ version: number }>(nextVersion, [request.id])) as { version: number };
  tx.noteChange(changedRequest, request.id);
  const waits_for = await whoDecides(tx, request.id);
  const moved = { ...request, version };
  const data = { ...reference(moved), requester: request.requester, step: step.position, from, waits_for, ...more };
  const concerned = everyone(request.requesterId, before, waits_for, tx.actor?.id ?? []);
  for (const id of concerned) tx.emit(type, userStream(id), data as ApprovalEvents["request.handed"]);
  tellInboxes(
    tx,
    "inbox.removed",
    moved,
    before.filter((id) => !waits_for.includes(id)),
  );
  tellInboxes(
    tx,
    "inbox.added",
    moved,
    waits_for.filter((id) => !before.includes(id)),
  );
  return moved;
}

/** Finds somebody for a request that waits for nobody who is there. @returns whether somebody else is asked now. */
export async function reroute(tx: Tx, requestId: number, now: Date): Promise<boolean> {
  const asked = await lockAsked(tx, requestId);
  if (!asked) return false;
  const way = await wayNow(tx, asked.request, asked.step);
  if (isSameWay(way, asked.step)) return false;
  await askSomebodyElse(tx, asked, way, { type: "request.rerouted" }, now);
  return true;
}
