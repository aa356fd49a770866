import { IconDeviceProjector } from "@tabler/icons-react";
import { reservationSettingsMenu } from "../resources/bookings.menu";
import { defineFeature, pagesIn } from "../../platform/feature/feature";

export const equipmentFeature = defineFeature({
  searches: {
    equipment: {
      icon: IconDeviceProjector,
      group: "people",
      href: ({ title }) => `/room/equipment?q=${encodeURIComponent(title)}`,
    },
  },
  pages: pagesIn(() => import("./EquipmentPage"), {
    EquipmentPage: { path: "/room/equipment", title: "title.equipments", permission: "room-list" },
  }),
  menu: [
    { label: "menu.equipment", to: "/room/equipment", in: reservationSettingsMenu, order: 2, permission: "room-list" },
  ],
  live: async () => (await import("./equipment.live")).equipmentLive,
});
