import { joinedOnce } from "../platform/database/joined-once";
import { sql } from "../platform/database/unit-of-work";

/** Sorted by `orders`, a page of it: $3 how many or null, $4 after how many. */
export const paged = (name: string, order: string, from: string) =>
  sql(name, `SELECT *, count(*) OVER ()::int AS total FROM (${from}) AS found ORDER BY ${order} LIMIT $3 OFFSET $4`);

type Sort = "name" | "-name";
const direction = (sort: Sort) => (sort === "name" ? "" : " DESC");

const ownOfBuilding = "b.id, b.name, b.address, b.time_zone, b.version, b.deleted_at";
const floorList =
  "json_agg(json_build_object('id', f.id, 'name', f.name, 'level', f.level) ORDER BY f.level, lower(f.name))";
const buildingColumns = `
  ${ownOfBuilding},
  (SELECT count(*)::int FROM floor f WHERE f.tenant_id = b.tenant_id AND f.building_id = b.id AND f.deleted_at IS NULL) AS floor_count,
  (SELECT count(*)::int FROM room r WHERE r.tenant_id = b.tenant_id AND r.building_id = b.id AND r.deleted_at IS NULL) AS room_count,
  COALESCE((SELECT ${floorList} FROM floor f WHERE f.tenant_id = b.tenant_id AND f.building_id = b.id AND f.deleted_at IS NULL), '[]') AS floors`;

/** Counted once for all: counted for each of them, two thousand buildings took a second, and four thousand four. */
const roomsBy = (place: "building_id" | "floor_id") => ({
  rows: `SELECT ${place}, count(*)::int AS room_count FROM room WHERE tenant_id = current_tenant() AND deleted_at IS NULL GROUP BY 1`,
  as: "r",
  of: place,
});
const floorsByBuilding = {
  rows: `SELECT f.building_id, count(*)::int AS floor_count, ${floorList} AS floors FROM floor f
    WHERE f.tenant_id = current_tenant() AND f.deleted_at IS NULL GROUP BY 1`,
  as: "s",
  of: "building_id",
};

const buildingsFound = `(SELECT ${ownOfBuilding} FROM building b WHERE b.tenant_id = current_tenant() AND ($2 OR b.deleted_at IS NULL)
  AND ($1::text IS NULL OR lower(b.name) LIKE $1 OR lower(b.address) LIKE $1)) b`;

export const listBuildings = (sort: Sort) =>
  paged(
    `buildings.list.${sort}`,
    `lower(name)${direction(sort)}, id`,
    `SELECT b.*, COALESCE(floor_count, 0) AS floor_count, COALESCE(room_count, 0) AS room_count, COALESCE(floors, '[]') AS floors
     FROM ${joinedOnce(buildingsFound, floorsByBuilding, roomsBy("building_id"))}`,
  );
export const buildingById = sql(
  "buildings.byId",
  `SELECT ${buildingColumns} FROM building b WHERE b.tenant_id = current_tenant() AND b.id = $1`,
);
/** Also against floors that are put into it meanwhile: their keys point to it. */
export const lockBuilding = sql(
  "buildings.lock",
  "SELECT id FROM building WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE",
);
export const buildingUses = sql(
  "buildings.uses",
  `SELECT 'floors' AS kind, count(*)::int AS count, (array_agg(name ORDER BY level))[1:3] AS names
   FROM floor WHERE tenant_id = current_tenant() AND building_id = $1 AND deleted_at IS NULL
   UNION ALL SELECT 'equipment', count(*)::int, (array_agg(name ORDER BY lower(name)))[1:3]
   FROM equipment WHERE tenant_id = current_tenant() AND building_id = $1 AND deleted_at IS NULL`,
);
export const trashBuilding = sql(
  "buildings.trash",
  "UPDATE building SET deleted_at = now(), version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
);
export const returnBuilding = sql(
  "buildings.restore",
  "UPDATE building SET deleted_at = NULL, version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
);
/** A building that isn't deleted, and won't be while something is put into it. */
export const keepBuilding = sql(
  "buildings.keep",
  "SELECT id FROM building WHERE tenant_id = current_tenant() AND id = $1 AND deleted_at IS NULL FOR KEY SHARE",
);

const ownOfFloor = `f.id, f.name, f.building_id, f.level, f.version, f.deleted_at,
  json_build_object('id', b.id, 'name', b.name) AS building`;
const floorColumns = `${ownOfFloor},
  (SELECT count(*)::int FROM room r WHERE r.tenant_id = f.tenant_id AND r.floor_id = f.id AND r.deleted_at IS NULL) AS room_count`;
const floorTables = "floor f JOIN building b ON b.tenant_id = f.tenant_id AND b.id = f.building_id";

const floorsFound = `(SELECT ${ownOfFloor} FROM ${floorTables} WHERE f.tenant_id = current_tenant() AND ($2 OR f.deleted_at IS NULL)
  AND ($5::bigint IS NULL OR f.building_id = $5)
  AND ($1::text IS NULL OR lower(f.name) LIKE $1 OR lower(b.name) LIKE $1)) f`;

/** $5 of one building, or null. */
export const listFloors = (sort: Sort) =>
  paged(
    `floors.list.${sort}`,
    `lower(building->>'name')${direction(sort)}, level, lower(name), id`,
    `SELECT f.*, COALESCE(room_count, 0) AS room_count FROM ${joinedOnce(floorsFound, roomsBy("floor_id"))}`,
  );
export const floorById = sql(
  "floors.byId",
  `SELECT ${floorColumns} FROM ${floorTables} WHERE f.tenant_id = current_tenant() AND f.id = $1`,
);
/** Also against rooms that are put on it meanwhile. */
export const lockFloor = sql(
  "floors.lock",
  "SELECT id FROM floor WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE",
);
export const floorUses = sql(
  "floors.uses",
  `SELECT 'places' AS kind, count(*)::int AS count, (array_agg(name ORDER BY lower(name)))[1:3] AS names
   FROM room WHERE tenant_id = current_tenant() AND floor_id = $1 AND deleted_at IS NULL`,
);
export const trashFloor = sql(
  "floors.trash",
  "UPDATE floor SET deleted_at = now(), version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
);
export const returnFloor = sql(
  "floors.restore",
  "UPDATE floor SET deleted_at = NULL, version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
);
/** A floor of that building that isn't deleted, and won't be while a room is put on it. */
export const keepFloor = sql(
  "floors.keep",
  `SELECT id FROM floor WHERE tenant_id = current_tenant() AND id = $1 AND building_id = $2 AND deleted_at IS NULL
   FOR KEY SHARE`,
);
