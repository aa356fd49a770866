import type { FastifyInstance } from "fastify";
import { pageMetaOf, pageOf } from "../../../../shared/kernel/paging";
import type { QueryOf, ReplyOf } from "../../../../shared/kernel/endpoint";
import * as contract from "../../../../shared/bookings/bookings/approval/booking-requests.contract";
import { presentWithSteps } from "../../../approvals/approvals/approvals.present";
import { canSeeAllRequests } from "../../../approvals/approvals/request-readers.policy";
import { serveEndpoint } from "../../../platform/http/serve/serve";
import type { Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { presentBookingRequest, presentBookingRequestDetail } from "./booking-requests.present";
import { loadVisibleBookingRequest } from "./booking-requests.service";
import { selectRequests, type BookingRequestRow } from "./booking-requests.sql";
import { decideBookingRequest } from "./decisions.service";

/**
 * Lists the user's own requests by default. The scope `all` requires the permission for all requests; without it, the scope is reduced to
 * the team.
 */
async function list(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof contract.listBookingRequests>,
): Promise<ReplyOf<typeof contract.listBookingRequests>> {
  const page = pageOf(query, 20);
  const scope = query.scope === "all" && !canSeeAllRequests(actor, "booking") ? "team" : query.scope || "mine";
  const rows = await tx.rows<BookingRequestRow & { total: number }>(selectRequests, [
    actor.id,
    scope,
    query.status || null,
    query.bookable_type || null,
    page.perPage,
    page.offset,
  ]);
  const data = await presentWithSteps(tx, rows, presentBookingRequest);
  return { data, meta: pageMetaOf(page, rows[0]?.total ?? 0) };
}

const detail = async (tx: Tx, actor: Actor, id: number) =>
  presentBookingRequestDetail(tx, actor, await loadVisibleBookingRequest(tx, actor, id));

export function registerBookingRequestsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listBookingRequests, ({ tx, actor, query }) => list(tx, actor, query));
  serveEndpoint(app, contract.readBookingRequest, async ({ tx, actor, params }) => ({
    data: await detail(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.approveBookingRequest, async ({ tx, actor, params, body, text }) => {
    const { version, car_id, driver_id } = body;
    const choice = car_id === undefined ? "offered" : { car_id, driver_id };
    const note = body.reason || body.note || null;
    await decideBookingRequest(tx, actor, params.id, "APPROVE", { version, note, choice });
    return { message: text("request.approved"), data: await detail(tx, actor, params.id) };
  });
  serveEndpoint(app, contract.rejectBookingRequest, async ({ tx, actor, params, body, text }) => {
    const { version, reason } = body;
    await decideBookingRequest(tx, actor, params.id, "REJECT", { version, note: reason, choice: {} });
    return { message: text("request.rejected"), data: await detail(tx, actor, params.id) };
  });
  serveEndpoint(app, contract.requestBookingChanges, async ({ tx, actor, params, body, text }) => {
    const { version, note } = body;
    await decideBookingRequest(tx, actor, params.id, "REQUEST_CHANGES", { version, note, choice: {} });
    return { message: text("request.sentBack"), data: await detail(tx, actor, params.id) };
  });
}
