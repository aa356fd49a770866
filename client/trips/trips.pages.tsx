import { Button, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import type { Trip } from "../../shared/trips/trips.contract";
import { useText } from "../platform/intl/useText";
import { useNow } from "../platform/now";
import { useCan } from "../platform/session";
import { useAddress } from "../platform/address/useAddress";
import { PageHead } from "../ui/PageHead";
import { EmptyState } from "../ui/states/EmptyState";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { TripCard } from "./TripCard";
import { TripPanel } from "./TripPanel";
import classes from "./trips.module.css";
import { isOfToday } from "./trips.time";
import { usePastTrips, useTrips, type Whose } from "./useTrips";

const pageSize = 20;

/** `/driver-reservation`: what one drives, and for who approves bookings what everybody does. For a phone beside a car. */
export function TripsPage() {
  const text = useText();
  const approves = useCan()("reservation-approve");
  const [address, setAddress] = useAddress();
  const whose: Whose = approves && address.get("whose") !== "mine" ? "everyone" : "mine";
  const [count, setCount] = useState(pageSize);
  const ahead = useTrips(whose);
  const past = usePastTrips(whose, count);
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
  const all = [...(ahead.data?.data ?? []), ...(past.data?.data ?? [])];
  return (
    <>
      <PageHead title={text("title.trips")}>
        {approves && (
          <SegmentedControl
            aria-label={text("trips.whose")}
            value={whose}
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
          {({ data }) => <Ahead trips={data} whose={whose} onOpen={open} />}
        </QueryBoundary>
        {(past.data?.data.length ?? 0) > 0 && (
          <Section title={text("trips.past")} trips={past.data?.data ?? []} whose={whose} onOpen={open} />
        )}
        {past.data && past.data.meta.total > past.data.data.length && (
          <Button variant="default" loading={past.isFetching} onClick={() => setCount(count + pageSize)}>
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
  whose: Whose;
  onOpen: (id: number) => void;
}

function Ahead({ trips, ...rest }: TripsProps) {
  const text = useText();
  const now = useNow();
  if (trips.length === 0) {
    const why = text(rest.whose === "mine" ? "trips.none.why" : "trips.none.everyone");
    return <EmptyState title={text("trips.none")} text={why} />;
  }
  const today = trips.filter((trip) => isOfToday(trip, now));
  const coming = trips.filter((trip) => !isOfToday(trip, now));
  return (
    <>
      {today.length > 0 && <Section title={text("trips.today")} trips={today} {...rest} />}
      {coming.length > 0 && <Section title={text("trips.coming")} trips={coming} {...rest} />}
    </>
  );
}

function Section({ title, trips, whose, onOpen }: TripsProps & { title: string }) {
  return (
    <section aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <ul className={classes.cards}>
        {trips.map((trip) => (
          <li key={trip.id}>
            <TripCard trip={trip} withDriver={whose === "everyone"} onOpen={() => onOpen(trip.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
