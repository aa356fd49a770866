import type { ReplyOf } from "../kernel/endpoint";
import type { Booking, Reservation } from "./bookings.contract";
import { type GridBooking, type readGrid, usualBooking } from "./grid.contract";

type GridReply = ReplyOf<typeof readGrid>["data"];
/** A grid whose bookings are told as everywhere else. */
export interface WholeGrid extends Pick<GridReply, "resources" | "outages" | "revision"> {
  bookings: Reservation[];
}

/** What a booking's own row says, as the grid has it: without what is usual, people, equipment and rights. */
export function briefBooking(booking: Booking): Omit<GridBooking, "can"> {
  const { id, start_date, end_date, busy_from, busy_until } = booking;
  const unusual = Object.entries(usualBooking).flatMap(([name, value]) => {
    const own = booking[name as keyof typeof usualBooking];
    return own === value ? [] : [[name, own]];
  });
  return {
    id,
    start_date,
    end_date,
    ...(busy_from === start_date ? {} : { busy_from }),
    ...(busy_until === end_date ? {} : { busy_until }),
    ...(Object.fromEntries(unusual) as Partial<Pick<Booking, keyof typeof usualBooking>>),
  };
}

/** The bookings of a grid as all other calls and events tell them. */
export function wholeGrid({ bookings, people, equipment, rights, bookable_type, ...rest }: GridReply): WholeGrid {
  const personOf = byId(people);
  const pieceOf = byId(equipment);
  const whole = (booking: GridBooking): Reservation => ({
    ...usualBooking,
    busy_from: booking.start_date,
    busy_until: booking.end_date,
    ...booking,
    bookable_type: booking.bookable_type ?? bookable_type,
    requester: booking.requester === undefined ? null : personOf(booking.requester),
    participants: (booking.participants ?? []).map(({ id, answer = null }) => ({ ...personOf(id), answer })),
    equipment: (booking.equipment ?? []).map(pieceOf),
    can: rights[booking.can] as Reservation["can"],
  });
  return { ...rest, bookings: bookings.map(whole) };
}

function byId<Row extends { id: number }>(rows: readonly Row[]): (id: number) => Row {
  const known = new Map(rows.map((row) => [row.id, row]));
  return (id) => known.get(id) as Row;
}
