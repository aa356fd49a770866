import type { ServerFeature } from "../../platform/features";
import { EquipmentEntity } from "./equipment.entity";
import { registerEquipmentRoutes } from "./equipment.routes";
import { equipmentSearch } from "./equipment.search";

export const equipmentFeature = {
  routes: [registerEquipmentRoutes],
  entities: [EquipmentEntity],
  searches: { equipment: equipmentSearch },
} satisfies ServerFeature;
