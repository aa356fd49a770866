import type { ServerFeature } from "../../platform/features";
import { registerMyWorkRoutes } from "./my-work.routes";

export const myWorkFeature: ServerFeature = {
  routes: [registerMyWorkRoutes],
};
