import type { ServerFeature } from "../../platform/features";
import { registerProjectExportRoutes } from "./project-export.routes";

export const projectExportFeature: ServerFeature = { routes: [registerProjectExportRoutes] };
