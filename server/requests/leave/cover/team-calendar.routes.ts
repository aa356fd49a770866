import { listProjectAbsences } from "../../../../shared/work/projects/absences.contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { languageOf } from "../../../../shared/kernel/languages";
import { translatedNameIn } from "../../../../shared/kernel/translations";
import * as contract from "../../../../shared/requests/leave/cover/team-calendar.contract";
import type { FeedScope } from "../../../../shared/requests/leave/cover/team-calendar.contract";
import { serveFeed } from "../../../platform/http/secret-feeds";
import { tenantAddress } from "../../../platform/http/origin";
import { serveEndpoint } from "../../../platform/http/serve/serve";
import { type Translate, translator } from "../../../platform/text";
import type { Tx } from "../../../platform/database/unit-of-work";
import {
  createLeaveFeed,
  calendarFeedsOf,
  resolveFeedReader,
  revokeLeaveFeed,
  type ScopedReader,
} from "../calendar/calendar-feed.service";
import { type CalendarEntry, leaveCalendarText } from "../calendar/calendar.ics";
import { calendarBookings } from "../calendar/calendar.slots";
import { loadOwnLeaveYear } from "../calendar/year.read";
import { absencesInProject, setCover, readTeamCalendar, readTeamMembers } from "./team.service";

export function registerLeaveCalendarRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listTeamLeave, ({ tx, actor, query }) => readTeamCalendar(tx, actor, query));
  serveEndpoint(app, contract.readOwnLeaveYear, async ({ tx, actor, query }) => ({
    data: await loadOwnLeaveYear(tx, actor, query.year),
  }));
  serveEndpoint(app, contract.setCover, async ({ tx, params, body, text }) => ({
    message: text("leave.coverSaved"),
    data: await setCover(tx, params.department_id, body.minimum_present ?? null),
  }));
  serveEndpoint(app, listProjectAbsences, async ({ tx, actor, params, query }) => ({
    data: await absencesInProject(tx, actor, params.project_id, query.from, query.to),
  }));
  serveEndpoint(app, contract.listCalendarFeeds, async ({ tx, actor }) => ({ data: await calendarFeedsOf(tx, actor) }));
  serveEndpoint(app, contract.createCalendarFeed, async ({ tx, actor, body, text }) => ({
    message: text("leave.feedCreated"),
    data: await createLeaveFeed(tx, actor, body.scope),
  }));
  serveEndpoint(app, contract.revokeCalendarFeed, async ({ tx, actor, params, text }) => {
    await revokeLeaveFeed(tx, actor, params.id);
    return { message: text("leave.feedRevoked"), id: params.id };
  });
  serveFeeds(app);
}

const most = 2_000;
const leaveFeeds = {
  scopes: contract.feedScopes,
  permission: "leave-request-list",
  feature: "leave_management",
} as const;

function serveFeeds(app: FastifyInstance): void {
  const calendar = async (tx: Tx, token: string, { headers }: FastifyRequest) => {
    const reader = await resolveFeedReader(tx, token, leaveFeeds);
    const text = translator(languageOf(reader.language ?? headers["accept-language"]));
    const name = text(`leave.feed.${reader.scope as FeedScope}`, { name: reader.fullname });
    const { domain } = await tenantAddress(tx, app.platform.config);
    const booked = reader.scope === "own" && reader.permissions.has("reservation-list");
    const busy = text("booking.feedBusy");
    const bookings = booked ? await calendarBookings.filling(tx, reader.id, reader, domain, busy) : [];
    return leaveCalendarText(name, domain, await entriesFor(tx, reader, text), bookings);
  };
  serveFeed(app, "/leave/calendar", { name: "leave.ics", calendar });
}

async function entriesFor(tx: Tx, reader: ScopedReader, text: Translate): Promise<CalendarEntry[]> {
  const members = await readTeamMembers(tx, reader, reader.from, reader.to, reader.scope === "own" ? 1 : most);
  return members.flatMap(({ id, fullname, leaves }) =>
    leaves.map((leave) => {
      const own = reader.scope === "own";
      const type = leave.leave_type ? translatedNameIn(text.language, leave.leave_type) : text("leave.feed.away");
      const half = leave.part
        ? ""
        : leave.start_half && leave.end_half
          ? "both"
          : leave.start_half
            ? "first"
            : leave.end_half
              ? "last"
              : "";
      const words = half ? text(`leave.feed.half.${half}`, { what: type }) : type;
      return {
        // Doesn't contain the request's id, which is hidden for other employees' leave.
        uid: `leave-${id}-${leave.start_date}${leave.part ? `-${leave.part.start_time}` : leave.start_half ? "-noon" : ""}`,
        start_date: leave.start_date,
        end_date: leave.end_date,
        summary: own ? words : text("leave.feed.person", { name: fullname, what: words }),
        tentative: leave.state === "waiting",
        busy: id === reader.id,
        written_at: leave.written_at,
        part: leave.part,
        time_zone: leave.time_zone,
      };
    }),
  );
}
