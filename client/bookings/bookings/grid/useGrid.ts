import type { Permission } from "../../../../shared/kernel/access";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import type { Booking } from "../../../../shared/bookings/bookings/bookings.contract";
import { type BookingEvents, bookingsStream } from "../../../../shared/bookings/bookings/bookings.events";
import {
  type BookingReader,
  bookingPermissionsOf,
  applyBookings,
} from "../../../../shared/bookings/bookings/bookings.rules";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import { readGrid } from "../../../../shared/bookings/bookings/grid.contract";
import { type ExpandedGrid, expandGrid } from "../../../../shared/bookings/bookings/grid.rules";
import type { QueryOf } from "../../../../shared/kernel/endpoint";
import { localDayStartAt } from "../../../../shared/kernel/wall-clock";
import { liveClient } from "../../../platform/live/live";
import { patchQuery, readQueryOptions } from "../../../platform/query";
import { useCurrentUser } from "../../../platform/session";
import { useWeek } from "../../../platform/week";
import { viewDays, type GridView } from "./grid.time";
import { useOtherDrafts } from "./useOtherDrafts";

interface Grid {
  data: ExpandedGrid;
}

/** Converts the response to `ExpandedGrid` before caching, because events update the data in that format. */
function gridOf(query: QueryOf<typeof readGrid>) {
  const { queryKey, queryFn } = readQueryOptions(readGrid, { query });
  return {
    queryKey,
    queryFn: async (context: { signal: AbortSignal }): Promise<Grid> => ({
      data: expandGrid((await queryFn(context)).data),
    }),
  };
}

/**
 * Resources of a kind and their bookings in the shown days, kept current by events and by responses to the user's own changes (`apply`),
 * whichever arrive first.
 */
export function useGrid(kind: BookableType, view: GridView, day: string, timeZone: string) {
  const reader = useBookingReader();
  const client = useQueryClient();
  const { tenant } = useCurrentUser();
  const { first, count } = viewDays(view, day, useWeek().first);
  const [from, until] = [0, count].map((offset) =>
    new Date(localDayStartAt(first, timeZone, offset)).toISOString(),
  ) as [string, string];
  const read = useMemo(() => gridOf({ bookable_type: kind, start_date: from, end_date: until }), [kind, from, until]);
  const draftPresence = useOtherDrafts();
  const { join } = draftPresence;
  // Structural sharing compares by index: when a booking changes position, all bookings in between would count as changed.
  const query = useQuery({ ...read, placeholderData: keepPreviousData, structuralSharing: false });
  const revision = query.isPlaceholderData ? undefined : query.data?.data.revision;
  const isRead = revision !== undefined;
  const applyChanges = useCallback(
    (bookings: readonly Booking[]) => {
      const shows = (booking: Booking) =>
        (kind === "equipment" ? booking.equipment.length > 0 : booking.bookable_type === kind) &&
        booking.start_date < until &&
        booking.end_date > from;
      const rowOf = (booking: Booking) => ({
        ...booking,
        can: bookingPermissionsOf(booking, reader, Date.now(), false),
      });
      patchQuery<Grid>(client, read.queryKey, (grid) => {
        const currentBookings = grid.data.bookings;
        const next = applyBookings(currentBookings, bookings, shows, rowOf);
        return next === currentBookings ? grid : { ...grid, data: { ...grid.data, bookings: next } };
      });
    },
    [client, kind, from, until, read, reader],
  );

  useEffect(() => {
    if (!isRead) return;
    const { queryKey } = read;
    const cachedGrid = client.getQueryData<Grid>(queryKey)?.data;
    const { revision: since = null, epoch } = { ...cachedGrid };
    const stream = bookingsStream(kind, tenant.id);
    const onReset = async () => {
      await client.invalidateQueries({ queryKey }, { throwOnError: true });
      return client.getQueryData<Grid>(queryKey)?.data.revision ?? 0;
    };
    const following = liveClient.follow(stream, { since, epoch, onReset });
    const leave = join(following);
    const subscription = following.events$.subscribe((event) => {
      if (event.type.startsWith("booking.")) applyChanges((event.data as BookingEvents["booking.mine"]).bookings);
      else void client.invalidateQueries({ queryKey });
    });
    const mine = liveClient.events$.subscribe(({ event }) => {
      if (event.type !== "booking.mine") return;
      const { bookings, changed } = event.data as BookingEvents["booking.mine"];
      applyChanges(bookings);
      if (changed) void client.invalidateQueries({ queryKey });
    });
    return () => {
      leave();
      subscription.unsubscribe();
      mine.unsubscribe();
      following.close();
    };
  }, [client, tenant.id, kind, read, isRead, applyChanges, join]);
  return { query, apply: applyChanges, draftPresence };
}

export function useBookingReader(): BookingReader {
  const { id, permissions } = useCurrentUser();
  return useMemo(() => ({ id, permissions: new Set(permissions as Permission[]) }), [id, permissions]);
}
