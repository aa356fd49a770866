import type { ServerFeature } from "../../platform/features";
import { registerVacanciesRoutes } from "./vacancies.routes";

export const vacanciesFeature: ServerFeature = {
  routes: [registerVacanciesRoutes],
};
