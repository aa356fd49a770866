import type { InferType } from "yup";
import { invalid, Problem } from "../../shared/kernel/problems";
import { type Outage, type OutageKind, outageKinds } from "../../shared/places/outages.contract";
import type { Permission } from "../../shared/kernel/permissions";
import type { outageSchema } from "../../shared/places/places.schema";
import { unlessTaken } from "../platform/database/constraints";
import { requireRoomFor } from "../platform/database/room-for";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { type Actor, requirePermission } from "../platform/session";
import { OutageEntity } from "./outage.entity";
import { rehome } from "./rehome.service";

type Input = InferType<typeof outageSchema>;
type Target = { kind: OutageKind; id: number };
type Of = Partial<Record<`${OutageKind}_id`, number | undefined>>;

/** Equipment goes by the permissions of rooms. */
const permissions: Record<OutageKind, Permission> = {
  room: "room-edit",
  car: "car-edit",
  driver: "driver-edit",
  equipment: "room-edit",
};

const columns = `id, room_id, car_id, driver_id, equipment_id, starts_at AS start_date, ends_at AS end_date, reason`;

const ahead = sql(
  "outages.ahead",
  `SELECT ${columns} FROM outage WHERE tenant_id = current_tenant() AND ends_at > now()
     AND ($1::bigint IS NULL OR room_id = $1) AND ($2::bigint IS NULL OR car_id = $2)
     AND ($3::bigint IS NULL OR driver_id = $3) AND ($4::bigint IS NULL OR equipment_id = $4)
     AND ($5 OR driver_id IS NULL) ORDER BY starts_at, id`,
);
const byId = sql("outages.byId", `SELECT ${columns} FROM outage WHERE tenant_id = current_tenant() AND id = $1`);

const rules = {
  outage_time: ["end_date", "field.endBeforeStart"],
  occupied_slot_room: new Problem("outage.booked"),
  occupied_slot_car: new Problem("outage.booked"),
  occupied_slot_driver: new Problem("outage.booked"),
  occupied_slot_equipment: new Problem("outage.booked"),
} as const;

/** Who sees drivers: why one isn't there may be that they are ill, and is nobody else's to read. */
const seeDrivers: readonly Permission[] = ["driver-list", "driver-edit", "reservation-approve"];

export const outages = (tx: Tx, actor: Pick<Actor, "permissions">, of: Of) =>
  tx.rows<Outage>(ahead, [
    ...outageKinds.map((kind) => of[`${kind}_id`] ?? null),
    seeDrivers.some((permission) => actor.permissions.has(permission)),
  ]);

/** @throws Problem 422 unless exactly one of them is named. */
function targetOf(input: Of): Target {
  const named = outageKinds.flatMap((kind) => {
    const id = input[`${kind}_id`];
    return id ? [{ kind, id }] : [];
  });
  const [first] = named;
  if (!first) throw invalid("room_id", "field.required");
  if (named.length > 1) throw invalid(`${named[1]?.kind}_id`, "field.invalid");
  return first;
}

/**
 * Out of order from … to …. Bookings of that time are moved or cancelled as it says; the
 * database refuses it over what is left, and bookings over it.
 * @returns it, and what it is of. @throws Problem 403, 422; 409 while it is booked then, with what is.
 */
export async function takeOut(tx: Tx, actor: Actor, input: Input): Promise<{ outage: Outage; target: Target }> {
  const target = targetOf(input);
  requirePermission(actor, permissions[target.kind]);
  const { room_id: roomId, car_id: carId, driver_id: driverId, equipment_id: equipmentId } = input;
  const keys = { roomId, carId, driverId, equipmentId };
  const unknown = [`${target.kind}_id`, "field.unknown"] as const;
  const known = {
    [`outage_tenant_id_${target.kind}_id_fkey`]: unknown,
    [`occupied_slot_tenant_id_${target.kind}_id_fkey`]: unknown,
  };
  const taken = {
    kind: target.kind,
    ids: [target.id],
    from: input.start_date,
    until: input.end_date,
    // Why a driver isn't there is theirs who see drivers: whoever loses a trip, and everybody who looks at it, is told that it is cancelled.
    reason: target.kind === "driver" ? null : input.reason,
  };
  if (Date.parse(input.end_date) > Date.parse(input.start_date))
    await rehome(tx, actor, taken, input.bookings, "outage.booked");
  await requireRoomFor(tx, "outage", "start_date");
  const { id } = await unlessTaken({ ...rules, ...known }, () =>
    tx.repo(OutageEntity).insert({
      ...keys,
      startsAt: new Date(input.start_date),
      endsAt: new Date(input.end_date),
      reason: input.reason,
      createdBy: actor.id,
    }),
  );
  return { outage: (await tx.one<Outage>(byId, [id])) as Outage, target };
}

/** Back in order. @throws Problem 403, 404. */
export async function putBack(tx: Tx, actor: Actor, id: number): Promise<Target> {
  const outage = await tx.one<Outage>(byId, [id]);
  if (!outage) throw new Problem("notFound");
  const target = targetOf(
    Object.fromEntries(outageKinds.map((kind) => [`${kind}_id`, outage[`${kind}_id`] ?? undefined])),
  );
  requirePermission(actor, permissions[target.kind]);
  await tx.repo(OutageEntity).delete({ id });
  return target;
}
