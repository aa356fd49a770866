import type { FastifyInstance } from "fastify";
import { pageMetaOf, pageOf } from "../../shared/kernel/paging";
import type { QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import * as contract from "../../shared/reservations/booking-requests.contract";
import { stepsOf } from "../approvals/approvals.present";
import { seesAll } from "../approvals/request-readers.policy";
import { serve } from "../platform/http/serve/serve";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { presentBookingRequest, presentBookingRequestDetail } from "./booking-requests.present";
import { visibleBookingRequest } from "./booking-requests.service";
import { listRequests, type BookingRequestRow } from "./booking-requests.sql";
import { decideBookingRequest } from "./reservations.service";

/** One's own without a scope; all only for who sees all of them: for others it is their team. */
async function list(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof contract.listBookingRequests>,
): Promise<ReplyOf<typeof contract.listBookingRequests>> {
  const page = pageOf(query, 20);
  const scope = query.scope === "all" && !seesAll(actor, "booking") ? "team" : query.scope || "mine";
  const rows = await tx.rows<BookingRequestRow & { total: number }>(listRequests, [
    actor.id,
    scope,
    query.status || null,
    query.bookable_type || null,
    page.perPage,
    page.offset,
  ]);
  const steps = await stepsOf(
    tx,
    rows.map(({ id }) => id),
  );
  const data = rows.map((row) => presentBookingRequest(row, steps.get(row.id) ?? []));
  return { data, meta: pageMetaOf(page, rows[0]?.total ?? 0) };
}

const detail = async (tx: Tx, actor: Actor, id: number) =>
  presentBookingRequestDetail(tx, actor, await visibleBookingRequest(tx, actor, id));

/** Bookings as requests: the list, one of them, and the decisions on it. */
export function registerBookingRequestsRoutes(app: FastifyInstance): void {
  serve(app, contract.listBookingRequests, ({ tx, actor, query }) => list(tx, actor, query));
  serve(app, contract.readBookingRequest, async ({ tx, actor, params }) => ({
    data: await detail(tx, actor, params.id),
  }));
  serve(app, contract.approveBookingRequest, async ({ tx, actor, params, body, text }) => {
    const { version, car_id, driver_id } = body;
    const choice = car_id === undefined ? "offered" : { car_id, driver_id };
    const note = body.reason || body.note || null;
    await decideBookingRequest(tx, actor, params.id, "APPROVE", { version, note, choice });
    return { message: text("request.approved"), data: await detail(tx, actor, params.id) };
  });
  serve(app, contract.rejectBookingRequest, async ({ tx, actor, params, body, text }) => {
    const { version, reason } = body;
    await decideBookingRequest(tx, actor, params.id, "REJECT", { version, note: reason, choice: {} });
    return { message: text("request.rejected"), data: await detail(tx, actor, params.id) };
  });
  serve(app, contract.requestBookingChanges, async ({ tx, actor, params, body, text }) => {
    const { version, note } = body;
    await decideBookingRequest(tx, actor, params.id, "REQUEST_CHANGES", { version, note, choice: {} });
    return { message: text("request.sentBack"), data: await detail(tx, actor, params.id) };
  });
}
