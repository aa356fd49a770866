import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import type { Booking } from "../../../shared/bookings/bookings.contract";
import { type BookingEvents, bookingsStream } from "../../../shared/bookings/bookings.events";
import { type BookingReader, canOf, withBookings } from "../../../shared/bookings/bookings.rules";
import type { BookableType } from "../../../shared/bookings/bookings.schema";
import { readGrid } from "../../../shared/bookings/grid.contract";
import { type WholeGrid, wholeGrid } from "../../../shared/bookings/grid.rules";
import type { QueryOf } from "../../../shared/kernel/endpoint";
import type { Permission } from "../../../shared/kernel/permissions";
import { live } from "../../platform/live/live";
import { changeKnown, readOf } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { dayStart, daysOf, type GridView } from "./grid.time";
import { useBeingBooked } from "./useBeingBooked";

interface Grid {
  data: WholeGrid;
}

/** What is kept of a reading has its bookings as events tell them. */
function gridOf(query: QueryOf<typeof readGrid>) {
  const { queryKey, queryFn } = readOf(readGrid, { query });
  return {
    queryKey,
    queryFn: async (asked: { signal: AbortSignal }): Promise<Grid> => ({
      data: wholeGrid((await queryFn(asked)).data),
    }),
  };
}

/**
 * Everything bookable of a kind with what is booked in the days shown, kept true by its events one by one, and by what the server
 * answers to one's own changes (`apply`): whichever comes first.
 */
export function useGrid(kind: BookableType, view: GridView, day: string) {
  const reader = useReader();
  const client = useQueryClient();
  const { tenant } = useCurrentUser();
  const { first, count } = daysOf(view, day);
  const [from, until] = [dayStart(first).toISOString(), dayStart(first, count).toISOString()];
  const read = useMemo(() => gridOf({ bookable_type: kind, start_date: from, end_date: until }), [kind, from, until]);
  const beingBooked = useBeingBooked();
  const { join } = beingBooked;
  // Not compared by their places in the list: of a booking that moves up, all that it passes would be taken for changed.
  const query = useQuery({ ...read, placeholderData: keepPreviousData, structuralSharing: false });
  const revision = query.isPlaceholderData ? undefined : query.data?.data.revision;
  const isRead = revision !== undefined;
  const apply = useCallback(
    (bookings: readonly Booking[]) => {
      const shows = (booking: Booking) =>
        (kind === "equipment" ? booking.equipment.length > 0 : booking.bookable_type === kind) &&
        booking.start_date < until &&
        booking.end_date > from;
      const rowOf = (booking: Booking) => ({ ...booking, can: canOf(booking, reader, Date.now(), false) });
      changeKnown<Grid>(client, read.queryKey, (grid) => {
        const known = grid.data.bookings;
        const next = withBookings(known, bookings, shows, rowOf);
        return next === known ? grid : { ...grid, data: { ...grid.data, bookings: next } };
      });
    },
    [client, kind, from, until, read, reader],
  );

  useEffect(() => {
    if (!isRead) return;
    const { queryKey } = read;
    const since = client.getQueryData<Grid>(queryKey)?.data.revision ?? null;
    const stream = bookingsStream(kind, tenant.id);
    const onReset = async () => {
      await client.invalidateQueries({ queryKey });
      return client.getQueryData<Grid>(queryKey)?.data.revision ?? 0;
    };
    const following = live.follow(stream, { since, onReset });
    const leave = join(following);
    const told = following.events$.subscribe((event) => {
      if (event.type.startsWith("booking.")) apply((event.data as BookingEvents["booking.mine"]).bookings);
      else void client.invalidateQueries({ queryKey });
    });
    const mine = live.events$.subscribe(({ event }) => {
      if (event.type !== "booking.mine") return;
      apply(event.data.bookings);
      if (event.data.changed) void client.invalidateQueries({ queryKey });
    });
    return () => {
      leave();
      told.unsubscribe();
      mine.unsubscribe();
      following.close();
    };
  }, [client, tenant.id, kind, read, isRead, apply, join]);
  return { query, apply, beingBooked };
}

/** Whose buttons these are. */
export function useReader(): BookingReader {
  const { id, permissions } = useCurrentUser();
  return useMemo(() => ({ id, permissions: new Set(permissions as Permission[]) }), [id, permissions]);
}
