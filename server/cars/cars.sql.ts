import { sql } from "../platform/database/unit-of-work";

const columns = `
  c.id, c.name, c.type, c.plate_number, c.color, c.seats, c.licence_class, c.insured_until, c.inspected_until, c.mileage,
  trim_scale(c.hourly_rate)::text AS hourly_rate, c.version, c.deleted_at,
  (SELECT '/files/' || i.id || '/photo' FROM file i WHERE i.tenant_id = c.tenant_id AND i.id = c.image_file_id) AS image`;

/** $1 text to look for or null, $2 with deleted ones, $3 how many or null, $4 after how many, $5 of one type or null. */
export const listCars = (sort: "name" | "-name") =>
  sql(
    `cars.list.${sort}`,
    `SELECT *, count(*) OVER ()::int AS total FROM (
       SELECT ${columns} FROM car c WHERE c.tenant_id = current_tenant() AND ($2 OR c.deleted_at IS NULL)
         AND ($5::text IS NULL OR c.type = $5)
         AND ($1::text IS NULL OR lower(c.name) LIKE $1 OR lower(c.plate_number) LIKE $1 OR c.type LIKE $1)
     ) AS found ORDER BY lower(name)${sort === "name" ? "" : " DESC"}, id LIMIT $3 OFFSET $4`,
  );
export const carById = sql(
  "cars.byId",
  `SELECT ${columns} FROM car c WHERE c.tenant_id = current_tenant() AND c.id = $1`,
);
/** Also against bookings that are given it meanwhile. */
export const lockCar = sql("cars.lock", "SELECT id FROM car WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE");
export const trashCar = sql(
  "cars.trash",
  "UPDATE car SET deleted_at = now(), version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
);
export const returnCar = sql(
  "cars.restore",
  "UPDATE car SET deleted_at = NULL, version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
);
