import type { ServerFeature } from "../../platform/features";
import { OutageEntity } from "./outage.entity";
import { registerOutagesRoutes } from "./outages.routes";
import { canReadResourcePhoto } from "./resource-photos.service";

export const resourcesFeature: ServerFeature = {
  routes: [registerOutagesRoutes],
  entities: [OutageEntity],
  fileReaders: [canReadResourcePhoto],
};
