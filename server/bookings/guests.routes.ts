import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/bookings/guests.contract";
import { languageOf } from "../../shared/kernel/languages";
import { Problem } from "../../shared/kernel/problems";
import { inTurnOf } from "../platform/http/secret-addresses";
import { tenantAddress } from "../platform/http/origin";
import { serve, servePublic } from "../platform/http/serve/serve";
import { translator } from "../platform/text";
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

/** `GET /room/calendar/<token>.ics`, for programs that can't sign in. Not in the contract: its answer is no JSON. */
function serveRoomFeeds(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>("/room/calendar/:file", async (request, reply) => {
    const token = /^([A-Za-z0-9_-]{20,200})\.ics$/.exec(request.params.file)?.[1];
    if (!token) throw new Problem("notFound");
    const tenantId = await app.platform.tenants.tenantOf(request.hostname);
    const inTurn = inTurnOf(app, token, reply);
    const ics = await inTurn({ tenantId }, async (tx) => {
      const { domain } = await tenantAddress(tx, app.platform.config);
      const text = translator(languageOf(request.headers["accept-language"]));
      return feed.roomCalendar(tx, token, domain, text("booking.feedBusy"));
    });
    const etag = `"${createHash("sha256").update(ics).digest("base64url").slice(0, 27)}"`;
    reply.header("etag", etag).header("cache-control", "private, no-cache").header("x-robots-tag", "noindex");
    if (request.headers["if-none-match"] === etag) return reply.status(304).send();
    return reply
      .type("text/calendar; charset=utf-8")
      .header("content-disposition", 'inline; filename="room.ics"')
      .send(ics);
  });
}
