import type { ServerFeature } from "../../platform/features";
import { EquipmentEntity } from "./equipment.entity";
import { registerEquipmentRoutes } from "./equipment.routes";
import { findAmong, type SearchSource } from "../../platform/search/search-source";

const equipmentSearch: SearchSource = {
  matches: [`${findAmong("e.id", "equipment e", "fold(e.name)")} AND e.tenant_id = current_tenant()`],
  from: "equipment e JOIN building b ON b.tenant_id = e.tenant_id AND b.id = e.building_id",
  id: "e.id",
  visible: "e.tenant_id = current_tenant() AND e.deleted_at IS NULL",
  title: "fold(e.name)",
  columns: { title: "e.name", context: "b.name" },
};

export const equipmentFeature = {
  routes: [registerEquipmentRoutes],
  entities: [EquipmentEntity],
  searches: { equipment: equipmentSearch },
} satisfies ServerFeature;
