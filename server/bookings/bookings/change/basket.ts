import type { InferType } from "yup";
import type { BasketBooking } from "../../../../shared/bookings/bookings/bookings.contract";
import type { bookingSchema } from "../../../../shared/bookings/bookings/bookings.schema";
import { invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { concernsReader } from "../../../platform/viewing";
import type { BookingRow } from "../bookings.present";
import { joinEquipmentPiece } from "../bookable.sql";
import { equipmentHoursRefusal, type BookableEquipment } from "../availability/equipment.checks";
import { type BookableRoom, roomRefusalOf } from "../availability/room.checks";
import { equipmentIdsOf, type RequestedResource, resourceKinds, roomIdsOf } from "../resource-kinds";
import type { SeriesDate } from "../series.dates";

type Input = InferType<typeof bookingSchema>;
type BasketItem = NonNullable<Input["basket"]>[number];

const requireResource = (resource: RequestedResource, fieldPrefix = ""): void =>
  resourceKinds[resource.bookable_type].requireResource(resource, fieldPrefix);

/** @throws Problem 422 when the booking or an item of its basket lacks a resource, or two of them have the same one. */
export function requireResources({ basket = [], repeat, ...first }: Input): void {
  requireResource(first);
  if (basket.length === 0) return;
  if (repeat && repeat !== "doesNotRepeat") throw invalidFieldProblem("basket", "field.basketOnce");
  const [rooms, pieces] = [new Set(roomIdsOf(first)), new Set(equipmentIdsOf(first))];
  for (const [n, item] of basket.entries()) {
    requireResource(item, `basket.${n}.`);
    if (roomIdsOf(item).some((id) => rooms.has(id)))
      throw invalidFieldProblem(`basket.${n}.bookable_id`, "field.invalid");
    if (equipmentIdsOf(item).some((id) => pieces.has(id)))
      throw invalidFieldProblem(`basket.${n}.${resourceKinds[item.bookable_type].equipmentField}`, "field.invalid");
    for (const id of roomIdsOf(item)) rooms.add(id);
    for (const id of equipmentIdsOf(item)) pieces.add(id);
  }
}

/**
 * Dates for the other items of a basket, at the time of the first item.
 * @throws Problem 422 at the field of a room whose rules exclude the time.
 */
export function datesOfBasketItems<Date extends SeriesDate>(
  basket: readonly BasketItem[],
  date: Date,
  rooms: ReadonlyMap<number, BookableRoom>,
  pieceById: ReadonlyMap<number, BookableEquipment>,
  { actor, now }: { actor: Actor; now: number },
) {
  return basket.map((resource, n) => {
    const room = roomIdsOf(resource).map((id) => rooms.get(id) as BookableRoom)[0] ?? null;
    const refusal = room && roomRefusalOf(room, date, actor, now);
    // Items have no separate time, so an excluded time is reported at the room's field.
    if (refusal) throw invalidFieldProblem(`basket.${n}.bookable_id`, refusal[1]);
    const pieces = equipmentIdsOf(resource).map((id) => pieceById.get(id) as BookableEquipment);
    const closed = equipmentHoursRefusal(pieces, false, date);
    if (closed)
      throw invalidFieldProblem(`basket.${n}.${resourceKinds[resource.bookable_type].equipmentField}`, closed[1]);
    return { ...date, room, pieces, isEdited: false, resource };
  });
}

const selectNextBasketId = sql("bookings.nextBasket", "SELECT nextval('booking_basket') AS id");

export async function createBasket(tx: Tx, basket: readonly BasketItem[]): Promise<number | null> {
  if (basket.length === 0) return null;
  const row = await tx.one<{ id: number }>(selectNextBasketId);
  if (!row) throw new Problem("internal");
  return row.id;
}

const selectBasketBookings = sql(
  "bookings.inBasket",
  `SELECT b.id, b.bookable_type, b.car_type, b.status, b.private, b.requester_id, COALESCE(r.name, c.name, piece.name) AS place
   FROM booking b LEFT JOIN room r ON r.tenant_id = b.tenant_id AND r.id = b.room_id
     LEFT JOIN car c ON c.tenant_id = b.tenant_id AND c.id = b.car_id
     ${joinEquipmentPiece}
   WHERE b.tenant_id = current_tenant() AND b.basket_id = (SELECT o.basket_id FROM booking o
     WHERE o.tenant_id = current_tenant() AND o.id = $1) AND b.id <> $1 ORDER BY b.id`,
);

/** Other bookings of the same basket. Private bookings are visible only to their requester. */
export async function readBasketBookings(tx: Tx, actor: Actor, row: BookingRow): Promise<BasketBooking[]> {
  const rows = await tx.rows<BasketBooking & { private: boolean; requester_id: number | null }>(selectBasketBookings, [
    row.id,
  ]);
  return rows
    .filter((each) => !each.private || concernsReader(actor, (id) => id === each.requester_id))
    .map(({ id, bookable_type, car_type, status, place }) => ({ id, bookable_type, car_type, status, place }));
}
