import type { ServerFeature } from "../../platform/features";
import { TenantDomainEntity, TenantEntity } from "./tenant.entity";
import { registerTenantsRoutes } from "./tenants.routes";

export const tenantsFeature = {
  routes: [registerTenantsRoutes],
  entities: [TenantDomainEntity, TenantEntity],
  demo: {
    branding: async () => (await import("./demo/demo.branding")).writeBranding,
  },
} satisfies ServerFeature;
