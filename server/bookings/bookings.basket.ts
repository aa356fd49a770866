import type { InferType } from "yup";
import type { BasketBooking } from "../../shared/bookings/bookings.contract";
import type { bookingSchema } from "../../shared/bookings/bookings.schema";
import { carTypes } from "../../shared/cars/cars.schema";
import { invalid, Problem } from "../../shared/kernel/problems";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { concernsReader } from "../platform/viewing";
import type { BookingRow } from "./bookings.present";
import { joinPiece } from "./bookable.service";
import { closedPiece, type PieceToBook } from "./equipment.checks";
import { type RoomToBook, refusalOf } from "./room.checks";
import type { SeriesDate } from "./series/series.dates";

type Input = InferType<typeof bookingSchema>;
type InBasket = NonNullable<Input["basket"]>[number];
/** What one row of a booking says of its room or car. */
export type What = Pick<
  Input,
  | "bookable_type"
  | "bookable_id"
  | "car_type"
  | "seats"
  | "from_place"
  | "to_place"
  | "purpose"
  | "driver_needed"
  | "equipment"
>;

/** @throws Problem 422 for a type that no car has: nobody could ever give one. */
export function requireCarType(type: string | undefined, at = ""): void {
  if (!type) throw invalid(`${at}car_type`, "field.required");
  if (!carTypes.some((one) => one === type)) throw invalid(`${at}car_type`, "field.oneOf");
}

/** @throws Problem 422 at the field of what isn't said, or can't go with it. */
export function requireWhat(what: What, at = ""): void {
  const { bookable_type: type } = what;
  if (type !== "car" && what.bookable_id === undefined) throw invalid(`${at}bookable_id`, "field.required");
  if (type === "car") requireCarType(what.car_type, at);
  if (type === "car" && what.equipment?.length) throw invalid(`${at}equipment`, "field.invalid");
}

/** @throws Problem 422 for a basket that repeats, or has something twice. */
export function requireBasket({ basket = [], repeat, ...first }: Input): void {
  if (basket.length === 0) return;
  if (repeat && repeat !== "doesNotRepeat") throw invalid("basket", "field.basketOnce");
  const [rooms, pieces] = [new Set(roomIn(first)), new Set(piecesIn(first))];
  for (const [n, item] of basket.entries()) {
    requireWhat(item, `basket.${n}.`);
    if (roomIn(item).some((id) => rooms.has(id))) throw invalid(`basket.${n}.bookable_id`, "field.invalid");
    const field = item.bookable_type === "equipment" ? "bookable_id" : "equipment";
    if (piecesIn(item).some((id) => pieces.has(id))) throw invalid(`basket.${n}.${field}`, "field.invalid");
    for (const id of roomIn(item)) rooms.add(id);
    for (const id of piecesIn(item)) pieces.add(id);
  }
}

export const roomIn = ({ bookable_type, bookable_id }: What): number[] =>
  bookable_type === "room" && bookable_id !== undefined ? [bookable_id] : [];

/** Its pieces, each once: first the one that is booked by itself. */
export const piecesIn = ({ bookable_type, bookable_id, equipment = [] }: What): number[] => [
  ...new Set([...(bookable_type === "equipment" && bookable_id !== undefined ? [bookable_id] : []), ...equipment]),
];

/** The rest of a basket, at the time of what it goes with. @throws Problem 422 against a room's rules, at its field. */
export function datesInBasket<Date extends SeriesDate>(
  basket: readonly InBasket[],
  date: Date,
  rooms: ReadonlyMap<number, RoomToBook>,
  known: ReadonlyMap<number, PieceToBook>,
  { actor, now }: { actor: Actor; now: number },
) {
  return basket.map((what, n) => {
    const room = roomIn(what).map((id) => rooms.get(id) as RoomToBook)[0] ?? null;
    const refusal = room && refusalOf(room, date, actor, now);
    // It has no time of its own: which room refuses is said at the room.
    if (refusal) throw invalid(`basket.${n}.bookable_id`, refusal[1]);
    const pieces = piecesIn(what).map((id) => known.get(id) as PieceToBook);
    const closed = closedPiece(pieces, false, date);
    if (closed)
      throw invalid(`basket.${n}.${what.bookable_type === "equipment" ? "bookable_id" : "equipment"}`, closed[1]);
    return { ...date, room, pieces, changed: false, what };
  });
}

const nextBasket = sql("bookings.nextBasket", "SELECT nextval('booking_basket') AS id");

/** Null for a booking by itself. */
export async function basketFor(tx: Tx, basket: readonly InBasket[]): Promise<number | null> {
  if (basket.length === 0) return null;
  const row = await tx.one<{ id: number }>(nextBasket);
  if (!row) throw new Problem("internal");
  return row.id;
}

const inBasket = sql(
  "bookings.inBasket",
  `SELECT b.id, b.bookable_type, b.car_type, b.status, b.private, b.requester_id, COALESCE(r.name, c.name, piece.name) AS place
   FROM booking b LEFT JOIN room r ON r.tenant_id = b.tenant_id AND r.id = b.room_id
     LEFT JOIN car c ON c.tenant_id = b.tenant_id AND c.id = b.car_id
     ${joinPiece}
   WHERE b.tenant_id = current_tenant() AND b.basket_id = (SELECT o.basket_id FROM booking o
     WHERE o.tenant_id = current_tenant() AND o.id = $1) AND b.id <> $1 ORDER BY b.id`,
);

/** What was booked together with it. What is private is told to whom it belongs alone. */
export async function bookedTogether(tx: Tx, actor: Actor, row: BookingRow): Promise<BasketBooking[]> {
  const rows = await tx.rows<BasketBooking & { private: boolean; requester_id: number }>(inBasket, [row.id]);
  return rows
    .filter((each) => !each.private || concernsReader(actor, (id) => id === each.requester_id))
    .map(({ id, bookable_type, car_type, status, place }) => ({ id, bookable_type, car_type, status, place }));
}
