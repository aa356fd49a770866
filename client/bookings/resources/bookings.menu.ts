import { IconBuilding, IconCalendarEvent } from "@tabler/icons-react";
import type { MenuGroup } from "../../platform/feature/menu";

export const bookingMenu: MenuGroup = { label: "menu.booking", icon: IconCalendarEvent, in: "requests", order: 4 };

/** Menu group of the bookable resources. */
export const reservationSettingsMenu: MenuGroup = {
  label: "menu.reservationSettings",
  icon: IconBuilding,
  in: "settings",
  order: 3,
};
