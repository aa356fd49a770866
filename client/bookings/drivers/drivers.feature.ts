import { IconSteeringWheel } from "@tabler/icons-react";
import { reservationSettingsMenu } from "../resources/bookings.menu";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

export const driversFeature = defineFeature({
  searches: {
    driver: {
      icon: IconSteeringWheel,
      group: "people",
      href: ({ title }) => `${paths.driver("list")}?q=${encodeURIComponent(title)}`,
    },
  },
  pages: pagesIn(() => import("./DriversPage"), {
    DriversPage: { path: `${paths.driver(":mode")}/:id?`, title: "title.drivers", permission: "driver-list" },
  }),
  menu: [
    {
      label: "menu.drivers",
      to: paths.driver("list"),
      in: reservationSettingsMenu,
      order: 7,
      permission: "driver-list",
    },
  ],
  live: async () => (await import("./drivers.live")).driversLive,
});
