import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/work/time/week.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { changeTimesheetWeek, listWeeks, readSubmittedWeeks } from "./weeks.service";

export function registerWeeksRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listWeeks, async ({ tx, actor, query }) => ({
    data: await listWeeks(tx, actor, query.user_id ?? actor.id, query.weeks ?? 12),
  }));

  serveEndpoint(app, contract.listWaitingWeeks, ({ tx, actor, query }) => readSubmittedWeeks(tx, actor, query));

  serveEndpoint(app, contract.submitWeek, async ({ tx, actor, params, text }) => ({
    message: text("week.submitted"),
    data: await changeTimesheetWeek(tx, actor, "submit", { userId: actor.id, monday: params.monday }),
  }));

  serveEndpoint(app, contract.approveWeek, async ({ tx, actor, params, body, text }) => ({
    message: text("week.approved"),
    data: await changeTimesheetWeek(tx, actor, "approve", {
      userId: body.user_id,
      monday: params.monday,
      seenSubmission: body.submitted_at,
    }),
  }));

  serveEndpoint(app, contract.undoWeekApproval, async ({ tx, actor, params, body, text }) => ({
    message: text("week.approvalUndone"),
    data: await changeTimesheetWeek(tx, actor, "undo_approval", { userId: body.user_id, monday: params.monday }),
  }));

  serveEndpoint(app, contract.reopenWeek, async ({ tx, actor, params, body, text }) => ({
    message: text("week.reopened"),
    data: await changeTimesheetWeek(tx, actor, "reopen", { userId: body.user_id ?? actor.id, monday: params.monday }),
  }));
}
