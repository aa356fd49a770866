import { reservationSettingsMenu } from "../resources/bookings.menu";
import { defineFeature, pagesIn } from "../../platform/feature/feature";

export const tripsFeature = defineFeature({
  pages: pagesIn(() => import("./trips.pages"), {
    TripsPage: { path: "/driver-reservation", title: "title.trips", permission: "reservation-list" },
  }),
  menu: [
    {
      label: "menu.trips",
      to: "/driver-reservation",
      in: reservationSettingsMenu,
      order: 6,
      permission: "reservation-list",
    },
  ],
  live: async () => (await import("./trips.live")).tripsLive,
});
