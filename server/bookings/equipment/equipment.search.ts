import { findAmong, type SearchSource } from "../../platform/search/search-source";

export const equipmentSearch: SearchSource = {
  matches: [`${findAmong("e.id", "equipment e", "fold(e.name)")} AND e.tenant_id = current_tenant()`],
  from: "equipment e JOIN building b ON b.tenant_id = e.tenant_id AND b.id = e.building_id",
  id: "e.id",
  visible: "e.tenant_id = current_tenant() AND e.deleted_at IS NULL",
  title: "fold(e.name)",
  columns: { title: "e.name", context: "b.name" },
};
