import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/reservations/reservations.contract";
import { serve } from "../platform/http/serve/serve";
import { approveBooking, choicesFor, rejectBooking } from "./reservations.service";

export function registerReservationsRoutes(app: FastifyInstance): void {
  serve(app, contract.readChoices, async ({ tx, actor, params }) => ({
    data: await choicesFor(tx, actor, params.id),
  }));
  serve(app, contract.approveBooking, async ({ tx, actor, params, body, text }) => {
    const data = await approveBooking(tx, actor, params.id, body);
    return { message: text("booking.approved"), data };
  });
  serve(app, contract.rejectBooking, async ({ tx, actor, params, body, text }) => {
    const data = await rejectBooking(tx, actor, params.id, body);
    return { message: text("booking.rejected"), data };
  });
}
