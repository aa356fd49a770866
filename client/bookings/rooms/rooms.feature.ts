import { IconDoor } from "@tabler/icons-react";
import { reservationSettingsMenu } from "../resources/bookings.menu";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

export const roomsFeature = defineFeature({
  searches: {
    room: { icon: IconDoor, group: "people", href: ({ title }) => `${paths.rooms}?q=${encodeURIComponent(title)}` },
  },
  pages: [
    ...pagesIn(() => import("./RoomsPage"), {
      RoomsPage: { path: paths.rooms, title: "title.rooms", permission: "room-list" },
    }),
    ...pagesIn(() => import("./BuildingsPage"), {
      BuildingsPage: { path: "/room/building", title: "title.buildings", permission: "building-list" },
    }),
    ...pagesIn(() => import("./FloorsPage"), {
      FloorsPage: { path: "/room/floor", title: "title.floors", permission: "building-view" },
    }),
  ],
  menu: [
    { label: "menu.rooms", to: paths.rooms, in: reservationSettingsMenu, order: 1, permission: "room-list" },
    {
      label: "menu.buildings",
      to: "/room/building",
      in: reservationSettingsMenu,
      order: 4,
      permission: "building-list",
    },
    { label: "menu.floors", to: "/room/floor", in: reservationSettingsMenu, order: 5, permission: "building-view" },
  ],
  live: async () => (await import("./rooms.live")).roomsLive,
});
