import { families, type RequestFamily } from "../../shared/requests/families";
import { Problem } from "../../shared/kernel/problems";
import { standsAbove } from "../people/management-line.policy";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { isAsked } from "./approvals.policy";
import type { RequestRow } from "./request.entity";

/**
 * Whether every request of a family that was sent is somebody's to see: whoever has the last word on the family, and may open its
 * lists. The family says who sees its requests besides
 * whoever asked and whoever decides: this and `authorizeSeeing` ask it for one person, request-audience.service.ts for
 * all readers.
 */
export const seesAll = (actor: Pick<Actor, "permissions">, family: RequestFamily): boolean =>
  actor.permissions.has(families[family].permissions.list) &&
  families[family].permissions.seeAll.some((permission) => actor.permissions.has(permission));

/** What was never sent, or is a draft again, is its owner's alone. `r` is the request's row. */
export const wasSent = "r.status <> 'draft' AND r.sent_at IS NOT NULL";

/**
 * One's own; what one decides or decided, in one's own name or for someone; that of one's people; everything for who has
 * the last word on the family. People from outside see their own alone, and nobody else's drafts are seen by anyone.
 * @throws Problem 404, the same as for what doesn't exist.
 */
export async function authorizeSeeing(tx: Tx, actor: Actor, request: RequestRow): Promise<void> {
  const { id, family, requesterId, status, sentAt } = request;
  if (requesterId === actor.id) return;
  if (status !== "draft" && sentAt !== null && !actor.external) {
    if (seesAll(actor, family) || (await isAsked(tx, actor.id, id))) return;
    if (actor.permissions.has(families[family].permissions.list) && (await standsAbove(tx, actor.id, requesterId)))
      return;
  }
  throw new Problem("notFound");
}
