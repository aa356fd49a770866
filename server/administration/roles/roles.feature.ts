import type { ServerFeature } from "../../platform/features";
import { RoleEntity } from "./role.entity";
import { registerRolesRoutes } from "./roles.routes";
import { assignProviderRole } from "./roles.service";

export const rolesFeature = {
  routes: [registerRolesRoutes],
  entities: [RoleEntity],
  fills: { signOnAccounts: { assignRole: assignProviderRole } },
} satisfies ServerFeature;
