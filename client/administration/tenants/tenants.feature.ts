import { organizationMenu } from "../../people/organization/organization.menu";
import { defineFeature, pagesIn } from "../../platform/feature/feature";

export const tenantsFeature = defineFeature({
  pages: pagesIn(() => import("./tenants.pages"), {
    TenantSettingsPage: { path: "/settings/organization", title: "title.tenantSettings", permission: "tenant-edit" },
  }),
  menu: [
    {
      label: "menu.tenantSettings",
      to: "/settings/organization",
      in: organizationMenu,
      order: 1,
      permission: "tenant-edit",
    },
  ],
  live: async () => (await import("./tenants.live")).tenantsLive,
});
