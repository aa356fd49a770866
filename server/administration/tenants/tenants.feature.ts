import type { ServerFeature } from "../../platform/features";
import { TenantDomainEntity, TenantEntity } from "./tenant.entity";
import { registerTenantsRoutes } from "./tenants.routes";

export const tenantsFeature: ServerFeature = {
  routes: [registerTenantsRoutes],
  entities: [TenantDomainEntity, TenantEntity],
};
