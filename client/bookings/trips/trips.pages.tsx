import type { Permission } from "../../../shared/kernel/access";
import { Button, SegmentedControl } from "@mantine/core";
import { useEffect, useMemo } from "react";
import { listTrips, readTrip, type Trip } from "../../../shared/bookings/trips/trips.contract";
import { useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import { useCan, useCurrentUser } from "../../platform/session";
import { parseIdParam, useAddress } from "../../platform/address/useAddress";
import { PageHead } from "../../ui/PageHead";
import { EmptyState } from "../../ui/states/EmptyState";
import { ErrorState } from "../../ui/states/ErrorState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { TripCard } from "./TripCard";
import { TripPanel } from "./TripPanel";
import classes from "./trips.module.css";
import { isTripForToday } from "./trips.time";
import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { carsStream } from "../../../shared/bookings/resources/resources.events";
import type { PublicTrip } from "../../../shared/bookings/trips/trips.events";
import { applyTrip, tripPermissionsOf } from "../../../shared/bookings/trips/trips.rules";
import { liveClient } from "../../platform/live/live";
import { pagedListKey, usePagedList } from "../../platform/pages";
import { queryKeyOf, useEndpoint } from "../../platform/query";
import { SidePanel } from "../../ui/records/SidePanel";

type TripScope = "mine" | "everyone";
type TripList = ReturnType<typeof useUpcomingTrips>;
type TripPages = InfiniteData<ReplyOf<typeof listTrips>>;

const pageSize = 50;

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

const pagesOf = (whose: TripScope, when: "ahead" | "past") => ({ query: { whose, when, per_page: pageSize } });

/** Reads upcoming trips, and applies trip events to all loaded trips. */
function useUpcomingTrips(scope: TripScope) {
  const client = useQueryClient();
  const { tenant } = useCurrentUser();
  const reader = useTripReader();
  const query = usePagedList(listTrips, pagesOf(scope, "ahead"));
  const isRead = query.data !== undefined && !query.isPlaceholderData;

  useEffect(() => {
    if (!isRead) return;
    const queryKey = pagedListKey(listTrips, pagesOf(scope, "ahead"));
    const firstPage = () => client.getQueryData<TripPages>(queryKey)?.pages[0];
    const { revision: since = null, epoch } = { ...firstPage() };
    const onReset = async () => {
      await client.invalidateQueries({ queryKey: queryKeyOf(listTrips) }, { throwOnError: true });
      return firstPage()?.revision ?? 0;
    };
    const following = liveClient.follow(carsStream(tenant.id), { since, epoch, onReset });
    const subscription = following.events$.subscribe(({ type, data }) => {
      if (type !== "trip.started" && type !== "trip.ended") return;
      const applyTo = (trips: readonly Trip[]) => applyTrip(trips, data as PublicTrip, reader, Date.now());
      client.setQueriesData<TripPages>(
        { queryKey: queryKeyOf(listTrips) },
        (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, data: applyTo(page.data) })) },
      );
      void client.invalidateQueries({ queryKey: queryKeyOf(listTrips) });
    });
    return () => {
      subscription.unsubscribe();
      following.close();
    };
  }, [client, tenant.id, reader, scope, isRead]);
  return query;
}

/** The trip of a link. It is read if it isn't among the loaded trips. */
function useLinkedTrip(id: number | null, loaded: readonly Trip[], isLoading: boolean) {
  const listedTrip = loaded.find((trip) => trip.id === id);
  const enabled = id !== null && !listedTrip && !isLoading;
  const query = useEndpoint(readTrip, { params: { id: id ?? 0 } }, { enabled });
  const linkedTrips = useMemo(() => (query.data ? [query.data.data] : []), [query.data]);
  const [linkedTrip] = useCurrentPermissions(linkedTrips);
  if (listedTrip) return { trip: listedTrip, error: null };
  return enabled ? { trip: linkedTrip ?? null, error: linkedTrip ? null : query.error } : { trip: null, error: null };
}

export function TripsPage() {
  const text = useText();
  const approves = useCan()("reservation-approve");
  const [address, setAddress] = useAddress();
  const scope: TripScope = approves && address.get("whose") !== "mine" ? "everyone" : "mine";
  const upcoming = useUpcomingTrips(scope);
  const past = usePagedList(listTrips, pagesOf(scope, "past"));
  const opened = parseIdParam(address.get("trip") ?? undefined);
  const open = (id: number | null) =>
    setAddress(
      (now) => {
        if (id === null) now.delete("trip");
        else now.set("trip", String(id));
        return now;
      },
      { replace: true },
    );
  const upcomingTrips = useCurrentPermissions(upcoming.data?.rows);
  const pastTrips = useCurrentPermissions(past.data?.rows);
  const isLoading = upcoming.isPending || past.isPending;
  const linked = useLinkedTrip(opened, [...upcomingTrips, ...pastTrips], isLoading);
  const close = () => open(null);
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
        <QueryBoundary query={upcoming} failed={text("trips.failed")}>
          {() => (
            <>
              <UpcomingTrips trips={upcomingTrips} scope={scope} onOpen={open} />
              <MoreTrips list={upcoming} of={text("trips.coming")} />
            </>
          )}
        </QueryBoundary>
        {pastTrips.length > 0 && <Section title={text("trips.past")} trips={pastTrips} scope={scope} onOpen={open} />}
        <MoreTrips list={past} of={text("trips.past")} />
      </div>
      <TripPanel trip={linked.trip} onClose={close} />
      <SidePanel opened={linked.error !== null} title={text("title.trips")} onClose={close}>
        {linked.error && <ErrorState error={linked.error} title={text("trips.linkFailed")} />}
      </SidePanel>
    </>
  );
}

/** Loads the next page of a list, which `of` names for screen readers. */
function MoreTrips({ list, of }: { list: TripList; of: string }) {
  const text = useText();
  if (!list.hasNextPage) return null;
  return (
    <Button
      aria-label={`${text("trips.more")}: ${of}`}
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {text("trips.more")}
    </Button>
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
