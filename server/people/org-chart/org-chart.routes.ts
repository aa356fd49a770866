import type { FastifyInstance } from "fastify";
import { readChart } from "../../../shared/people/org-chart/org-chart.contract";
import * as vacancies from "../../../shared/people/vacancies/vacancies.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { fillVacancy, readOrganizationChart } from "./org-chart.service";

export function registerOrgChartRoutes(app: FastifyInstance): void {
  serveEndpoint(app, readChart, async ({ tx, actor, query }) => ({
    data: await readOrganizationChart(tx, actor, query.as_of),
  }));
  serveEndpoint(app, vacancies.fillVacancy, async ({ tx, actor, params, body, text }) => {
    await fillVacancy(tx, actor, params.id, body.user_id);
    return { message: text("vacancy.filled"), id: params.id };
  });
}
