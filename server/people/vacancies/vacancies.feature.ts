import type { ServerFeature } from "../../platform/features";
import { registerVacanciesRoutes } from "./vacancies.routes";

export const vacanciesFeature: ServerFeature = {
  routes: [registerVacanciesRoutes],
  personalData: {
    actors: "vacancy.filled_by vacancy.acting_id",
    leaders: "vacancy.manager_id",
  },
};
