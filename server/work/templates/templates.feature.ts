import type { ServerFeature } from "../../platform/features";
import { registerTemplatesRoutes } from "./templates.routes";

export const templatesFeature: ServerFeature = { routes: [registerTemplatesRoutes] };
