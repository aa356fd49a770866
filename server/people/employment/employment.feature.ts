import type { ServerFeature } from "../../platform/features";
import { employmentFileSearch } from "./employment-files.search";
import { registerEmploymentRoutes } from "./employment.routes";
import { canReadEntryFile } from "./entry.service";

export const employmentFeature = {
  routes: [registerEmploymentRoutes],
  fileReaders: [canReadEntryFile],
  searches: { employment_file: employmentFileSearch },
  personalData: {
    areas: {
      employment: `user_history.user_id employment.user_id employment_salary.user_id employment_change.user_id
      employment_change_field.user_id`,
    },
    actors: `user_history.actor_id employment_change.requested_by employment_change.withdrawn_by employment_change.successor_id
      employment_handover.successor_id employment_file.created_by`,
    leaders: "employment.parent_id employment_change_field.parent_id",
  },
  demo: {
    employment: async () => (await import("./demo/demo.employment")).writeEmployment,
  },
} satisfies ServerFeature;
