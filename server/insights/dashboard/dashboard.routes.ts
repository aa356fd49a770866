import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/insights/dashboard/dashboard.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { saveLayout, upcomingCelebrations, readStoredDashboard, shareBirthday } from "./dashboard.service";

export function registerDashboardRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.readDashboard, async ({ tx, actor }) => ({ data: await readStoredDashboard(tx, actor) }));
  serveEndpoint(app, contract.arrangeDashboard, async ({ tx, actor, body }) => ({
    data: await saveLayout(tx, actor, body),
  }));
  serveEndpoint(app, contract.resetDashboard, async ({ tx, actor }) => ({ data: await saveLayout(tx, actor, null) }));
  serveEndpoint(app, contract.changeBirthday, async ({ tx, actor, body, text }) => ({
    message: text("profile.saved"),
    data: await shareBirthday(tx, actor, body.birthday),
  }));
  serveEndpoint(app, contract.listCelebrations, async ({ tx }) => ({ data: await upcomingCelebrations(tx) }));
}
