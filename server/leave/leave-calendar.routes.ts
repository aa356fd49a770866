import type { FastifyInstance, FastifyRequest } from "fastify";
import { languageOf } from "../../shared/kernel/languages";
import { nameIn } from "../../shared/kernel/translations";
import * as contract from "../../shared/leave/leave-calendar.contract";
import { bookingEvents } from "../bookings/bookings-calendar.service";
import { serveFeed } from "../platform/http/secret-addresses";
import { tenantAddress } from "../platform/http/origin";
import { serve } from "../platform/http/serve/serve";
import { type Translate, translator } from "../platform/text";
import type { Tx } from "../platform/database/unit-of-work";
import { createFeed, type FeedReader, feedsOf, readerOf, revokeFeed } from "./calendar-feed.service";
import { type CalendarEntry, calendarText } from "./calendar.ics";
import { ownYear } from "./leave-year.read";
import { awayFrom, setCover, teamCalendar, teamMembers } from "./team.service";

export function registerLeaveCalendarRoutes(app: FastifyInstance): void {
  serve(app, contract.teamLeave, ({ tx, actor, query }) => teamCalendar(tx, actor, query));
  serve(app, contract.ownLeaveYear, async ({ tx, actor, query }) => ({ data: await ownYear(tx, actor, query.year) }));
  serve(app, contract.setCover, async ({ tx, params, body, text }) => ({
    message: text("leave.coverSaved"),
    data: await setCover(tx, params.department_id, body.minimum_present ?? null),
  }));
  serve(app, contract.awayInProject, async ({ tx, actor, params, query }) => ({
    data: await awayFrom(tx, actor, params.project_id, query.from, query.to),
  }));
  serve(app, contract.calendarFeeds, async ({ tx, actor }) => ({ data: await feedsOf(tx, actor) }));
  serve(app, contract.createCalendarFeed, async ({ tx, actor, body, text }) => ({
    message: text("leave.feedCreated"),
    data: await createFeed(tx, actor, body.scope),
  }));
  serve(app, contract.revokeCalendarFeed, async ({ tx, actor, params, text }) => {
    await revokeFeed(tx, actor, params.id);
    return { message: text("leave.feedRevoked"), id: params.id };
  });
  serveFeeds(app);
}

const most = 2_000;

function serveFeeds(app: FastifyInstance): void {
  const calendar = async (tx: Tx, token: string, { headers }: FastifyRequest) => {
    const reader = await readerOf(tx, token);
    const text = translator(languageOf(reader.language ?? headers["accept-language"]));
    const name = text(`leave.feed.${reader.scope}`, { name: reader.fullname });
    const { domain } = await tenantAddress(tx, app.platform.config);
    const booked = reader.scope === "own" && reader.permissions.has("reservation-list");
    const bookings = booked ? await bookingEvents(tx, reader.id, reader, domain, text("booking.feedBusy")) : [];
    return calendarText(name, domain, await entriesFor(tx, reader, text), bookings);
  };
  serveFeed(app, "/leave/calendar", { name: "leave.ics", calendar });
}

async function entriesFor(tx: Tx, reader: FeedReader, text: Translate): Promise<CalendarEntry[]> {
  const members = await teamMembers(tx, reader, reader.from, reader.to, reader.scope === "own" ? 1 : most);
  return members.flatMap(({ id, fullname, leaves }) =>
    leaves.map((leave) => {
      const own = reader.scope === "own";
      const type = leave.leave_type ? nameIn(text.language, leave.leave_type) : text("leave.feed.away");
      const half =
        leave.start_half && leave.end_half ? "both" : leave.start_half ? "first" : leave.end_half ? "last" : "";
      const words = half ? text(`leave.feed.half.${half}`, { what: type }) : type;
      return {
        // Not the request's number: of others' leave that isn't told.
        uid: `leave-${id}-${leave.start_date}${leave.start_half ? "-noon" : ""}`,
        start_date: leave.start_date,
        end_date: leave.end_date,
        summary: own ? words : text("leave.feed.person", { name: fullname, what: words }),
        tentative: leave.state === "waiting",
        busy: id === reader.id,
      };
    }),
  );
}
