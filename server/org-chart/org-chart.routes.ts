import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/org-chart/acting.contract";
import { readChart } from "../../shared/org-chart/org-chart.contract";
import * as vacancies from "../../shared/org-chart/vacancies.contract";
import { serve } from "../platform/http/serve/serve";
import { organisationChart } from "./org-chart.service";
import * as acting from "./acting.service";
import * as service from "./vacancies.service";

export function registerOrgChartRoutes(app: FastifyInstance): void {
  serve(app, readChart, async ({ tx, actor, query }) => ({
    data: await organisationChart(tx, actor, query.as_of),
  }));
  serve(app, contract.createActing, async ({ tx, body, text }) => ({
    message: text("acting.saved"),
    data: await acting.createActing(tx, body),
  }));
  serve(app, contract.updateActing, async ({ tx, params, body, text }) => ({
    message: text("acting.saved"),
    data: await acting.updateActing(tx, params.id, body),
  }));
  serve(app, contract.deleteActing, async ({ tx, params, text }) => {
    await acting.deleteActing(tx, params.id);
    return { message: text("acting.ended"), id: params.id };
  });
  serve(app, vacancies.createVacancy, async ({ tx, body, text }) => ({
    message: text("vacancy.saved"),
    data: await service.createVacancy(tx, body),
  }));
  serve(app, vacancies.updateVacancy, async ({ tx, params, body, text }) => ({
    message: text("vacancy.saved"),
    data: await service.updateVacancy(tx, params.id, body),
  }));
  serve(app, vacancies.deleteVacancy, async ({ tx, params, text }) => {
    await service.deleteVacancy(tx, params.id);
    return { message: text("vacancy.deleted"), id: params.id };
  });
  serve(app, vacancies.fillVacancy, async ({ tx, actor, params, body, text }) => {
    await service.fillVacancy(tx, actor, params.id, body.user_id);
    return { message: text("vacancy.filled"), id: params.id };
  });
}
