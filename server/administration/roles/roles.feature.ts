import type { ServerFeature } from "../../platform/features";
import { RoleEntity } from "./role.entity";
import { registerRolesRoutes } from "./roles.routes";

export const rolesFeature: ServerFeature = {
  routes: [registerRolesRoutes],
  entities: [RoleEntity],
};
