import { roomsStream } from "../../shared/kernel/events";
import { Problem } from "../../shared/kernel/problems";
import type { Use } from "../../shared/kernel/uses";
import type { Rehomed } from "../../shared/places/affected";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { roomsWithin, trashFloors, trashRooms } from "./affected.sql";
import { buildingUses, floorUses } from "./places.sql";
import { affectedBookings, rehome } from "./rehome.service";

type Kind = "building" | "floor" | "room" | "car" | "driver" | "equipment";
type Answers = readonly Rehomed[] | undefined;

/**
 * Before something is deleted: what is booked of it is moved or cancelled as it was answered. With a building or floor, what
 * stands in it goes along, once that was answered; an empty answer is one.
 * @throws Problem 409 with what still needs it and the bookings; as `rehome`.
 */
export async function takeAway(tx: Tx, actor: Actor, kind: Kind, id: number, answers: Answers): Promise<void> {
  if (kind !== "building" && kind !== "floor")
    return rehome(tx, actor, { kind, ids: [id] }, answers, "organisation.inUse");
  const ids = (await tx.rows<{ id: number }>(roomsWithin[kind], [id])).map((room) => room.id);
  const taken = { kind: "room" as const, ids };
  const [use] = await tx.rows<Omit<Use, "names"> & { names: string[] | null }>(
    kind === "building" ? buildingUses : floorUses,
    [id],
  );
  if (!use || use.count === 0) return;
  if (!answers) {
    const { uses, bookings } = await affectedBookings(tx, actor, taken);
    throw new Problem("organisation.inUse", {
      record: { uses: [{ ...use, names: use.names ?? [] }, ...uses], bookings },
    });
  }
  await rehome(tx, actor, taken, answers, "organisation.inUse");
  for (const room of await tx.rows<{ id: number; name: string }>(trashRooms, [ids]))
    tx.emit("room.deleted", roomsStream(tx.tenantId), room);
  if (kind === "building")
    for (const floor of await tx.rows<{ id: number; name: string }>(trashFloors, [id]))
      tx.emit("floor.deleted", roomsStream(tx.tenantId), floor);
  // Whoever booked one of them between the list and the lock: everything is as it was.
  await rehome(tx, actor, taken, undefined, "organisation.inUse");
}
