import type { ServerFeature } from "../../platform/features";
import { CarEntity } from "./car.entity";
import { registerCarsRoutes } from "./cars.routes";
import { findAmong, type SearchSource } from "../../platform/search/search-source";

const carSearch: SearchSource = {
  matches: [
    `${findAmong("c.id", "car c", "fold(concat_ws(' ', c.name, c.plate_number))")} AND c.tenant_id = current_tenant()`,
  ],
  from: "car c",
  id: "c.id",
  visible: "c.tenant_id = current_tenant() AND c.deleted_at IS NULL",
  title: "fold(c.name)",
  isKey: "replace(replace(fold(c.plate_number), ' ', ''), '-', '') = replace(replace(asked.text, ' ', ''), '-', '')",
  columns: { key: "c.plate_number", title: "c.name" },
};

export const carsFeature = {
  routes: [registerCarsRoutes],
  entities: [CarEntity],
  searches: { car: carSearch },
} satisfies ServerFeature;
