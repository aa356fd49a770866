import { memo, useMemo, useState } from "react";
import type { Reservation } from "../../shared/bookings/bookings.contract";
import type { BookableType } from "../../shared/bookings/bookings.schema";
import type { GridResource } from "../../shared/bookings/grid.contract";
import type { WholeGrid } from "../../shared/bookings/grid.rules";
import { isDay } from "../../shared/kernel/fields";
import { useText } from "../platform/intl/useText";
import { useToday } from "../platform/today";
import { useCan } from "../platform/session";
import { useAddress } from "../platform/address/useAddress";
import { useShortcuts } from "../ui/keys/shortcuts";
import { EmptyState } from "../ui/states/EmptyState";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { useStable } from "../ui/useStable";
import { BookingPanel, type Wanted } from "./BookingPanel";
import { BookingView } from "./BookingView";
import { FindPanel } from "./finding/FindPanel";
import { Grid } from "./grid/Grid";
import type { Draft } from "./grid/grid.drag";
import { askedTypes, type GridFilter, nameOf, rowsOf } from "./grid/grid.rows";
import { dayStart, type GridRange, type GridView, rangeOf } from "./grid/grid.time";
import { useGrid } from "./grid/useGrid";
import { GridFilters } from "./GridFilters";
import { LostDialog } from "./LostDialog";
import { MyBookings, useMyBookings } from "./mine/MyBookings";
import { ReservationHead, reservationViews } from "./ReservationHead";
import { isMoved, useMoves } from "./useMoves";

// What is closed, or shows what hasn't changed, isn't drawn anew with every change of the day.
const Panel = memo(BookingPanel);
const Viewed = memo(BookingView);
const Filters = memo(GridFilters);

/** The next full hour of a day that isn't over, or nine. */
function usualTime(day: string, today: string): { from: number; until: number } {
  const from = day === today ? new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000) : dayStart(day);
  if (day !== today) from.setHours(9);
  return { from: from.getTime(), until: from.getTime() + 3_600_000 };
}

/** Rooms, cars or equipment by time: what is booked, live, and booking by hand, by keys and by the form. */
export function ReservationScreen({ kind }: { kind: BookableType }) {
  const text = useText();
  const today = useToday();
  const [search, setSearch] = useAddress();
  const wantedDay = search.get("day") ?? "";
  const day = isDay(wantedDay) ? wantedDay : today;
  const chosen = reservationViews.find((each) => each === search.get("view")) ?? "day";
  const view = chosen === "mine" ? "day" : chosen;
  const { query, apply, beingBooked } = useGrid(kind, view, day);
  const may = useCan()("reservation-create");
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [finding, setFinding] = useState(false);
  const { go, book, find } = useStable({
    go: (next: Record<string, string | null>) =>
      setSearch((now) => inAddress({ ...Object.fromEntries(now), ...next }), { replace: true }),
    book: (resource?: GridResource) =>
      setWanted({ resourceId: resource?.id ?? null, ...usualTime(day, today), bookingId: null, booking: null }),
    find: () => setFinding(true),
  });
  useShortcuts({
    title: `title.${kind}Reservation`,
    shortcuts: [
      { keys: ["n"], label: "booking.book", run: () => (may ? book() : false) },
      { keys: ["f"], label: `booking.find.${kind}`, run: find },
    ],
  });
  return (
    <>
      <ReservationHead kind={kind} view={chosen} day={day} may={may} onGo={go} onBook={book} onFind={find} />
      <QueryBoundary query={query} failed={text("booking.failed")}>
        {({ data }) => (
          <>
            <FindPanel
              kind={kind}
              opened={finding}
              resources={data.resources}
              bookings={data.bookings}
              usual={usualTime(day, today)}
              may={may}
              onClose={() => setFinding(false)}
            />
            <Content
              kind={kind}
              view={view}
              mine={chosen === "mine"}
              place={{ building: search.get("building"), carType: search.get("type") }}
              onGo={go}
              day={day}
              data={data}
              apply={apply}
              beingBooked={beingBooked}
              may={may}
              wanted={wanted}
              setWanted={setWanted}
              onBook={book}
              linkedId={Number(search.get("booking")) || null}
            />
          </>
        )}
      </QueryBoundary>
    </>
  );
}

/** What is chosen, without what isn't any more. */
const inAddress = (values: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));

interface ContentProps {
  kind: BookableType;
  view: GridView;
  /** One's own bookings instead of the grid. */
  mine: boolean;
  /** Which building, or type of car, the address asks for. */
  place: Pick<GridFilter, "building" | "carType">;
  onGo: (next: Record<string, string | null>) => void;
  day: string;
  data: WholeGrid;
  apply: Parameters<typeof useMoves>[0];
  beingBooked: ReturnType<typeof useGrid>["beingBooked"];
  may: boolean;
  wanted: Wanted | null;
  setWanted: (wanted: Wanted | null) => void;
  onBook: (resource?: GridResource) => void;
  /** The booking that the address names, as links from requests and from the screen at a door do. */
  linkedId: number | null;
}

function Content(props: ContentProps) {
  const { kind, view, day, data, apply, beingBooked, may, wanted, setWanted, onBook } = props;
  const text = useText();
  const titleOf = useGroupTitle();
  const { resources, bookings } = data;
  const [typed, setTyped] = useState<Omit<GridFilter, "building" | "carType">>({ seats: 0, tool: null, text: "" });
  const building = resources.find((each) => each.building === props.place.building)?.building ?? null;
  const carType = resources.find(({ car_type }) => car_type === props.place.carType)?.car_type ?? null;
  const filter = useMemo(() => ({ ...typed, building, carType }), [typed, building, carType]);
  const [openId, setOpenId] = useState(props.linkedId);
  const moves = useMoves(apply);
  const range = useRange(view, day, bookings);
  const asked = kind === "car" ? askedTypes(bookings).join(" ") : "";
  const rows = useMemo(
    () => rowsOf(resources, asked.split(" ").filter(Boolean), filter, titleOf),
    [resources, asked, filter, titleOf],
  );
  const own = useMyBookings(kind, props.mine);
  const open = [...bookings, ...(own.data?.data ?? [])].find(({ id }) => id === openId) ?? null;
  const drop = (draft: Draft) => {
    const booking = bookings.find(({ id }) => id === draft.bookingId);
    if (draft.bookingId === null) setWanted({ ...draft, booking: null });
    else if (isMoved(booking, draft)) void moves.move(draft);
  };
  const { filtered, edit, close, closePanel } = useStable({
    filtered: ({ building: inBuilding, carType: ofType, ...rest }: GridFilter) => {
      setTyped(rest);
      if (inBuilding !== building || ofType !== carType) props.onGo({ building: inBuilding, type: ofType });
    },
    edit: (booking: Reservation) => {
      setOpenId(null);
      const [from, until] = [Date.parse(booking.start_date), Date.parse(booking.end_date)];
      setWanted({ resourceId: booking.bookable_id, from, until, bookingId: booking.id, booking });
    },
    close: () => setOpenId(null),
    closePanel: () => setWanted(null),
  });
  if (resources.length === 0) {
    return <EmptyState title={text(`booking.none.${kind}`)} text={text(`booking.noneWhy.${kind}`)} />;
  }
  return (
    <>
      {props.mine ? (
        <MyBookings
          query={own}
          placeOf={(booking) => placeOf(booking, kind, resources)}
          onOpen={({ id }) => setOpenId(id)}
        />
      ) : (
        <>
          <Filters resources={resources} filter={filter} onChange={filtered} />
          <Grid
            kind={kind}
            rows={rows}
            bookings={bookings}
            outages={data.outages}
            range={range}
            pending={moves.pending}
            beingBooked={beingBooked.others}
            mayBook={may}
            onDrop={drop}
            onOpen={({ id }) => setOpenId(id)}
            onBook={onBook}
          />
        </>
      )}
      <Viewed kind={kind} booking={open} place={open && placeOf(open, kind, resources)} onClose={close} onEdit={edit} />
      <Panel kind={kind} wanted={wanted} resources={resources} onClose={closePanel} onSlot={beingBooked.say} />
      <LostDialog
        kind={kind}
        lost={moves.lost}
        onClose={moves.forget}
        onTake={({ bookable_id, start_date, end_date }) =>
          moves.lost &&
          void moves.move({
            ...moves.lost.wanted,
            resourceId: bookable_id,
            from: Date.parse(start_date),
            until: Date.parse(end_date),
          })
        }
      />
    </>
  );
}

/** The same as long as it shows the same time, whatever is booked in it. */
function useRange(view: GridView, day: string, bookings: readonly Reservation[]): GridRange {
  const { from, until } = rangeOf(view, day, bookings);
  return useMemo(() => ({ view, from, until }), [view, from, until]);
}

/** Null: it stands on another grid, or is only asked for. */
function placeOf({ bookable_type, bookable_id }: Reservation, kind: BookableType, resources: readonly GridResource[]) {
  const found = bookable_type === kind ? resources.find(({ id }) => id === bookable_id) : undefined;
  return found ? nameOf(found) : null;
}

function useGroupTitle(): (resource: GridResource) => string {
  const text = useText();
  return useMemo(
    () =>
      ({ building, floor, car_type }: GridResource) =>
        car_type === null
          ? [building, floor].filter(Boolean).join(", ")
          : text(`booking.carType.${car_type as "sedan"}`),
    [text],
  );
}
