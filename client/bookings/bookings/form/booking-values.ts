import type { Alternative, BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import type { GridResource } from "../../../../shared/bookings/bookings/grid.contract";
import type { SlotDraft } from "../grid/grid.drag";
import type { SeriesChoice } from "./series-choices";

export interface BookingInput extends Omit<SlotDraft, "resourceId"> {
  resourceId: number | null;
  booking: BookingWithPermissions | null;
  /** Whether the user chose the resource or the time in the grid, which an earlier draft doesn't replace. */
  isChosenInGrid?: boolean;
  /** Participants of a new booking, by id. */
  participants?: readonly number[];
}

export interface BasketItem {
  bookable_type: BookableType;
  bookable_id?: string;
  car_type?: string;
  to_place?: string;
  driver_needed?: boolean;
  equipment?: string[];
}

export type BookingValues = ReturnType<typeof initialBookingValues>;

const isoOf = (at: number) => new Date(at).toISOString();

/** `hiddenTitle` replaces the title of a booking that the user may not read. */
export const initialBookingValues = (
  kind: BookableType,
  { booking, resourceId, from, until, participants = [] }: BookingInput,
  resources: readonly GridResource[],
  hiddenTitle: string,
) => ({
  title: booking ? (booking.title ?? hiddenTitle) : "",
  bookable_type: kind,
  bookable_id: kind !== "car" ? String(booking?.bookable_id ?? resourceId ?? resources[0]?.id ?? "") : undefined,
  car_type:
    kind === "car" ? (booking?.car_type ?? resources.find(({ id }) => id === resourceId)?.car_type ?? "") : undefined,
  seats: booking?.seats ?? undefined,
  from_place: booking?.from_place ?? "",
  to_place: booking?.to_place ?? "",
  purpose: booking?.purpose ?? "",
  driver_needed: booking?.driver_needed ?? false,
  start_date: isoOf(from),
  end_date: isoOf(until),
  participants: (booking?.participants.map(({ id }) => id) ?? participants).map(String),
  equipment: (booking?.equipment ?? []).flatMap(({ id }) =>
    kind === "equipment" && id === booking?.bookable_id ? [] : String(id),
  ),
  note: booking?.note ?? "",
  private: booking?.private ?? false,
  repeat: "doesNotRepeat",
  repeat_count: 6 as number | undefined,
  repeat_until: undefined as string | undefined,
  rrule: "",
  basket: [] as BasketItem[],
  dates: [] as SeriesChoice[],
});

/**
 * Returns the fields that the form changed; null for a field that was emptied. Unchanged ones aren't sent, so that other dates of a series
 * keep their own room and participants.
 */
function changedFields<Values extends object>(values: Values, initialValues: object): Partial<Values> {
  const initialJsonByName = new Map(
    Object.entries(initialValues).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  const changed = Object.entries(values).flatMap(([name, value]) =>
    JSON.stringify(value) === initialJsonByName.get(name) ? [] : [[name, value ?? null]],
  );
  return Object.fromEntries(changed) as Partial<Values>;
}

/** The end is sent with a changed start, because a start without an end moves the booking with its length. */
export function changedBookingFields<Values extends { start_date: string; end_date: string }>(
  values: Values,
  initialValues: object,
): Partial<Values> {
  const changed = changedFields(values, initialValues);
  return changed.start_date === undefined ? changed : { ...changed, end_date: values.end_date };
}

/**
 * Returns the fields that change when the user takes an alternative. A piece of equipment is replaced wherever it occurs in the form;
 * a room is replaced in the basket if it is there, and the time of the booking changes with it.
 */
export function fieldsOfAlternative(
  { bookable_type, bookable_id, equipment, basket }: BookingValues,
  { kind, instead_of, start_date, end_date, ...alternative }: Alternative,
): Partial<BookingValues> {
  const replacedId = String(instead_of);
  const replacement = String(alternative.bookable_id);
  if (kind === "equipment") {
    const replacePiece = (pieces: readonly string[]) => [
      ...new Set(pieces.map((id) => (id === replacedId ? replacement : id))),
    ];
    return {
      ...(bookable_type === "equipment" && bookable_id === replacedId ? { bookable_id: replacement } : {}),
      equipment: replacePiece(equipment),
      basket: basket.map((item) => (item.equipment ? { ...item, equipment: replacePiece(item.equipment) } : item)),
    };
  }
  const isInBasket = basket.some((item) => item.bookable_id === replacedId);
  return {
    ...(isInBasket
      ? {
          basket: basket.map((item) =>
            item.bookable_id === replacedId ? { ...item, bookable_id: replacement } : item,
          ),
        }
      : { bookable_id: replacement }),
    start_date,
    end_date,
  };
}
