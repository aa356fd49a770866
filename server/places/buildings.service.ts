import type { InferType } from "yup";
import type { Building, Floor } from "../../shared/places/buildings.contract";
import { isSet } from "../../shared/places/named.schema";
import type { buildingSchema, floorSchema } from "../../shared/places/places.schema";
import { invalid } from "../../shared/kernel/problems";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { BuildingEntity, FloorEntity } from "./building.entity";
import * as statements from "./places.sql";
import { type ListQuery, recordsOf } from "./record.service";

const permissions = { edit: "building-edit", delete: "building-delete" } as const;

export const buildings = recordsOf<Omit<Building, "can">, InferType<typeof buildingSchema>>({
  kind: "building",
  permissions,
  rules: { building_name_once: "name" },
  list: statements.listBuildings,
  byId: statements.buildingById,
  lock: statements.lockBuilding,
  uses: statements.buildingUses,
  trash: statements.trashBuilding,
  restore: statements.returnBuilding,
  nameOf: ({ name }) => name,
  async write(tx, id, { name, address, time_zone }) {
    const row = { name, address, timeZone: time_zone };
    if (id === null) return (await tx.repo(BuildingEntity).insert(row)).id;
    await tx.repo(BuildingEntity).update({ id }, { ...row, version: () => "version + 1" });
    return id;
  },
});

/** Buildings, with their floors where they are asked for. */
export async function buildingList(tx: Tx, actor: Actor, query: ListQuery & { with_floors?: string }) {
  const found = await buildings.list(tx, actor, query);
  if (isSet(query.with_floors)) return found;
  return { ...found, data: found.data.map(({ floors: _, ...building }) => building) };
}

export const floors = recordsOf<Omit<Floor, "can">, InferType<typeof floorSchema>>({
  kind: "floor",
  permissions,
  rules: { floor_name_once: "name", room_name_once: ["building_id", "floor.roomsTaken"] },
  list: statements.listFloors,
  byId: statements.floorById,
  lock: statements.lockFloor,
  uses: statements.floorUses,
  trash: statements.trashFloor,
  restore: statements.returnFloor,
  nameOf: ({ name }) => name,
  async write(tx, id, { name, building_id, level }) {
    await requireBuilding(tx, building_id);
    const row = { name, buildingId: building_id, level };
    if (id === null) return (await tx.repo(FloorEntity).insert(row)).id;
    await tx.repo(FloorEntity).update({ id }, { ...row, version: () => "version + 1" });
    return id;
  },
  mayReturn: (tx, { building_id }) => requireBuilding(tx, building_id),
});

/** @throws Problem 422 unless it is there. It stays while this transaction lasts. */
export async function requireBuilding(tx: Tx, id: number): Promise<void> {
  if (!(await tx.one(statements.keepBuilding, [id]))) throw invalid("building_id", "field.unknown");
}
