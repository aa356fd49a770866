import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import type { MenuGroup } from "../../platform/feature/menu";

export const organizationMenu: MenuGroup = {
  label: "menu.organization",
  icon: IconAdjustmentsHorizontal,
  in: "settings",
  order: 1,
};
