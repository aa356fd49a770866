import { memo, useEffect, useMemo, useState } from "react";
import { readBooking, type BookingWithPermissions } from "../../../shared/bookings/bookings/bookings.contract";
import { occupiesResource } from "../../../shared/bookings/bookings/bookings.rules";
import type { BookableType } from "../../../shared/bookings/bookings/bookings.schema";
import type { GridResource } from "../../../shared/bookings/bookings/grid.contract";
import type { ExpandedGrid } from "../../../shared/bookings/bookings/grid.rules";
import { isValidDay } from "../../../shared/kernel/fields";
import { localDayAt, instantAtLocalTime } from "../../../shared/kernel/wall-clock";
import { useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import { useEndpoint } from "../../platform/query";
import { useCan, useCurrentUser } from "../../platform/session";
import { useIsPhoneWidth } from "../../platform/useIsPhoneWidth";
import { useAddress } from "../../platform/address/useAddress";
import { useShortcuts } from "../../ui/keys/shortcuts";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { useStableHandlers } from "../../ui/useStableHandlers";
import type { BookingInput } from "./form/booking-values";
import { BookingPanel } from "./form/BookingPanel";
import { BookingView } from "./view/BookingView";
import { FindResourcePanel } from "./finding/FindResourcePanel";
import { BookingGrid } from "./grid/BookingGrid";
import type { SlotDraft } from "./grid/grid.drag";
import { resourceLabel } from "./grid/grid.rows";
import { useWeek } from "../../platform/week";
import { type GridRange, type GridView, gridRangeOf } from "./grid/grid.time";
import { useGrid } from "./grid/useGrid";
import { GridFilters } from "./grid/GridFilters";
import { SlotTakenDialog } from "./SlotTakenDialog";
import { BookingDays, useMyBookings, useTripsToAssign } from "./mine/BookingDays";
import { DayNavigator, isGridView, BookingScreenHead, bookingViews, type BookingScreenView } from "./BookingScreenHead";
import { useGridRows } from "./grid/useGridRows";
import { isBookingMoved, useBookingMoves } from "./grid/useBookingMoves";
import { useOpenBooking, withoutEmptyParams } from "./useOpenBooking";

// Memoized so that live changes of the day don't re-render closed or unchanged parts.
const Panel = memo(BookingPanel);
const Viewed = memo(BookingView);
const Filters = memo(GridFilters);

const hourMs = 3_600_000;

/** Default time of a new booking: the next full hour today, or 9:00 local time of the location on another day. */
function defaultTime(day: string, today: string, timeZone: string): { from: number; until: number } {
  const nine = instantAtLocalTime(Date.parse(`${day}T09:00:00Z`), timeZone);
  const from = day === today ? Math.ceil(Date.now() / hourMs) * hourMs : nine;
  return { from, until: from + hourMs };
}

export function BookingScreen({ kind }: { kind: BookableType }) {
  const text = useText();
  // Days are in the tenant's time zone, hours at a location in the location's time zone.
  const timeZone = useCurrentUser().tenant.time_zone;
  const today = localDayAt(useNow().getTime(), timeZone);
  const [search, setSearch] = useAddress();
  const wantedDay = search.get("day") ?? "";
  const day = isValidDay(wantedDay) ? wantedDay : today;
  const toAssign = useTripsToAssign(kind);
  const offered = bookingViews.filter((each) => each !== "assign" || toAssign.enabled);
  const chosen = offered.find((each) => each === search.get("view")) ?? "day";
  const view = isGridView(chosen) ? chosen : "day";
  const { query, apply, draftPresence } = useGrid(kind, view, day, timeZone);
  const mayBook = useCan()("reservation-create");
  const [bookingInput, setBookingInput] = useState<BookingInput | null>(null);
  const [finding, setFinding] = useState(false);
  const { go, book, find } = useStableHandlers({
    go: (next: Record<string, string | null>) =>
      setSearch((now) => withoutEmptyParams({ ...Object.fromEntries(now), ...next }), { replace: true }),
    book: (resource?: GridResource) =>
      setBookingInput({
        resourceId: resource?.id ?? null,
        ...defaultTime(day, today, resource?.time_zone ?? timeZone),
        bookingId: null,
        booking: null,
        isChosenInGrid: resource !== undefined,
      }),
    find: () => setFinding(true),
  });
  // True if the URL starts a booking, which a reload must not repeat.
  const starts = search.has("book");
  useEffect(() => {
    if (!starts) return;
    if (mayBook) book();
    go({ book: null });
  }, [book, go, mayBook, starts]);
  useShortcuts({
    title: `title.${kind}Reservation`,
    shortcuts: [
      { keys: ["n"], label: "booking.book", run: () => (mayBook ? book() : false) },
      { keys: ["f"], label: `booking.find.${kind}`, run: find },
    ],
  });
  return (
    <>
      <BookingScreenHead
        kind={kind}
        view={chosen}
        day={day}
        today={today}
        may={mayBook}
        toAssign={toAssign.enabled ? toAssign.count : null}
        onGo={go}
        onBook={book}
        onFind={find}
      />
      <QueryBoundary query={query} failed={text("booking.failed")}>
        {({ data }) => (
          <>
            <FindResourcePanel
              kind={kind}
              opened={finding}
              resources={data.resources}
              bookings={data.bookings}
              timeZone={timeZone}
              usual={defaultTime(day, today, timeZone)}
              may={mayBook}
              day={day}
              onBook={(input) => {
                setFinding(false);
                setBookingInput(input);
              }}
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
              today={today}
              data={data}
              applyChanges={apply}
              draftPresence={draftPresence}
              may={mayBook}
              bookingInput={bookingInput}
              setBookingInput={setBookingInput}
              onBook={book}
              linkedId={Number(search.get("booking")) || null}
            />
          </>
        )}
      </QueryBoundary>
    </>
  );
}

interface ContentProps {
  kind: BookableType;
  view: GridView;
  /** The shown view, which may be a list instead of the grid. */
  chosen: BookingScreenView;
  toAssign: ReturnType<typeof useTripsToAssign>["query"];
  address: URLSearchParams;
  onGo: (next: Record<string, string | null>) => void;
  day: string;
  today: string;
  data: ExpandedGrid;
  applyChanges: Parameters<typeof useBookingMoves>[1];
  draftPresence: ReturnType<typeof useGrid>["draftPresence"];
  may: boolean;
  bookingInput: BookingInput | null;
  setBookingInput: (bookingInput: BookingInput | null) => void;
  onBook: (resource?: GridResource) => void;
  /** Booking id in the URL, set by links from requests and door screens. */
  linkedId: number | null;
}

function Content(props: ContentProps) {
  const { kind, view, day, data, applyChanges, draftPresence, may, bookingInput, setBookingInput, onBook } = props;
  const text = useText();
  const narrow = useIsPhoneWidth();
  const { resources, bookings } = data;
  const { rows, drivers, filter, onFilter } = useGridRows(kind, data, props.address, props.onGo);
  const { openId, open: setOpenId, close } = useOpenBooking(props.linkedId);
  const moves = useBookingMoves(bookings, applyChanges);
  const range = useRange(view, day, bookings, data.time_zone);
  const isMine = props.chosen === "mine";
  const own = useMyBookings(kind, isMine);
  const listed = isMine ? own : props.toAssign;
  const isOpen = (booking: BookingWithPermissions) => booking.id === openId && occupiesResource(booking);
  const linked = useEndpoint(readBooking, { params: { id: openId ?? 0 } }, { enabled: openId !== null }).data?.data;
  const open = bookings.find(isOpen) ?? listed.data?.data.find(isOpen) ?? (linked && isOpen(linked) ? linked : null);
  const drop = (draft: SlotDraft) => {
    const booking = bookings.find(({ id }) => id === draft.bookingId);
    if (draft.bookingId === null) setBookingInput({ ...draft, booking: null, isChosenInGrid: true });
    else if (isBookingMoved(booking, draft)) moves.move(draft, booking);
  };
  const { edit, closePanel } = useStableHandlers({
    edit: (booking: BookingWithPermissions) => {
      close();
      const [from, until] = [Date.parse(booking.start_date), Date.parse(booking.end_date)];
      setBookingInput({ resourceId: booking.bookable_id, from, until, bookingId: booking.id, booking });
    },
    closePanel: () => setBookingInput(null),
  });
  if (resources.length === 0) {
    return <EmptyState title={text(`booking.none.${kind}`)} text={text(`booking.noneWhy.${kind}`)} />;
  }
  return (
    <>
      {!isGridView(props.chosen) ? (
        <BookingDays
          query={listed}
          showsTripsToAssign={!isMine}
          placeOf={(booking) => placeOf(booking, kind, resources)}
          onOpen={({ id }) => setOpenId(id)}
        />
      ) : (
        <>
          <Filters resources={resources} drivers={drivers} filter={filter} onChange={onFilter}>
            {!narrow && <DayNavigator view={view} day={day} today={props.today} onGo={props.onGo} />}
          </Filters>
          <BookingGrid
            kind={kind}
            rows={rows}
            resources={resources}
            bookings={bookings}
            outages={data.outages}
            holidays={data.holidays}
            range={range}
            pending={moves.pending}
            otherDrafts={draftPresence.others}
            mayBook={may}
            onDrop={drop}
            onOpen={({ id }) => setOpenId(id)}
            onBook={onBook}
          />
        </>
      )}
      <Viewed kind={kind} booking={open} place={open && placeOf(open, kind, resources)} onClose={close} onEdit={edit} />
      <Panel
        kind={kind}
        bookingInput={bookingInput}
        resources={resources}
        onClose={closePanel}
        onSlot={draftPresence.publishSlot}
      />
      <SlotTakenDialog
        kind={kind}
        lost={moves.lost}
        timeZone={resources.find(({ id }) => id === moves.lost?.wanted.resourceId)?.time_zone ?? data.time_zone}
        onClose={moves.forget}
        onTake={({ bookable_id, start_date, end_date }) =>
          moves.lost &&
          moves.move({
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

/** Returns the same object while the visible time range is unchanged, even if bookings change. */
function useRange(
  view: GridView,
  day: string,
  bookings: readonly BookingWithPermissions[],
  timeZone: string,
): GridRange {
  const range = gridRangeOf(view, day, bookings, timeZone, useWeek().first);
  const key = JSON.stringify(range);
  return useMemo(() => JSON.parse(key) as GridRange, [key]);
}

/** Name of the booked resource; null if the booking is on another grid or not assigned yet. */
function placeOf(
  { bookable_type, bookable_id }: BookingWithPermissions,
  kind: BookableType,
  resources: readonly GridResource[],
) {
  const found = bookable_type === kind ? resources.find(({ id }) => id === bookable_id) : undefined;
  return found ? resourceLabel(found) : null;
}
