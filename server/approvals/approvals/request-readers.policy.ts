import { requestFamilyDefinitions, type RequestFamily } from "../../../shared/approvals/approvals/families";
import { Problem } from "../../../shared/kernel/problems";
import { usersBelow } from "../../platform/management-line";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { decidedRequests } from "./approvals.policy";
import type { RequestRow } from "./request.entity";

/**
 * Whether the actor sees every sent request of a family: they may open its list and have one of the permissions the family names. Used by
 * `authorizeRequestRead` for one user; request-audience.service.ts checks the same for all readers.
 */
export const canSeeAllRequests = (actor: Pick<Actor, "permissions">, family: RequestFamily): boolean =>
  actor.permissions.has(requestFamilyDefinitions[family].permissions.list) &&
  requestFamilyDefinitions[family].permissions.seeAll.some((permission) => actor.permissions.has(permission));

/** SQL condition: drafts and requests never sent are visible only to their owner. `r` is the request's row. */
export const wasSentCondition = "r.status <> 'draft' AND r.sent_at IS NOT NULL";

/** SQL condition of lists: the requests in scope $2 (`mine`, `team` or `all`) of user $1. Requires `teamCte`. */
export const scopeCondition = `CASE $2 WHEN 'mine' THEN r.requester_id = $1
  WHEN 'team' THEN r.requester_id IN (SELECT id FROM team) ELSE true END`;

type ReadableRequest = Pick<RequestRow, "id" | "family" | "requesterId" | "status" | "sentAt">;

/**
 * Returns the ids of the visible requests: the actor's own, those they decide or decided directly or as a delegate, those of their reports, and all for holders of
 * the family's final permissions. External users see only their own; drafts are visible only to their owner.
 */
export async function readableRequests(
  tx: Tx,
  actor: Actor,
  requests: readonly ReadableRequest[],
): Promise<Set<number>> {
  const mine = requests.filter(({ requesterId }) => requesterId === actor.id);
  const sent = requests.filter(
    ({ requesterId, status, sentAt }) =>
      requesterId !== actor.id && status !== "draft" && sentAt !== null && !actor.external,
  );
  const readable = new Set(
    [...mine, ...sent.filter(({ family }) => canSeeAllRequests(actor, family))].map(({ id }) => id),
  );
  const remaining = () => sent.filter(({ id }) => !readable.has(id));
  if (remaining().length > 0) {
    const ids = remaining().map(({ id }) => id);
    for (const id of await decidedRequests(tx, actor.id, ids)) readable.add(id);
  }
  const listed = remaining().filter(({ family }) =>
    actor.permissions.has(requestFamilyDefinitions[family].permissions.list),
  );
  if (listed.length > 0) {
    const reports = await usersBelow(tx, actor.id, [...new Set(listed.map(({ requesterId }) => requesterId))]);
    for (const { id, requesterId } of listed) if (reports.has(requesterId)) readable.add(id);
  }
  return readable;
}

/** @throws Problem 404, the same as for an unknown id. */
export async function authorizeRequestRead(tx: Tx, actor: Actor, request: RequestRow): Promise<void> {
  if (!(await readableRequests(tx, actor, [request])).has(request.id)) throw new Problem("notFound");
}

/** @throws Problem 404 when the request doesn't exist or isn't visible to the actor; 409 when `version` is stale. */
export async function requireVisibleRequest<Row extends RequestRow>(
  tx: Tx,
  actor: Actor,
  request: Row | undefined,
  version?: number,
): Promise<Row> {
  if (!request) throw new Problem("notFound");
  await authorizeRequestRead(tx, actor, request);
  if (version !== undefined && version !== request.version) {
    throw new Problem("request.stale", {
      record: { id: request.id, status: request.status, version: request.version },
    });
  }
  return request;
}

/** @throws Problem 403. */
export function requireOwnRequest(actor: Pick<Actor, "id">, request: Pick<RequestRow, "requesterId">): void {
  if (request.requesterId !== actor.id) throw new Problem("permission.denied");
}
