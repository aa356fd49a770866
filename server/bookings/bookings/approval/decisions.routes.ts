import type { FastifyInstance } from "fastify";
import * as contract from "../../../../shared/bookings/bookings/approval/decisions.contract";
import { serveEndpoint } from "../../../platform/http/serve/serve";
import { approveBooking, readAssignmentCandidates, rejectBooking } from "./decisions.service";

export function registerDecisionsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.readChoices, async ({ tx, actor, params }) => ({
    data: await readAssignmentCandidates(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.approveBooking, async ({ tx, actor, params, body, text }) => {
    const data = await approveBooking(tx, actor, params.id, body);
    return { message: text("booking.approved"), data };
  });
  serveEndpoint(app, contract.rejectBooking, async ({ tx, actor, params, body, text }) => {
    const data = await rejectBooking(tx, actor, params.id, body);
    return { message: text("booking.rejected"), data };
  });
}
