import type { ServerFeature } from "../../platform/features";
import { registerDemoTodosRoutes } from "./demo-todos.routes";

export const demoTodosFeature: ServerFeature = {
  routes: [registerDemoTodosRoutes],
};
