import type { ServerFeature } from "../../platform/features";
import { DriverEntity } from "./driver.entity";
import { registerDriversRoutes } from "./drivers.routes";
import { findAmong, personJson, type SearchSource } from "../../platform/search/search-source";

const tables = "driver d LEFT JOIN app_user u ON u.tenant_id = d.tenant_id AND u.id = d.user_id";
const name = "COALESCE(u.fullname, d.fullname)";

const driverSearch: SearchSource = {
  matches: [`${findAmong("d.id", tables, `fold(${name})`)} AND d.tenant_id = current_tenant()`],
  from: tables,
  id: "d.id",
  visible: "d.tenant_id = current_tenant() AND d.deleted_at IS NULL",
  title: `fold(${name})`,
  ofPerson: "d.user_id = asked.person",
  columns: { title: name, context: "d.phone_number", person: personJson("u") },
};

export const driversFeature = {
  routes: [registerDriversRoutes],
  entities: [DriverEntity],
  searches: { driver: driverSearch },
  personalData: {
    areas: { person: "driver.user_id" },
  },
} satisfies ServerFeature;
