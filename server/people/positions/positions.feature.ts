import type { ServerFeature } from "../../platform/features";
import { PositionEntity } from "./position.entity";
import { registerPositionsRoutes } from "./positions.routes";

export const positionsFeature: ServerFeature = {
  routes: [registerPositionsRoutes],
  entities: [PositionEntity],
};
