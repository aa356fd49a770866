import type { InferType } from "yup";
import { type Building, type Floor, maxBuildings, maxFloors } from "../../../shared/bookings/rooms/buildings.contract";
import { isFlagSet } from "../../../shared/bookings/resources/resource-fields.schema";
import type { buildingSchema, floorSchema } from "../../../shared/bookings/rooms/rooms.schema";
import type { Reassignment } from "../../../shared/bookings/resources/affected-bookings";
import { roomsStream } from "../../../shared/bookings/resources/resources.events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { Tx } from "../../platform/database/unit-of-work";
import { entityWriter, type UseRow } from "../../platform/records/record.service";
import type { Actor } from "../../platform/session";
import { BuildingEntity, FloorEntity } from "./building.entity";
import { bookingReassignment } from "../resources/resources.slots";
import * as statements from "./buildings.sql";
import { createResources, type ListQuery } from "../resources/resources.service";

type BuildingInput = InferType<typeof buildingSchema>;
type FloorInput = InferType<typeof floorSchema>;

export const buildingService = createResources<Omit<Building, "can">, BuildingInput>({
  kind: "building",
  most: maxBuildings,
  permissions: "building",
  rules: { building_name_once: "name" },
  statements: statements.buildingStatements,
  uses: statements.countBuildingUses,
  nameOf: ({ name }) => name,
  releaseBookings: releaseRooms("building"),
  write: entityWriter(BuildingEntity, ({ name, address, time_zone }: BuildingInput) => ({
    name,
    address,
    timeZone: time_zone,
  })),
});

export async function readBuildingList(tx: Tx, actor: Actor, query: ListQuery & { with_floors?: string }) {
  const found = await buildingService.list(tx, actor, query);
  if (isFlagSet(query.with_floors)) return found;
  return { ...found, data: found.data.map(({ floors: _, ...building }) => building) };
}

export const floorService = createResources<Omit<Floor, "can">, FloorInput>({
  kind: "floor",
  most: maxFloors,
  permissions: "building",
  rules: { floor_name_once: "name", room_name_once: ["building_id", "floor.roomsTaken"] },
  statements: statements.floorStatements,
  uses: statements.countFloorUses,
  nameOf: ({ name }) => name,
  releaseBookings: releaseRooms("floor"),
  check: requireBuilding,
  checkParent: requireBuilding,
  write: entityWriter(FloorEntity, ({ name, building_id, level }: FloorInput) => ({
    name,
    buildingId: building_id,
    level,
  })),
});

/**
 * Locks the building for the transaction.
 * @throws Problem 422 if it doesn't exist.
 */
export async function requireBuilding(tx: Tx, { building_id }: { building_id: number }): Promise<void> {
  if (!(await tx.one(statements.lockExistingBuilding, [building_id])))
    throw invalidFieldProblem("building_id", "field.unknown");
}

/**
 * Before a building or floor is deleted, moves or cancels the bookings of its rooms according to `answers`, and deletes the rooms. Without
 * `answers` (an empty list counts as present) nothing is deleted.
 * @throws Problem 409 with the remaining uses and bookings.
 */
function releaseRooms(parent: "building" | "floor") {
  return async (tx: Tx, actor: Actor, id: number, answers: readonly Reassignment[] | undefined): Promise<void> => {
    const { affectedBookings, reassignBookings } = bookingReassignment.filling;
    const ids = (await tx.rows<{ id: number }>(statements.roomsOfParent[parent], [id])).map((room) => room.id);
    const rooms = { kind: "room", ids } as const;
    const uses = parent === "building" ? statements.countBuildingUses : statements.countFloorUses;
    const [use] = await tx.rows<UseRow>(uses, [id]);
    if (!use || use.count === 0) return;
    if (!answers) {
      const affected = await affectedBookings(tx, actor, rooms);
      throw new Problem("organization.inUse", {
        record: { uses: [{ ...use, names: use.names ?? [] }, ...affected.uses], bookings: affected.bookings },
      });
    }
    await reassignBookings(tx, actor, rooms, answers, "organization.inUse");
    for (const room of await tx.rows<{ id: number; name: string }>(statements.markRoomsDeleted, [ids]))
      tx.emit("room.deleted", roomsStream(tx.tenantId), room);
    if (parent === "building")
      for (const floor of await tx.rows<{ id: number; name: string }>(statements.markFloorsDeleted, [id]))
        tx.emit("floor.deleted", roomsStream(tx.tenantId), floor);
    // Rolls back if a room was booked after the list was read and before the lock.
    await reassignBookings(tx, actor, rooms, undefined, "organization.inUse");
  };
}
