import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/dashboard/dashboard.contract";
import { serve } from "../platform/http/serve/serve";
import { arrangePanels, celebrationsAhead, dashboardOf, sayBirthday } from "./dashboard.service";

export function registerDashboardRoutes(app: FastifyInstance): void {
  serve(app, contract.readDashboard, async ({ tx, actor }) => ({ data: await dashboardOf(tx, actor) }));
  serve(app, contract.arrangeDashboard, async ({ tx, actor, body }) => ({
    data: await arrangePanels(tx, actor, body),
  }));
  serve(app, contract.resetDashboard, async ({ tx, actor }) => ({ data: await arrangePanels(tx, actor, null) }));
  serve(app, contract.changeBirthday, async ({ tx, actor, body, text }) => ({
    message: text("profile.saved"),
    data: await sayBirthday(tx, actor, body.birthday),
  }));
  serve(app, contract.listCelebrations, async ({ tx }) => ({ data: await celebrationsAhead(tx) }));
}
