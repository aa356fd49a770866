import type { ServerFeature } from "../../platform/features";
import { OutageEntity } from "./outage.entity";
import { registerOutagesRoutes } from "./outages.routes";
import { canReadResourcePhoto } from "./resource-photos.service";
import { doorScreenPhoto } from "./resource-photos.service";

export const resourcesFeature = {
  routes: [registerOutagesRoutes],
  entities: [OutageEntity],
  fileReaders: [canReadResourcePhoto],
  fills: { doorScreenFile: doorScreenPhoto },
  personalData: {
    actors: "outage.created_by",
  },
} satisfies ServerFeature;
