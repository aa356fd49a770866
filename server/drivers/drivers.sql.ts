import { sql } from "../platform/database/unit-of-work";

const columns = `
  d.id, d.user_id, COALESCE(u.fullname, d.fullname) AS fullname, u.image, d.phone_number, d.licence_classes,
  d.licence_expires_on, to_char(d.works_from, 'HH24:MI') AS works_from, to_char(d.works_until, 'HH24:MI') AS works_until,
  d.work_days, d.version, d.deleted_at`;
const tables = "driver d LEFT JOIN app_user u ON u.tenant_id = d.tenant_id AND u.id = d.user_id";

/** $1 text to look for or null, $2 with deleted ones, $3 how many or null, $4 after how many. */
export const listDrivers = (sort: "name" | "-name") =>
  sql(
    `drivers.list.${sort}`,
    `SELECT *, count(*) OVER ()::int AS total FROM (
       SELECT ${columns} FROM ${tables} WHERE d.tenant_id = current_tenant() AND ($2 OR d.deleted_at IS NULL)
         AND ($1::text IS NULL OR lower(COALESCE(u.fullname, d.fullname)) LIKE $1 OR lower(d.phone_number) LIKE $1)
     ) AS found ORDER BY lower(fullname)${sort === "name" ? "" : " DESC"}, id LIMIT $3 OFFSET $4`,
  );
export const driverById = sql(
  "drivers.byId",
  `SELECT ${columns} FROM ${tables} WHERE d.tenant_id = current_tenant() AND d.id = $1`,
);
/** Also against bookings that are given them meanwhile. */
export const lockDriver = sql(
  "drivers.lock",
  "SELECT id FROM driver WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE",
);
export const trashDriver = sql(
  "drivers.trash",
  "UPDATE driver SET deleted_at = now(), version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
);
export const returnDriver = sql(
  "drivers.restore",
  "UPDATE driver SET deleted_at = NULL, version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
);
/** Whoever may drive for the organisation: its own people who are here. */
export const mayDrive = sql(
  "drivers.mayDrive",
  "SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = $1 AND active AND NOT external",
);
