import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from "react";
import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import type { GridHoliday, GridResource } from "../../../../shared/bookings/bookings/grid.contract";
import { zoneName } from "../../../../shared/kernel/zone-names";
import { localDayAt, localTimeAt } from "../../../../shared/kernel/wall-clock";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import type { MessageId } from "../../../platform/intl/catalogues";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useNameOf } from "../../../platform/intl/useNameOf";
import { useNow } from "../../../platform/now";
import { useWeek } from "../../../platform/week";
import { printing$ } from "../../../platform/printing";
import { useStore } from "../../../platform/store";
import { useStableHandlers } from "../../../ui/useStableHandlers";
import { deviceTimeZone } from "../../../platform/intl/formats";
import classes from "./BookingGrid.module.css";
import type { SlotDraft } from "./grid.drag";
import { bookingsByRow } from "./grid.index";
import type { GridRow } from "./grid.rows";
import { type GridRange, percentAtTime, timeTicks } from "./grid.time";
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
  beingBooked: readonly OtherDraft[];
  mayBook: boolean;
  onDrop: (draft: SlotDraft) => void;
  onOpen: (booking: BookingWithPermissions) => void;
  onBook: (resource: GridResource) => void;
}

const cornerLabels: Record<BookableType, MessageId> = {
  room: "booking.room",
  car: "reservation.car",
  equipment: "booking.piece",
};
const none: readonly BookingWithPermissions[] = [];
const heights = { group: 33, resource: 58, asked: 58, driver: 58 } as const;

export function BookingGrid(props: GridProps) {
  const { kind, rows, range, bookings, pending, mayBook } = props;
  const format = useFormat();
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
  const ticks = timeTicks(range);
  const zone = useMemo(() => commonZone(rows) ?? range.timeZone, [rows, range.timeZone]);
  const offDays = useOffDays(range, props.holidays);
  const showsNow = now >= range.from && now < range.until;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
    <div ref={scroller} className={classes.scroller} tabIndex={0} role="region" aria-label={label}>
      <div className={classes.grid} data-view={range.view} style={{ "--ticks": ticks.length } as object}>
        <div className={classes.head}>
          <span className={classes.corner} data-corner>
            <span>{text(cornerLabels[kind])}</span>
            <small>{text("booking.zone", { zone: zoneName(zone, text) })}</small>
          </span>
          <div className={`${classes.ticks} time-axis`} aria-hidden>
            {range.view === "day" ? (
              <Hours ticks={ticks} zone={zone} />
            ) : (
              ticks.map(({ from }) => {
                const day = localDayAt(from, range.timeZone);
                return (
                  <span
                    key={from}
                    data-off={offDays.get(day) !== undefined || undefined}
                    title={offDays.get(day) || undefined}
                  >
                    {format.day(day, range.view === "week" ? "weekday" : "weekdayNarrow")}{" "}
                    <b>{range.view === "week" ? format.day(day, "short") : format.number(Number(day.slice(8)))}</b>
                    {range.view === "week" && offDays.get(day) && <small>{offDays.get(day)}</small>}
                  </span>
                );
              })
            )}
            {showsNow && range.view === "day" && (
              <i className={classes.nowBadge} style={{ insetInlineStart: `${percentAtTime(range, now)}%` }}>
                {format.time(new Date(now), zone)}
              </i>
            )}
          </div>
        </div>
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
                  <div className={classes.group}>
                    <span>
                      <bdi>{row.title}</bdi>
                      {row.timeZone && row.timeZone !== zone && (
                        <small>{text("booking.zone", { zone: zoneName(row.timeZone, text) })}</small>
                      )}
                    </span>
                    {range.view === "day" && row.timeZone && !sameHours(ticks, row.timeZone, zone) && (
                      <div className={`${classes.ticks} time-axis`} aria-hidden>
                        <Hours ticks={ticks} zone={row.timeZone} />
                      </div>
                    )}
                  </div>
                ) : (
                  <ResourceRow
                    kind={kind}
                    row={row}
                    range={range}
                    bookings={rowBookings}
                    outages={props.outages.filter(({ bookable_id }) => bookable_id === id)}
                    beingBooked={props.beingBooked.filter(({ slot }) => slot.kind === kind && slot.resource_id === id)}
                    resources={resources}
                    offDays={offDays}
                    draft={draft?.resourceId === id ? draft : null}
                    besideOf={row.kind === "driver" ? carOf : null}
                    draggedId={idInRow(draft?.bookingId)}
                    chosenId={idInRow(chosen)}
                    now={showsNow ? now : null}
                    mayBook={mayBook}
                    followed={followed}
                    onTake={take}
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

type Ticks = ReturnType<typeof timeTicks>;

const sameHours = (ticks: Ticks, one: string, other: string) =>
  ticks.every(({ from }) => localTimeAt(from, one) === localTimeAt(from, other));

function Hours({ ticks, zone }: { ticks: Ticks; zone: string }) {
  const format = useFormat();
  const own = deviceTimeZone();
  const alike = sameHours(ticks, zone, own);
  return ticks.map(({ from }) => (
    <span key={from}>
      {format.time(new Date(from), zone)}
      {!alike && <small data-own>({format.time(new Date(from), own)})</small>}
    </span>
  ));
}

function commonZone(rows: readonly GridRow[]): string | null {
  const zones = new Set(rows.flatMap((row) => (row.kind === "resource" ? row.resource.time_zone : [])));
  return zones.size === 1 ? ([...zones][0] as string) : null;
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
