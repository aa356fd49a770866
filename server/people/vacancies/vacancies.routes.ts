import type { FastifyInstance } from "fastify";
import * as vacancies from "../../../shared/people/vacancies/vacancies.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import * as service from "./vacancies.service";

export function registerVacanciesRoutes(app: FastifyInstance): void {
  serveEndpoint(app, vacancies.createVacancy, async ({ tx, body, text }) => ({
    message: text("vacancy.saved"),
    data: await service.createVacancy(tx, body),
  }));
  serveEndpoint(app, vacancies.updateVacancy, async ({ tx, params, body, text }) => ({
    message: text("vacancy.saved"),
    data: await service.updateVacancy(tx, params.id, body),
  }));
  serveEndpoint(app, vacancies.deleteVacancy, async ({ tx, params, text }) => {
    await service.deleteVacancy(tx, params.id);
    return { message: text("vacancy.deleted"), id: params.id };
  });
}
