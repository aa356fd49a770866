import { matchesSearch } from "../../platform/database/search";
import { sql } from "../../platform/database/unit-of-work";
import { resourceStatements } from "../resources/resource-statements";

export const driverStatements = resourceStatements("drivers", {
  table: "driver",
  as: "d",
  columns: `
    d.id, d.user_id, COALESCE(u.fullname, d.fullname) AS fullname, u.image, d.phone_number, d.licence_classes,
    d.licence_expires_on, to_char(d.works_from, 'HH24:MI') AS works_from, to_char(d.works_until, 'HH24:MI') AS works_until,
    d.work_days, d.version, d.deleted_at`,
  joins: "LEFT JOIN app_user u ON u.tenant_id = d.tenant_id AND u.id = d.user_id",
  matches: matchesSearch("$1", [], ["COALESCE(u.fullname, d.fullname)", "d.phone_number"]),
  order: { name: "fullname COLLATE reader", "-name": "fullname COLLATE reader DESC" },
});

export const selectPossibleDriver = sql(
  "drivers.mayDrive",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = $1 AND active AND NOT external",
);
