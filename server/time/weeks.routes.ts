import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/time/week.contract";
import { serve } from "../platform/http/serve/serve";
import { changeWeek, listWeeks, waitingWeeks } from "./weeks.service";

export function registerWeeksRoutes(app: FastifyInstance): void {
  serve(app, contract.listWeeks, async ({ tx, actor, query }) => ({
    data: await listWeeks(tx, actor, query.user_id ?? actor.id, query.weeks ?? 12),
  }));

  serve(app, contract.waitingWeeks, async ({ tx, actor }) => ({ data: await waitingWeeks(tx, actor) }));

  serve(app, contract.submitWeek, async ({ tx, actor, params, text }) => ({
    message: text("week.submitted"),
    data: await changeWeek(tx, actor, "submit", { userId: actor.id, monday: params.monday }),
  }));

  serve(app, contract.approveWeek, async ({ tx, actor, params, body, text }) => ({
    message: text("week.approved"),
    data: await changeWeek(tx, actor, "approve", { userId: body.user_id, monday: params.monday }),
  }));

  serve(app, contract.reopenWeek, async ({ tx, actor, params, body, text }) => ({
    message: text("week.reopened"),
    data: await changeWeek(tx, actor, "reopen", { userId: body.user_id ?? actor.id, monday: params.monday }),
  }));
}
