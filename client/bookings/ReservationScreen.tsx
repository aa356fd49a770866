import { memo, useMemo, useState } from "react";
import type { Reservation } from "../../shared/bookings/bookings.contract";
import { holds } from "../../shared/bookings/bookings.rules";
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
import { nameOf } from "./grid/grid.rows";
import { dayStart, type GridRange, type GridView, rangeOf } from "./grid/grid.time";
import { useGrid } from "./grid/useGrid";
import { GridFilters } from "./GridFilters";
import { LostDialog } from "./LostDialog";
import { BookingDays, useMyBookings, useToAssign } from "./mine/BookingDays";
import { isGridView, ReservationHead, reservationViews, type ReservationView } from "./ReservationHead";
import { useGridRows } from "./useGridRows";
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
  const toAssign = useToAssign(kind);
  const offered = reservationViews.filter((each) => each !== "assign" || toAssign.enabled);
  const chosen = offered.find((each) => each === search.get("view")) ?? "day";
  const view = isGridView(chosen) ? chosen : "day";
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
      <ReservationHead
        kind={kind}
        view={chosen}
        day={day}
        may={may}
        toAssign={toAssign.enabled ? toAssign.count : null}
        onGo={go}
        onBook={book}
        onFind={find}
      />
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
              chosen={chosen}
              toAssign={toAssign.query}
              address={search}
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
  /** What is shown, which may be a list instead of the grid. */
  chosen: ReservationView;
  toAssign: ReturnType<typeof useToAssign>["query"];
  address: URLSearchParams;
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
  const { resources, bookings } = data;
  const { rows, drivers, filter, onFilter } = useGridRows(kind, data, props.address, props.onGo);
  const [openId, setOpenId] = useState(props.linkedId);
  const moves = useMoves(apply);
  const range = useRange(view, day, bookings);
  const isMine = props.chosen === "mine";
  const own = useMyBookings(kind, isMine);
  const listed = isMine ? own : props.toAssign;
  const isOpen = (booking: Reservation) => booking.id === openId && holds(booking);
  const open = bookings.find(isOpen) ?? listed.data?.data.find(isOpen) ?? null;
  const drop = (draft: Draft) => {
    const booking = bookings.find(({ id }) => id === draft.bookingId);
    if (draft.bookingId === null) setWanted({ ...draft, booking: null });
    else if (isMoved(booking, draft)) void moves.move(draft);
  };
  const { edit, close, closePanel } = useStable({
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
      {!isGridView(props.chosen) ? (
        <BookingDays
          query={listed}
          assigns={!isMine}
          placeOf={(booking) => placeOf(booking, kind, resources)}
          onOpen={({ id }) => setOpenId(id)}
        />
      ) : (
        <>
          <Filters resources={resources} drivers={drivers} filter={filter} onChange={onFilter} />
          <Grid
            kind={kind}
            rows={rows}
            resources={resources}
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
