import type { Permission } from "../../../shared/kernel/access";
import { Button, SegmentedControl } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { listTrips, type Trip } from "../../../shared/bookings/trips/trips.contract";
import { useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import { useCan, useCurrentUser } from "../../platform/session";
import { useAddress } from "../../platform/address/useAddress";
import { PageHead } from "../../ui/PageHead";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { TripCard } from "./TripCard";
import { TripPanel } from "./TripPanel";
import classes from "./trips.module.css";
import { isTripForToday } from "./trips.time";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { carsStream } from "../../../shared/bookings/resources/resources.events";
import type { PublicTrip } from "../../../shared/bookings/trips/trips.events";
import { applyTrip, tripPermissionsOf } from "../../../shared/bookings/trips/trips.rules";
import { liveClient } from "../../platform/live/live";
import { queryKeyOf, readQueryOptions, useEndpoint } from "../../platform/query";

type TripScope = "mine" | "everyone";
type Trips = ReplyOf<typeof listTrips>;

const maxUpcoming = 200;

function useTripReader() {
  const { id, permissions } = useCurrentUser();
  return useMemo(() => ({ id, permissions: new Set(permissions as Permission[]) }), [id, permissions]);
}

/** Recomputes the permissions of trips, because they depend on the time and change without an event. */
function useCurrentPermissions(trips: readonly Trip[] | undefined): Trip[] {
  const reader = useTripReader();
  const now = useNow().getTime();
  return useMemo(
    () => (trips ?? []).map((trip) => ({ ...trip, can: tripPermissionsOf(trip, reader, now) })),
    [trips, reader, now],
  );
}

function useTrips(scope: TripScope) {
  const client = useQueryClient();
  const { tenant } = useCurrentUser();
  const reader = useTripReader();
  const read = useMemo(() => ({ query: { whose: scope, when: "ahead" as const, per_page: maxUpcoming } }), [scope]);
  const query = useEndpoint(listTrips, read);
  const isRead = query.data !== undefined;

  useEffect(() => {
    if (!isRead) return;
    const { queryKey } = readQueryOptions(listTrips, read);
    const { revision: since = null, epoch } = { ...client.getQueryData<Trips>(queryKey) };
    const onReset = async () => {
      await client.invalidateQueries({ queryKey: queryKeyOf(listTrips) }, { throwOnError: true });
      return client.getQueryData<Trips>(queryKey)?.revision ?? 0;
    };
    const following = liveClient.follow(carsStream(tenant.id), { since, epoch, onReset });
    const subscription = following.events$.subscribe(({ type, data }) => {
      if (type !== "trip.started" && type !== "trip.ended") return;
      client.setQueriesData<Trips>(
        { queryKey: queryKeyOf(listTrips) },
        (list) => list && { ...list, data: applyTrip(list.data, data as PublicTrip, reader, Date.now()) },
      );
      void client.invalidateQueries({ queryKey: queryKeyOf(listTrips) });
    });
    return () => {
      subscription.unsubscribe();
      following.close();
    };
  }, [client, tenant.id, reader, read, isRead]);
  return query;
}

const usePastTrips = (scope: TripScope, count: number) =>
  useEndpoint(
    listTrips,
    { query: { whose: scope, when: "past", per_page: Math.min(count, 200) } },
    { placeholderData: keepPreviousData },
  );

const pageSize = 20;

export function TripsPage() {
  const text = useText();
  const approves = useCan()("reservation-approve");
  const [address, setAddress] = useAddress();
  const scope: TripScope = approves && address.get("whose") !== "mine" ? "everyone" : "mine";
  const [count, setCount] = useState(pageSize);
  const ahead = useTrips(scope);
  const past = usePastTrips(scope, count);
  const opened = Number(address.get("trip")) || null;
  const open = (id: number | null) =>
    setAddress(
      (now) => {
        if (id === null) now.delete("trip");
        else now.set("trip", String(id));
        return now;
      },
      { replace: true },
    );
  const upcomingTrips = useCurrentPermissions(ahead.data?.data);
  const pastTrips = useCurrentPermissions(past.data?.data);
  const all = [...upcomingTrips, ...pastTrips];
  return (
    <>
      <PageHead title={text("title.trips")}>
        {approves && (
          <SegmentedControl
            aria-label={text("trips.whose")}
            value={scope}
            onChange={(next) => setAddress({ whose: next }, { replace: true })}
            data={[
              { value: "everyone", label: text("trips.everyone") },
              { value: "mine", label: text("trips.mine") },
            ]}
          />
        )}
      </PageHead>
      <div className={classes.page}>
        <QueryBoundary query={ahead} failed={text("trips.failed")}>
          {() => <UpcomingTrips trips={upcomingTrips} scope={scope} onOpen={open} />}
        </QueryBoundary>
        {pastTrips.length > 0 && <Section title={text("trips.past")} trips={pastTrips} scope={scope} onOpen={open} />}
        {past.data && past.data.meta.total > past.data.data.length && (
          <Button loading={past.isFetching} onClick={() => setCount(count + pageSize)}>
            {text("trips.more")}
          </Button>
        )}
      </div>
      <TripPanel trip={all.find(({ id }) => id === opened) ?? null} onClose={() => open(null)} />
    </>
  );
}

interface TripsProps {
  trips: readonly Trip[];
  scope: TripScope;
  onOpen: (id: number) => void;
}

function UpcomingTrips({ trips, ...rest }: TripsProps) {
  const text = useText();
  const now = useNow();
  const { time_zone: timeZone } = useCurrentUser().tenant;
  if (trips.length === 0) {
    const why = text(rest.scope === "mine" ? "trips.none.why" : "trips.none.everyone");
    return <EmptyState title={text("trips.none")} text={why} />;
  }
  const today = trips.filter((trip) => isTripForToday(trip, now, timeZone));
  const coming = trips.filter((trip) => !isTripForToday(trip, now, timeZone));
  return (
    <>
      {today.length > 0 && <Section title={text("trips.today")} trips={today} {...rest} />}
      {coming.length > 0 && <Section title={text("trips.coming")} trips={coming} {...rest} />}
    </>
  );
}

function Section({ title, trips, scope, onOpen }: TripsProps & { title: string }) {
  return (
    <section aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <ul className={classes.cards}>
        {trips.map((trip) => (
          <li key={trip.id}>
            <TripCard trip={trip} withDriver={scope === "everyone"} onOpen={() => onOpen(trip.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
