import { requestFamilyDefinitions, type RequestFamily } from "../../../shared/approvals/approvals/families";
import { Problem } from "../../../shared/kernel/problems";
import { isManagerOf } from "../../platform/management-line";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { isDecider } from "./approvals.policy";
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

/**
 * Whether the request is visible: the actor's own requests, those they decide or decided directly or as a delegate, those of their reports, and all for holders of
 * the family's final permissions. External users see only their own; drafts are visible only to their owner.
 */
export async function mayReadRequest(
  tx: Tx,
  actor: Actor,
  { id, family, requesterId, status, sentAt }: Pick<RequestRow, "id" | "family" | "requesterId" | "status" | "sentAt">,
): Promise<boolean> {
  if (requesterId === actor.id) return true;
  if (status === "draft" || sentAt === null || actor.external) return false;
  if (canSeeAllRequests(actor, family) || (await isDecider(tx, actor.id, id))) return true;
  const lists = actor.permissions.has(requestFamilyDefinitions[family].permissions.list);
  return lists && (await isManagerOf(tx, actor.id, requesterId));
}

/** @throws Problem 404, the same as for an unknown id. */
export async function authorizeRequestRead(tx: Tx, actor: Actor, request: RequestRow): Promise<void> {
  if (!(await mayReadRequest(tx, actor, request))) throw new Problem("notFound");
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
