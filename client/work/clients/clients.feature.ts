import { IconBuildingStore } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";

export const clientsFeature = defineFeature({
  searches: {
    client: {
      icon: IconBuildingStore,
      group: "people",
      href: ({ title }) => `/clients?q=${encodeURIComponent(title)}`,
    },
  },
  pages: pagesIn(() => import("./clients.pages"), {
    ClientsPage: { path: "/clients", title: "title.clients", permission: "client-list" },
  }),
  menu: [
    {
      label: "menu.clients",
      icon: IconBuildingStore,
      to: "/clients",
      goKey: "k",
      in: "people",
      order: 2,
      permission: "client-list",
    },
  ],
  live: async () => (await import("./clients.live")).clientsLive,
});
