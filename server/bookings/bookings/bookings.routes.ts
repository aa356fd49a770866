import type { FastifyInstance } from "fastify";
import * as attendance from "../../../shared/bookings/bookings/attendance.contract";
import * as common from "../../../shared/bookings/bookings/common-times.contract";
import * as finding from "../../../shared/bookings/bookings/finding.contract";
import * as grid from "../../../shared/bookings/bookings/grid.contract";
import * as free from "../../../shared/bookings/bookings/people-availability.contract";
import * as contract from "../../../shared/bookings/bookings/bookings.contract";
import { checkInAheadMs } from "../../../shared/bookings/bookings/bookings.rules";
import { serveEndpoint } from "../../platform/http/serve/serve";
import type { MessageValues } from "../../platform/text";
import * as attending from "./participants/attendance.service";
import * as change from "./change/change";
import { readBasketBookings } from "./change/basket";
import { createBooking } from "./change/create";
import { extendSeries } from "./change/extend-series.service";
import { readNextBookings, bookingLocation } from "./booking-location.service";
import { presentOneBooking } from "./bookings-presenter.service";
import { checkDate, previewBooking } from "./change/preview";
import { findCommonTimes } from "./availability/common-times.service";
import { findFreeResources } from "./availability/resource-search.service";
import { readGrid } from "./grid/grid.read";
import { readPeopleAvailability } from "./availability/people-availability.service";
import { loadBookingRow, readMyBookings, readBookings } from "./bookings.read";

const usualNext = 5;

/** Message after saving, which says when bookings wait for approval. */
function savedMessage(id: string, dates: readonly { status: string }[]): [id: string, values?: MessageValues] {
  const pending = dates.filter(({ status }) => status === "pending").length;
  return pending === 0 ? [id] : ["booking.savedForApproval", { pending, all: dates.length }];
}

export function registerBookingsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listBookings, ({ tx, actor, query }) => readBookings(tx, actor, query));
  serveEndpoint(app, contract.listMyBookings, ({ tx, actor, query }) => readMyBookings(tx, actor, query));
  serveEndpoint(app, contract.listNextBookings, async ({ tx, actor, query }) => ({
    data: await readNextBookings(tx, actor, query.per_page ?? usualNext),
  }));
  serveEndpoint(app, contract.checkDate, async ({ tx, actor, query }) => ({ data: await checkDate(tx, actor, query) }));
  serveEndpoint(app, finding.findFree, async ({ tx, actor, query }) => ({
    data: await findFreeResources(tx, actor, query),
  }));
  serveEndpoint(app, free.readAvailability, async ({ tx, actor, query }) => ({
    data: await readPeopleAvailability(tx, actor, query),
  }));
  serveEndpoint(app, common.findCommonTimes, async ({ tx, actor, query }) => ({
    data: await findCommonTimes(tx, actor, query),
  }));
  serveEndpoint(app, grid.readGrid, ({ tx, actor, query }) =>
    readGrid(tx, actor, query.bookable_type, query.start_date, query.end_date),
  );
  serveEndpoint(app, contract.readBooking, async ({ tx, actor, params }) => {
    const row = await loadBookingRow(tx, params.id);
    const together = row.basket_id === null ? [] : await readBasketBookings(tx, actor, row);
    return {
      data: { ...(await presentOneBooking(tx, actor, row)), ...(await bookingLocation(tx, actor, row)), together },
    };
  });
  serveEndpoint(app, contract.previewBooking, async ({ tx, actor, body, text }) => ({
    data: await previewBooking(tx, actor, body, text.language),
  }));
  serveEndpoint(app, contract.createBooking, async ({ tx, actor, body, text }) => {
    const created = await createBooking(tx, actor, body);
    return { message: text(...savedMessage("booking.added", created.dates)), ...created };
  });
  serveEndpoint(app, contract.updateBooking, async ({ tx, actor, params, body, text }) => {
    const changed = await change.updateBooking(tx, actor, params.id, body);
    return { message: text(...savedMessage("booking.edited", changed.dates)), ...changed };
  });
  serveEndpoint(app, contract.extendSeries, async ({ tx, actor, params, body, text }) => {
    const dates = await extendSeries(tx, actor, params.id, body.repeat_until);
    return { message: text("booking.extended", { count: dates.length }), dates };
  });
  serveEndpoint(app, contract.deleteBooking, async ({ tx, actor, params, body, text }) => ({
    message: text("booking.deleted"),
    id: params.id,
    dates: await change.cancelBooking(tx, actor, params.id, body.scope),
  }));
  serveEndpoint(app, attendance.answerInvitation, async ({ tx, actor, params, body, text }) => {
    const { data, count } = await attending.answerInvitation(tx, actor, params.id, body.answer, body.scope);
    return { message: text(`booking.answered.${body.answer}`, { count }), data };
  });
  serveEndpoint(app, attendance.checkIn, async ({ tx, actor, params }) => ({
    data: await attending.checkInToBooking(tx, actor, params.id, checkInAheadMs),
  }));
  serveEndpoint(app, attendance.endBooking, async ({ tx, actor, params }) => ({
    data: await attending.endBooking(tx, actor, params.id),
  }));
}
