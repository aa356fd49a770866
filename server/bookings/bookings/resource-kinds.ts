import type { InferType } from "yup";
import type { Alternative } from "../../../shared/bookings/bookings/bookings.contract";
import { needsNewApproval } from "../../../shared/bookings/bookings/bookings.rules";
import type { BookableType, bookingSchema, checkDateQuery } from "../../../shared/bookings/bookings/bookings.schema";
import { carTypes } from "../../../shared/bookings/cars/cars.schema";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { findAlternatives, findBookableRooms } from "./availability/alternatives";
import { requestedSlotOf } from "./availability/conflicts";
import {
  type BookableEquipment,
  equipmentHoursRefusal,
  findEquipmentAlternatives,
} from "./availability/equipment.checks";
import { selectFreeEquipment } from "./availability/equipment.sql";
import { type BookableRoom, roomRefusalOf } from "./availability/room.checks";
import { selectFreeCars } from "./availability/rooms.sql";
import type { BookingRow } from "./bookings.present";

export type RequestedResource = Pick<
  InferType<typeof bookingSchema>,
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

export interface BookableResources {
  room: BookableRoom | null;
  /** Additional pieces. In an equipment-only booking the main piece comes first. */
  pieces: readonly BookableEquipment[];
}

export interface NamedResource {
  id: number;
  name: string;
}

interface Period {
  start_date: string;
  end_date: string;
}

type Refusal = [field: string, message: string];
type BookedResource = Pick<BookingRow, "room_id" | "equipment_ids">;
type Trip = Parameters<typeof needsNewApproval>[0];

/** The differences between bookings of rooms, cars and equipment. */
export interface ResourceKind {
  /** Whether `car_type` is booked instead of `bookable_id`. The car is assigned by the approver. */
  isBookedByType: boolean;
  /** @throws Problem 422 at a field of the resource; `fieldPrefix` is the path of the resource in the request. */
  requireResource(resource: RequestedResource, fieldPrefix: string): void;
  /** Like `requireResource`, for previews, which accept incomplete input. */
  requirePreviewedResource(resource: Pick<RequestedResource, "bookable_id" | "car_type">): void;
  /** @throws Problem 422 at a field that can't be changed. */
  requireChange(
    row: Pick<BookingRow, "car_type">,
    change: Partial<Pick<RequestedResource, "bookable_id" | "car_type" | "equipment">>,
  ): void;

  /** Rooms to lock for `bookable_id`. */
  roomIds(bookableId: number): number[];
  /** Equipment to lock for `bookable_id`, in addition to the additional pieces. */
  equipmentIds(bookableId: number): number[];
  /** Field at which unknown equipment is reported. */
  equipmentField: "bookable_id" | "equipment";
  /** Splits the pieces of a booking into the one that is `bookable_id` and additional ones. */
  splitEquipment(pieceIds: readonly number[]): { main: number[]; additional: number[] };
  /** Pieces for which other times are suggested when they are taken. */
  reschedulablePieces<Piece>(pieces: readonly Piece[]): readonly Piece[];

  /** Returns the field and message when the rules of the resource exclude the time, otherwise null. */
  refusalOf(resources: BookableResources, when: Period, actor: Actor, now: number): Refusal | null;
  needsApproval(resources: BookableResources): boolean;
  isOtherResource(before: BookedResource, after: BookedResource): boolean;
  /** Whether the trip changes so that it needs a new approval. */
  isOtherTrip(before: Trip, after: Trip): boolean;
  carTypeOf(carType: string | null | undefined): string | null;

  /** Lists what is free in the period, `limit` at most. */
  listFree(
    tx: Tx,
    actor: Actor,
    query: Pick<InferType<typeof checkDateQuery>, "car_type" | "start_date" | "end_date">,
    options: { now: number; limit: number },
  ): Promise<NamedResource[]>;
  /** Whether a preview offers alternatives. `isResourceFree` ignores conflicts of equipment. */
  offersAlternatives(date: { isFree: boolean; isResourceFree: boolean }): boolean;
  findAlternatives(
    tx: Tx,
    actor: Actor,
    resources: BookableResources,
    when: Period,
    options: { now: number; people: number },
  ): Promise<Alternative[]>;
}

/** @throws Problem 422 when the car type is missing or unknown; a booking with an unknown type could never get a car. */
function requireCarType(carType: string | undefined, fieldPrefix = ""): void {
  if (!carType) throw invalidFieldProblem(`${fieldPrefix}car_type`, "field.required");
  if (!carTypes.some((each) => each === carType)) throw invalidFieldProblem(`${fieldPrefix}car_type`, "field.oneOf");
}

function requireBookableId({ bookable_id }: Pick<RequestedResource, "bookable_id">, fieldPrefix = ""): void {
  if (bookable_id === undefined) throw invalidFieldProblem(`${fieldPrefix}bookable_id`, "field.required");
}

const anyPieceNeedsApproval = (pieces: readonly BookableEquipment[]): boolean =>
  pieces.some(({ auto_approve }) => !auto_approve);

const bookedById = {
  isBookedByType: false,
  requireResource: requireBookableId,
  requirePreviewedResource: requireBookableId,
  requireChange: () => {},
  isOtherTrip: () => false,
  carTypeOf: () => null,
} satisfies Partial<ResourceKind>;

const equipmentIsAdditional = {
  equipmentIds: () => [],
  equipmentField: "equipment",
  splitEquipment: (pieceIds) => ({ main: [], additional: [...pieceIds] }),
  reschedulablePieces: () => [],
} satisfies Partial<ResourceKind>;

const room: ResourceKind = {
  ...bookedById,
  ...equipmentIsAdditional,
  roomIds: (bookableId) => [bookableId],
  refusalOf: (resources, when, actor, now) =>
    (resources.room && roomRefusalOf(resources.room, when, actor, now)) ??
    equipmentHoursRefusal(resources.pieces, false, when),
  needsApproval: (resources) => resources.room?.auto_approve === false || anyPieceNeedsApproval(resources.pieces),
  isOtherResource: (before, after) => before.room_id !== after.room_id,
  listFree: async (tx, actor, query, { now, limit }) =>
    (await findBookableRooms(tx, actor, null, query, now)).slice(0, limit).map(({ id, name }) => ({ id, name })),
  // Another room doesn't help when only an additional piece is taken.
  offersAlternatives: ({ isResourceFree }) => !isResourceFree,
  findAlternatives: async (tx, actor, resources, when, options) =>
    resources.room ? findAlternatives(tx, actor, resources.room, requestedSlotOf(resources.room, when), options) : [],
};

const car: ResourceKind = {
  ...equipmentIsAdditional,
  isBookedByType: true,
  requireResource: ({ car_type, equipment }, fieldPrefix) => {
    requireCarType(car_type, fieldPrefix);
    if (equipment?.length) throw invalidFieldProblem(`${fieldPrefix}equipment`, "field.invalid");
  },
  requirePreviewedResource: ({ car_type }) => {
    if (car_type) requireCarType(car_type);
  },
  requireChange: (row, { bookable_id, equipment, car_type }) => {
    if (bookable_id !== undefined) throw invalidFieldProblem("bookable_id", "field.invalid");
    if (equipment?.length) throw invalidFieldProblem("equipment", "field.invalid");
    if (car_type !== undefined && car_type !== row.car_type) requireCarType(car_type);
  },
  roomIds: () => [],
  refusalOf: ({ pieces }, when) => equipmentHoursRefusal(pieces, false, when),
  needsApproval: () => true,
  isOtherResource: () => false,
  isOtherTrip: needsNewApproval,
  carTypeOf: (carType) => carType ?? null,
  listFree: (tx, _actor, { car_type, start_date, end_date }, { limit }) =>
    tx.rows<NamedResource>(selectFreeCars, [car_type ?? null, start_date, end_date, limit]),
  offersAlternatives: () => false,
  findAlternatives: async () => [],
};

const equipment: ResourceKind = {
  ...bookedById,
  roomIds: () => [],
  equipmentIds: (bookableId) => [bookableId],
  equipmentField: "bookable_id",
  splitEquipment: (pieceIds) => ({ main: pieceIds.slice(0, 1), additional: pieceIds.slice(1) }),
  reschedulablePieces: (pieces) => pieces,
  refusalOf: ({ pieces }, when) => equipmentHoursRefusal(pieces, true, when),
  needsApproval: ({ pieces }) => anyPieceNeedsApproval(pieces),
  isOtherResource: (before, after) => before.equipment_ids[0] !== after.equipment_ids[0],
  listFree: (tx, _actor, { start_date, end_date }, { limit }) =>
    tx.rows<NamedResource>(selectFreeEquipment, [start_date, end_date, limit]),
  offersAlternatives: ({ isFree }) => !isFree,
  findAlternatives: (tx, _actor, { pieces }, when, { now }) => findEquipmentAlternatives(tx, pieces, when, now),
};

export const resourceKinds: Record<BookableType, ResourceKind> = { room, car, equipment };

export const roomIdsOf = ({ bookable_type, bookable_id }: RequestedResource): number[] =>
  bookable_id === undefined ? [] : resourceKinds[bookable_type].roomIds(bookable_id);

/** Requested pieces without duplicates; the piece of an equipment-only booking comes first. */
export const equipmentIdsOf = ({ bookable_type, bookable_id, equipment: additional = [] }: RequestedResource) => [
  ...new Set([
    ...(bookable_id === undefined ? [] : resourceKinds[bookable_type].equipmentIds(bookable_id)),
    ...additional,
  ]),
];
