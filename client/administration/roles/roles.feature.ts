import { IconShieldCheck } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";

export const rolesFeature = defineFeature({
  pages: pagesIn(() => import("./roles.pages"), {
    RolesPage: { path: "/role-permission", title: "title.roles", permission: "role-list" },
  }),
  menu: [
    {
      label: "menu.roles",
      icon: IconShieldCheck,
      to: "/role-permission",
      in: "structure",
      order: 2,
      permission: "role-list",
    },
  ],
  live: async () => (await import("./roles.live")).rolesLive,
});
