import type { ServerFeature } from "../../platform/features";
import { employmentFileSearch } from "./employment-files.search";
import { registerEmploymentRoutes } from "./employment.routes";
import { canReadEntryFile } from "./entry.service";

export const employmentFeature = {
  routes: [registerEmploymentRoutes],
  fileReaders: [canReadEntryFile],
  searches: { employment_file: employmentFileSearch },
} satisfies ServerFeature;
