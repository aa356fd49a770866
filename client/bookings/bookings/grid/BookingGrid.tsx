import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from "react";
import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import type { GridHoliday, GridResource } from "../../../../shared/bookings/bookings/grid.contract";
import { localDayAt } from "../../../../shared/kernel/wall-clock";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import { useText } from "../../../platform/intl/useText";
import { useNameOf } from "../../../platform/intl/useNameOf";
import { useNow } from "../../../platform/now";
import { useWeek } from "../../../platform/week";
import { printing$ } from "../../../platform/printing";
import { useStore } from "../../../platform/store";
import { useStableHandlers } from "../../../ui/useStableHandlers";
import classes from "./BookingGrid.module.css";
import type { SlotDraft } from "./grid.drag";
import { bookingsByRow } from "./grid.index";
import { commonTimeZone, type GridRow } from "./grid.rows";
import { type GridRange, percentAtTime, timeTicks } from "./grid.time";
import { GridHead, GroupHead } from "./GridHead";
import { ResourceRow } from "./ResourceRow";
import type { OtherDraft } from "./useOtherDrafts";
import { usePointer } from "./usePointer";

export interface Outage {
  id: number;
  bookable_id: number;
  start_date: string;
  end_date: string;
  reason: string | null;
}

interface GridProps {
  kind: BookableType;
  rows: readonly GridRow[];
  /** All resources of the kind, including those that the filter hides. */
  resources: readonly GridResource[];
  bookings: readonly BookingWithPermissions[];
  outages: readonly Outage[];
  holidays: readonly GridHoliday[];
  range: GridRange;
  /** Optimistic moves awaiting the server's response. */
  pending: ReadonlyMap<number, SlotDraft>;
  otherDrafts: readonly OtherDraft[];
  mayBook: boolean;
  onDrop: (draft: SlotDraft) => void;
  onOpen: (booking: BookingWithPermissions) => void;
  onBook: (resource: GridResource) => void;
}

const none: readonly BookingWithPermissions[] = [];
const heights = { group: 33, resource: 58, asked: 58, driver: 58 } as const;

export function BookingGrid(props: GridProps) {
  const { kind, rows, range, bookings, pending, mayBook } = props;
  const text = useText();
  const label = text(`booking.grid.${kind}`);
  const now = useNow().getTime();
  const scroller = useRef<HTMLDivElement>(null);
  const followed = useRef<number | null>(null);
  const printing = useStore(printing$);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback((n) => heights[rows[n]?.kind ?? "resource"], [rows]),
    getItemKey: useCallback((n) => rows[n]?.key ?? n, [rows]),
    overscan: 6,
    rangeExtractor: useCallback(
      (range: Range) => (printing ? Array.from({ length: range.count }, (_, at) => at) : defaultRangeExtractor(range)),
      [printing],
    ),
  });
  useScrollToNow(scroller, range);
  const { onDrop, onOpen, onBook } = useStableHandlers({
    onDrop: props.onDrop,
    onOpen: props.onOpen,
    onBook: props.onBook,
  });
  const timeZoneOf = useCallback(
    (id: number) => props.resources.find((each) => each.id === id)?.time_zone ?? range.timeZone,
    [props.resources, range.timeZone],
  );
  const { draft, chosen, take } = usePointer(scroller, { range, timeZoneOf, onDrop, mayBook });
  const bookingsByRowKey = useMemo(() => bookingsByRow(kind, bookings, pending), [kind, bookings, pending]);
  const resources = useMemo(() => rows.flatMap((each) => (each.kind === "resource" ? [each.resource.id] : [])), [rows]);
  const carOf = useCallback(
    (booking: BookingWithPermissions) => props.resources.find(({ id }) => id === booking.car_id)?.name ?? null,
    [props.resources],
  );
  const zone = useMemo(() => commonTimeZone(rows) ?? range.timeZone, [rows, range.timeZone]);
  const offDays = useOffDays(range, props.holidays);
  const visibleNow = now >= range.from && now < range.until ? now : null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
    <div ref={scroller} className={classes.scroller} tabIndex={0} role="region" aria-label={label}>
      <div className={classes.grid} data-view={range.view} style={{ "--ticks": timeTicks(range).length } as object}>
        <GridHead kind={kind} range={range} zone={zone} offDays={offDays} now={visibleNow} />
        <div
          className={classes.rows}
          onFocus={({ target }) => {
            if (Number(target.dataset.booking) !== followed.current) followed.current = null;
          }}
          style={{ blockSize: virtual.getTotalSize() }}
        >
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const id = row.kind === "resource" ? row.resource.id : null;
            const rowBookings = bookingsByRowKey.get(row.key) ?? none;
            const idInRow = (bookingId: number | null | undefined) =>
              rowBookings.find((each) => each.id === bookingId)?.id ?? null;
            return (
              <div
                key={item.key}
                className={classes.row}
                data-kind={row.kind}
                style={{ transform: `translateY(${item.start}px)`, blockSize: item.size }}
              >
                {row.kind === "group" ? (
                  <GroupHead group={row} range={range} zone={zone} />
                ) : (
                  <ResourceRow
                    kind={kind}
                    row={row}
                    range={range}
                    bookings={rowBookings}
                    outages={props.outages.filter(({ bookable_id }) => bookable_id === id)}
                    otherDrafts={props.otherDrafts.filter(({ slot }) => slot.kind === kind && slot.resource_id === id)}
                    resources={resources}
                    holidayNameByOffDay={offDays}
                    draft={draft?.resourceId === id ? draft : null}
                    companionTextOf={row.kind === "driver" ? carOf : null}
                    draggedId={idInRow(draft?.bookingId)}
                    chosenId={idInRow(chosen)}
                    now={visibleNow}
                    mayBook={mayBook}
                    focusedBookingId={followed}
                    onDragStart={take}
                    onDrop={onDrop}
                    onOpen={onOpen}
                    onBook={onBook}
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Scrolls to the current time once per day and view, so that later scrolling by the user isn't overridden. */
function useScrollToNow(scroller: RefObject<HTMLDivElement | null>, range: GridRange) {
  const lastScrolledDay = useRef("");
  useLayoutEffect(() => {
    const box = scroller.current;
    const now = Date.now();
    const day = `${range.view} ${localDayAt(range.from, range.timeZone)}`;
    if (!box || lastScrolledDay.current === day) return;
    lastScrolledDay.current = day;
    const isRtl = getComputedStyle(box).direction === "rtl";
    const whole = box.scrollWidth - box.clientWidth;
    // The time axis starts at the left in every language, but right-to-left layouts have the names on the right.
    const scrollTo = (left: number) => (box.scrollLeft = isRtl ? Math.min(left, whole) - whole : left);
    if (now < range.from || now >= range.until) return void scrollTo(0);
    const names = box.querySelector<HTMLElement>("[data-corner]")?.offsetWidth ?? 0;
    const at = (percentAtTime(range, now) / 100) * (box.scrollWidth - names);
    const ahead = (box.clientWidth - names) / 4;
    scrollTo(Math.max(0, at - ahead));
  }, [scroller, range]);
}

/** Names of holidays by date, empty for a weekend. The same object while unchanged, so that rows aren't rendered again. */
function useOffDays(
  { visibleSpans, timeZone }: GridRange,
  holidays: readonly GridHoliday[],
): ReadonlyMap<string, string> {
  const { weekend } = useWeek();
  const nameOf = useNameOf();
  const days = visibleSpans.map(({ from }) => localDayAt(from, timeZone));
  const free = days.filter((day) => weekend.includes(new Date(`${day}T00:00:00Z`).getUTCDay()));
  const namedHolidays = holidays
    .filter(({ date }) => days.includes(date))
    .map((each) => [each.date, nameOf(each)] as const);
  const key = JSON.stringify([...free.map((day) => [day, ""] as const), ...namedHolidays]);
  return useMemo(() => new Map(JSON.parse(key) as [string, string][]), [key]);
}
