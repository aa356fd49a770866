import type { FastifyInstance, FastifyRequest } from "fastify";
import * as contract from "../../../../shared/bookings/bookings/guests.contract";
import { languageOf } from "../../../../shared/kernel/languages";
import { serveFeed } from "../../../platform/http/secret-feeds";
import { tenantAddress } from "../../../platform/http/origin";
import { serveEndpoint, servePublicEndpoint } from "../../../platform/http/serve/serve";
import { translator } from "../../../platform/text";
import type { Tx } from "../../../platform/database/unit-of-work";
import { readGuestsOf } from "./guests.service";
import { answerInvitation, readInvitation } from "./invitation.service";
import { createLeaveFeed, revokeFeedOfUser } from "../../../requests/leave/calendar/calendar-feed.service";
import * as feed from "../calendar/room-feed.service";
import * as ownFeed from "../calendar/booking-feed.service";

export function registerGuestsRoutes(app: FastifyInstance): void {
  const { database } = app.platform;
  serveEndpoint(app, contract.readGuests, async ({ tx, actor, params }) => ({
    data: await readGuestsOf(tx, actor, params.id),
  }));
  servePublicEndpoint(app, contract.readInvitation, async ({ tx, query }) => ({
    data: await readInvitation(tx, database, query.token),
  }));
  servePublicEndpoint(app, contract.answerInvitationByMail, async ({ tx, body }) => ({
    data: await answerInvitation(tx, database, body.token, body.answer),
  }));
  serveEndpoint(app, contract.readRoomFeed, async ({ tx, params }) => ({
    data: await feed.readRoomFeed(tx, params.id),
  }));
  serveEndpoint(app, contract.createRoomFeed, async ({ tx, params }) => ({
    data: await feed.createRoomFeed(tx, params.id),
  }));
  serveEndpoint(app, contract.deleteRoomFeed, async ({ tx, params, text }) => {
    await feed.deleteRoomFeed(tx, params.id);
    return { message: text("booking.feedRemoved"), id: params.id };
  });
  serveEndpoint(app, contract.readBookingFeed, async ({ tx, actor }) => ({
    data: await ownFeed.readBookingFeed(tx, actor),
  }));
  serveEndpoint(app, contract.createBookingFeed, async ({ tx, actor }) => ({
    data: await createLeaveFeed(tx, actor, "bookings", "/booking/calendar"),
  }));
  serveEndpoint(app, contract.deleteBookingFeed, async ({ tx, actor, text }) => {
    await revokeFeedOfUser(tx, actor, "bookings");
    return { message: text("booking.ownFeedRemoved") };
  });
  serveRoomFeeds(app);
  serveOwnFeeds(app);
}

function serveOwnFeeds(app: FastifyInstance): void {
  const calendar = async (tx: Tx, token: string, { headers }: FastifyRequest) => {
    const { domain } = await tenantAddress(tx, app.platform.config);
    return ownFeed.bookingCalendar(tx, token, domain, headers["accept-language"]);
  };
  serveFeed(app, "/booking/calendar", { name: "bookings.ics", calendar });
}

function serveRoomFeeds(app: FastifyInstance): void {
  const calendar = async (tx: Tx, token: string, { headers }: FastifyRequest) => {
    const { domain } = await tenantAddress(tx, app.platform.config);
    return feed.readRoomCalendar(
      tx,
      token,
      domain,
      translator(languageOf(headers["accept-language"]))("booking.feedBusy"),
    );
  };
  serveFeed(app, "/room/calendar", { name: "room.ics", calendar });
}
