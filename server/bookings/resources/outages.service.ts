import type { Permission } from "../../../shared/kernel/access";
import type { InferType } from "yup";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import {
  type Outage,
  type OutageKind,
  outageKinds,
  type outageSchema,
} from "../../../shared/bookings/resources/outages.contract";
import { mapConstraintErrors } from "../../platform/database/constraints";
import { enforceRowLimit, rowLimit } from "../../platform/database/row-limits";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { type Actor, requirePermission } from "../../platform/session";
import { OutageEntity } from "./outage.entity";
import { bookingReassignment } from "./resources.slots";
import { emitResourceChanged } from "./resources.service";

export const outageLimit = rowLimit("outage", 20_000);

type Input = InferType<typeof outageSchema>;
type Target = { kind: OutageKind; id: number };
type OutageFilter = Partial<Record<`${OutageKind}_id`, number | undefined>>;

/** Equipment uses the permissions of rooms. */
const permissions: Record<OutageKind, Permission> = {
  room: "room-edit",
  car: "car-edit",
  driver: "driver-edit",
  equipment: "room-edit",
};

interface OutageRow extends Omit<Outage, "start_date" | "end_date"> {
  start_date: Date;
  end_date: Date;
}

const present = ({ start_date, end_date, ...row }: OutageRow): Outage => ({
  ...row,
  start_date: start_date.toISOString(),
  end_date: end_date.toISOString(),
});

const columns = `id, room_id, car_id, driver_id, equipment_id, starts_at AS start_date, ends_at AS end_date, reason`;

const selectUpcomingOutages = sql(
  "outages.ahead",
  `SELECT ${columns} FROM outage WHERE tenant_id = current_tenant() AND ends_at > now()
     AND ($1::bigint IS NULL OR room_id = $1) AND ($2::bigint IS NULL OR car_id = $2)
     AND ($3::bigint IS NULL OR driver_id = $3) AND ($4::bigint IS NULL OR equipment_id = $4)
     AND ($5 OR driver_id IS NULL) ORDER BY starts_at, id`,
);
const selectOutage = sql(
  "outages.byId",
  `SELECT ${columns} FROM outage WHERE tenant_id = current_tenant() AND id = $1`,
);

const rules = {
  outage_time: ["end_date", "field.endBeforeStart"],
  occupied_slot_room: new Problem("outage.booked"),
  occupied_slot_car: new Problem("outage.booked"),
  occupied_slot_driver: new Problem("outage.booked"),
  occupied_slot_equipment: new Problem("outage.booked"),
} as const;

/** Permissions to see driver outages: the reason may be an illness, so users without them must not read it. */
const driverViewPermissions: readonly Permission[] = ["driver-list", "driver-edit", "reservation-approve"];

export async function readOutages(tx: Tx, actor: Pick<Actor, "permissions">, of: OutageFilter): Promise<Outage[]> {
  const rows = await tx.rows<OutageRow>(selectUpcomingOutages, [
    ...outageKinds.map((kind) => of[`${kind}_id`] ?? null),
    driverViewPermissions.some((permission) => actor.permissions.has(permission)),
  ]);
  return rows.map(present);
}

/** @throws Problem 422 unless exactly one resource is set. */
function targetOf(input: OutageFilter): Target {
  const targets = outageKinds.flatMap((kind) => {
    const id = input[`${kind}_id`];
    return id ? [{ kind, id }] : [];
  });
  const [first] = targets;
  if (!first) throw invalidFieldProblem("room_id", "field.required");
  if (targets.length > 1) throw invalidFieldProblem(`${targets[1]?.kind}_id`, "field.invalid");
  return first;
}

/**
 * Creates an outage. Bookings in that period are moved or cancelled according to the input. The database rejects an outage that overlaps
 * remaining bookings, and bookings that overlap an outage.
 * @throws Problem 403 without permission for the kind of resource; 409 with the bookings of that period; 422 for invalid input.
 */
export async function createOutage(tx: Tx, actor: Actor, input: Input): Promise<Outage> {
  const target = targetOf(input);
  requirePermission(actor, permissions[target.kind]);
  const { room_id: roomId, car_id: carId, driver_id: driverId, equipment_id: equipmentId } = input;
  const keys = { roomId, carId, driverId, equipmentId };
  const unknown = [`${target.kind}_id`, "field.unknown"] as const;
  const unknownResourceRules = {
    [`outage_tenant_id_${target.kind}_id_fkey`]: unknown,
    [`occupied_slot_tenant_id_${target.kind}_id_fkey`]: unknown,
  };
  const unavailable = {
    kind: target.kind,
    ids: [target.id],
    from: input.start_date,
    until: input.end_date,
    // A driver's reason is visible only to users who see drivers; notifications to the owners of bookings don't contain it.
    reason: target.kind === "driver" ? null : input.reason,
  };
  if (Date.parse(input.end_date) > Date.parse(input.start_date))
    await bookingReassignment.filling.reassignBookings(tx, actor, unavailable, input.bookings, "outage.booked");
  await enforceRowLimit(tx, outageLimit, "start_date");
  const { id } = await mapConstraintErrors({ ...rules, ...unknownResourceRules }, () =>
    tx.repo(OutageEntity).insert({
      ...keys,
      startsAt: new Date(input.start_date),
      endsAt: new Date(input.end_date),
      reason: input.reason,
      createdBy: actor.id,
    }),
  );
  await emitResourceChanged(tx, target.kind, target.id);
  return present((await tx.one<OutageRow>(selectOutage, [id])) as OutageRow);
}

export async function endOutage(tx: Tx, actor: Actor, id: number): Promise<void> {
  const outage = await tx.one<OutageRow>(selectOutage, [id]);
  if (!outage) throw new Problem("notFound");
  const target = targetOf(
    Object.fromEntries(outageKinds.map((kind) => [`${kind}_id`, outage[`${kind}_id`] ?? undefined])),
  );
  requirePermission(actor, permissions[target.kind]);
  await tx.repo(OutageEntity).delete({ id });
  await emitResourceChanged(tx, target.kind, target.id);
}
