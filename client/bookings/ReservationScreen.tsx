import { ActionIcon, Button, SegmentedControl } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconPlus, IconSearch } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import type { Reservation } from "../../shared/bookings/bookings.contract";
import type { BookableType } from "../../shared/bookings/bookings.schema";
import type { GridResource } from "../../shared/bookings/grid.contract";
import type { WholeGrid } from "../../shared/bookings/grid.rules";
import { isDay } from "../../shared/kernel/fields";
import { useFormat, useText } from "../platform/intl/useText";
import { useToday } from "../platform/today";
import { useCan } from "../platform/session";
import { useAddress } from "../platform/address/useAddress";
import { useShortcuts } from "../ui/keys/shortcuts";
import { PageHead } from "../ui/PageHead";
import { EmptyState } from "../ui/states/EmptyState";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { BookingPanel, type Wanted } from "./BookingPanel";
import { BookingView } from "./BookingView";
import classes from "./bookings.module.css";
import { FindPanel } from "./finding/FindPanel";
import { Grid } from "./grid/Grid";
import type { Draft } from "./grid/grid.drag";
import { type GridFilter, nameOf, rowsOf } from "./grid/grid.rows";
import { dayStart, type GridView, rangeOf, turned } from "./grid/grid.time";
import { useGrid } from "./grid/useGrid";
import { GridFilters } from "./GridFilters";
import { LostDialog } from "./LostDialog";
import { isMoved, useMoves } from "./useMoves";

const views: readonly GridView[] = ["day", "week", "month"];

/** The next full hour of a day that isn't over, or nine. */
function usualTime(day: string, today: string): { from: number; until: number } {
  const from = day === today ? new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000) : dayStart(day);
  if (day !== today) from.setHours(9);
  return { from: from.getTime(), until: from.getTime() + 3_600_000 };
}

/** Rooms, cars or equipment by time: what is booked, live, and booking by hand, by keys and by the form. */
export function ReservationScreen({ kind }: { kind: BookableType }) {
  const text = useText();
  const format = useFormat();
  const today = useToday();
  const [search, setSearch] = useAddress();
  const wantedDay = search.get("day") ?? "";
  const day = isDay(wantedDay) ? wantedDay : today;
  const view = views.find((each) => each === search.get("view")) ?? "day";
  const { query, apply, beingBooked } = useGrid(kind, view, day);
  const may = useCan()("reservation-create");
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [finding, setFinding] = useState(false);
  const go = (next: { day?: string; view?: string }) =>
    setSearch((now) => ({ ...Object.fromEntries(now), ...next }), { replace: true });
  const book = (resource?: GridResource) =>
    setWanted({ resourceId: resource?.id ?? null, ...usualTime(day, today), bookingId: null, booking: null });
  useShortcuts({
    title: `title.${kind}Reservation`,
    shortcuts: [
      { keys: ["n"], label: "booking.book", run: () => (may ? book() : false) },
      { keys: ["f"], label: `booking.find.${kind}`, run: () => setFinding(true) },
    ],
  });
  return (
    <>
      <PageHead
        title={text(`title.${kind}Reservation`)}
        tabs={
          <SegmentedControl
            size="xs"
            aria-label={text("booking.view")}
            value={view}
            onChange={(each) => go({ view: each })}
            data={views.map((value) => ({ value, label: text(`booking.view.${value}`) }))}
          />
        }
      >
        <Button variant="default" onClick={() => go({ day: today })}>
          {text("booking.today")}
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={text("booking.back")}
          onClick={() => go({ day: turned(view, day, -1) })}
        >
          <IconChevronLeft size={18} stroke={1.75} className="flip" aria-hidden />
        </ActionIcon>
        <span className={classes.day} aria-live="polite">
          {format.day(day, view === "day" ? "long" : "monthYear")}
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={text("booking.forward")}
          onClick={() => go({ day: turned(view, day, 1) })}
        >
          <IconChevronRight size={18} stroke={1.75} className="flip" aria-hidden />
        </ActionIcon>
        <Button
          variant="default"
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          onClick={() => setFinding(true)}
        >
          {text(`booking.find.${kind}`)}
        </Button>
        {may && (
          <Button
            variant="filled"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => book()}
          >
            {text("booking.book")}
          </Button>
        )}
      </PageHead>
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

interface ContentProps {
  kind: BookableType;
  view: GridView;
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
  const [filter, setFilter] = useState<GridFilter>({ seats: 0, tool: null, text: "" });
  const [openId, setOpenId] = useState(props.linkedId);
  const moves = useMoves(apply);
  const { resources, bookings } = data;
  const rows = useMemo(() => rowsOf(resources, bookings, filter, titleOf), [resources, bookings, filter, titleOf]);
  const open = bookings.find(({ id }) => id === openId) ?? null;
  const drop = (draft: Draft) => {
    const booking = bookings.find(({ id }) => id === draft.bookingId);
    if (draft.bookingId === null) setWanted({ ...draft, booking: null });
    else if (isMoved(booking, draft)) void moves.move(draft);
  };
  const edit = (booking: Reservation) => {
    setOpenId(null);
    const [from, until] = [Date.parse(booking.start_date), Date.parse(booking.end_date)];
    setWanted({ resourceId: booking.bookable_id, from, until, bookingId: booking.id, booking });
  };
  if (resources.length === 0) {
    return <EmptyState title={text(`booking.none.${kind}`)} text={text(`booking.noneWhy.${kind}`)} />;
  }
  return (
    <>
      <GridFilters resources={resources} filter={filter} onChange={setFilter} />
      <Grid
        kind={kind}
        rows={rows}
        bookings={bookings}
        outages={data.outages}
        range={rangeOf(view, day, bookings)}
        pending={moves.pending}
        beingBooked={beingBooked.others}
        mayBook={may}
        onDrop={drop}
        onOpen={({ id }) => setOpenId(id)}
        onBook={onBook}
      />
      <BookingView
        kind={kind}
        booking={open}
        place={open && placeOf(open, kind, resources)}
        onClose={() => setOpenId(null)}
        onEdit={edit}
      />
      <BookingPanel
        kind={kind}
        wanted={wanted}
        resources={resources}
        onClose={() => setWanted(null)}
        onSlot={beingBooked.say}
      />
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
