import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import { carsStream } from "../../shared/kernel/events";
import type { Permission } from "../../shared/kernel/permissions";
import { listTrips } from "../../shared/trips/trips.contract";
import type { ToldTrip } from "../../shared/trips/trips.events";
import { withTrip } from "../../shared/trips/trips.rules";
import { live } from "../platform/live/live";
import { keyOf, readOf, useEndpoint } from "../platform/query";
import { useCurrentUser } from "../platform/session";

export type Whose = "mine" | "everyone";
type Trips = ReplyOf<typeof listTrips>;

const mostAhead = 200;

/** What isn't driven yet, kept true by what is told of cars: what was driven is applied, what was booked is read again. */
export function useTrips(whose: Whose) {
  const client = useQueryClient();
  const { tenant, id, permissions } = useCurrentUser();
  const read = useMemo(() => ({ query: { whose, when: "ahead" as const, per_page: mostAhead } }), [whose]);
  const query = useEndpoint(listTrips, read);
  const isRead = query.data !== undefined;

  useEffect(() => {
    if (!isRead) return;
    const { queryKey } = readOf(listTrips, read);
    const since = client.getQueryData<Trips>(queryKey)?.revision ?? null;
    const reader = { id, permissions: new Set(permissions as Permission[]) };
    const onReset = async () => {
      await client.invalidateQueries({ queryKey: keyOf(listTrips) });
      return client.getQueryData<Trips>(queryKey)?.revision ?? 0;
    };
    const following = live.follow(carsStream(tenant.id), { since, onReset });
    const told = following.events$.subscribe(({ type, data }) => {
      if (type !== "trip.started" && type !== "trip.ended") return;
      client.setQueriesData<Trips>(
        { queryKey: keyOf(listTrips) },
        (list) => list && { ...list, data: withTrip(list.data, data as ToldTrip, reader, Date.now()) },
      );
      void client.invalidateQueries({ queryKey: keyOf(listTrips) }); // it stands in the other list by now
    });
    return () => {
      told.unsubscribe();
      following.close();
    };
  }, [client, tenant.id, id, permissions, read, isRead]);
  return query;
}

/** What is done, the latest first. */
export const usePastTrips = (whose: Whose, count: number) =>
  useEndpoint(
    listTrips,
    { query: { whose, when: "past", per_page: Math.min(count, 200) } },
    { placeholderData: keepPreviousData },
  );
