import type { FastifyInstance, FastifyRequest } from "fastify";
import * as contract from "../../shared/bookings/guests.contract";
import { languageOf } from "../../shared/kernel/languages";
import { serveFeed } from "../platform/http/secret-addresses";
import { tenantAddress } from "../platform/http/origin";
import { serve, servePublic } from "../platform/http/serve/serve";
import { translator } from "../platform/text";
import type { Tx } from "../platform/database/unit-of-work";
import { guestsOf } from "./guests.service";
import { answerInvitation, readInvitation } from "./invitation.service";
import * as feed from "./room-feed.service";

export function registerGuestsRoutes(app: FastifyInstance): void {
  const { database } = app.platform;
  serve(app, contract.readGuests, async ({ tx, actor, params }) => ({ data: await guestsOf(tx, actor, params.id) }));
  servePublic(app, contract.readInvitation, async ({ tx, query }) => ({
    data: await readInvitation(tx, database, query.token),
  }));
  servePublic(app, contract.answerByMail, async ({ tx, body }) => ({
    data: await answerInvitation(tx, database, body.token, body.answer),
  }));
  serve(app, contract.createRoomFeed, async ({ tx, params }) => ({ data: await feed.createRoomFeed(tx, params.id) }));
  serve(app, contract.deleteRoomFeed, async ({ tx, params, text }) => {
    await feed.deleteRoomFeed(tx, params.id);
    return { message: text("booking.feedRemoved"), id: params.id };
  });
  serveRoomFeeds(app);
}

function serveRoomFeeds(app: FastifyInstance): void {
  const calendar = async (tx: Tx, token: string, { headers }: FastifyRequest) => {
    const { domain } = await tenantAddress(tx, app.platform.config);
    return feed.roomCalendar(tx, token, domain, translator(languageOf(headers["accept-language"]))("booking.feedBusy"));
  };
  serveFeed(app, "/room/calendar", { name: "room.ics", calendar });
}
