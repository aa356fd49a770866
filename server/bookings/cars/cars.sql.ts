import { matchesSearch } from "../../platform/database/search";
import { nameOrder, resourceStatements } from "../resources/resource-statements";

export const carStatements = resourceStatements("cars", {
  table: "car",
  as: "c",
  columns: `
    c.id, c.name, c.type, c.plate_number, c.color, c.seats, c.licence_class, c.insured_until, c.inspected_until, c.mileage,
    trim_scale(c.hourly_rate)::text AS hourly_rate, c.version, c.deleted_at,
    (SELECT '/files/' || i.id || '/photo' FROM file i WHERE i.tenant_id = c.tenant_id AND i.id = c.image_file_id) AS image`,
  where: "($5::text IS NULL OR c.type = $5)",
  matches: matchesSearch("$1", [], ["c.name", "c.plate_number", "c.type"]),
  order: nameOrder,
});
