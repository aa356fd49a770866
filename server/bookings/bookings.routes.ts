import type { FastifyInstance } from "fastify";
import * as attendance from "../../shared/bookings/attendance.contract";
import * as finding from "../../shared/bookings/finding.contract";
import * as grid from "../../shared/bookings/grid.contract";
import * as free from "../../shared/bookings/people-free.contract";
import * as contract from "../../shared/bookings/bookings.contract";
import { checkInAheadMs } from "../../shared/bookings/bookings.rules";
import { serve } from "../platform/http/serve/serve";
import * as attending from "./attendance.service";
import * as change from "./bookings.change";
import { bookedTogether } from "./bookings.basket";
import { createBooking } from "./bookings.create";
import { bookingWords } from "./bookings-words.service";
import { nextBookings } from "./bookings-next.service";
import { presentOne } from "./bookings-presented.service";
import { checkDate, previewBooking } from "./bookings.preview";
import { freeResources } from "./finding.service";
import { readGrid } from "./grid.read";
import { peopleFree } from "./participants/people-free.service";
import { bookingRow, myReservations, reservations } from "./bookings.read";

/** How many of one's next bookings are told where nobody says how many. */
const usualNext = 5;

export function registerBookingsRoutes(app: FastifyInstance): void {
  serve(app, contract.listReservations, ({ tx, actor, query }) => reservations(tx, actor, query));
  serve(app, contract.myReservations, ({ tx, actor, query }) => myReservations(tx, actor, query));
  serve(app, contract.nextReservations, async ({ tx, actor, query }) => ({
    data: await nextBookings(tx, actor, query.per_page ?? usualNext),
  }));
  serve(app, contract.checkDate, async ({ tx, actor, query }) => ({ data: await checkDate(tx, actor, query) }));
  serve(app, finding.findFree, async ({ tx, actor, query }) => ({ data: await freeResources(tx, actor, query) }));
  serve(app, free.peopleFree, async ({ tx, actor, query }) => ({ data: await peopleFree(tx, actor, query) }));
  serve(app, grid.readGrid, ({ tx, actor, query }) =>
    readGrid(tx, actor, query.bookable_type, query.start_date, query.end_date),
  );
  serve(app, contract.readBooking, async ({ tx, actor, params }) => {
    const row = await bookingRow(tx, params.id);
    const together = row.basket_id === null ? [] : await bookedTogether(tx, actor, row);
    const { place = null } = await bookingWords(tx, row);
    return { data: { ...(await presentOne(tx, actor, row)), place, together } };
  });
  serve(app, contract.previewBooking, async ({ tx, actor, body, text }) => ({
    data: await previewBooking(tx, actor, body, text.language),
  }));
  serve(app, contract.createBooking, async ({ tx, actor, body, text }) => ({
    message: text("booking.added"),
    ...(await createBooking(tx, actor, body)),
  }));
  serve(app, contract.updateBooking, async ({ tx, actor, params, body, text }) => ({
    message: text("booking.edited"),
    ...(await change.updateBooking(tx, actor, params.id, body)),
  }));
  serve(app, contract.deleteBooking, async ({ tx, actor, params, body, text }) => ({
    message: text("booking.deleted"),
    id: params.id,
    dates: await change.cancelBooking(tx, actor, params.id, body.scope),
  }));
  serve(app, attendance.answerInvitation, async ({ tx, actor, params, body }) => ({
    data: await attending.answerInvitation(tx, actor, params.id, body.answer),
  }));
  serve(app, attendance.checkIn, async ({ tx, actor, params }) => ({
    data: await attending.checkIn(tx, actor, params.id, checkInAheadMs),
  }));
  serve(app, attendance.endBooking, async ({ tx, actor, params }) => ({
    data: await attending.endBooking(tx, actor, params.id),
  }));
}
