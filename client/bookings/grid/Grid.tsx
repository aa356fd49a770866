import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from "react";
import type { Reservation } from "../../../shared/bookings/bookings.contract";
import type { GridResource } from "../../../shared/bookings/grid.contract";
import type { BookableType } from "../../../shared/bookings/bookings.schema";
import type { MessageId } from "../../platform/intl/catalogues";
import { useFormat, useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import { useStable } from "../../ui/useStable";
import classes from "./Grid.module.css";
import type { Draft } from "./grid.drag";
import { bookingsByRow } from "./grid.index";
import type { GridRow } from "./grid.rows";
import { type GridRange, shareOf, ticksOf } from "./grid.time";
import { ResourceRow } from "./ResourceRow";
import type { BeingBooked } from "./useBeingBooked";
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
  /** All of the kind, those that no row shows as well. */
  resources: readonly GridResource[];
  bookings: readonly Reservation[];
  outages: readonly Outage[];
  range: GridRange;
  /** What is moved and not yet answered. */
  pending: ReadonlyMap<number, Draft>;
  /** What others are filling in right now. */
  beingBooked: readonly BeingBooked[];
  mayBook: boolean;
  onDrop: (draft: Draft) => void;
  onOpen: (booking: Reservation) => void;
  onBook: (resource: GridResource) => void;
}

const corners: Record<BookableType, MessageId> = {
  room: "booking.room",
  car: "reservation.car",
  equipment: "booking.piece",
};
const none: readonly Reservation[] = [];
const heights = { group: 33, resource: 58, asked: 58, driver: 58 } as const;

/** Everything that can be booked by time. What isn't in sight isn't drawn. */
export function Grid(props: GridProps) {
  const { kind, rows, range, bookings, pending, mayBook } = props;
  const format = useFormat();
  const text = useText();
  const label = text(`booking.grid.${kind}`);
  const now = useNow().getTime();
  const scroller = useRef<HTMLDivElement>(null);
  const followed = useRef<number | null>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback((n) => heights[rows[n]?.kind ?? "resource"], [rows]),
    getItemKey: useCallback((n) => rows[n]?.key ?? n, [rows]),
    overscan: 6,
  });
  useNowInSight(scroller, range);
  const { onDrop, onOpen, onBook } = useStable({ onDrop: props.onDrop, onOpen: props.onOpen, onBook: props.onBook });
  const { draft, chosen, take } = usePointer(scroller, { range, onDrop, mayBook });
  const shown = useMemo(() => bookingsByRow(kind, bookings, pending), [kind, bookings, pending]);
  const resources = useMemo(() => rows.flatMap((each) => (each.kind === "resource" ? [each.resource.id] : [])), [rows]);
  const carOf = useCallback(
    (booking: Reservation) => props.resources.find(({ id }) => id === booking.car_id)?.name ?? null,
    [props.resources],
  );
  const ticks = ticksOf(range);
  const showsNow = now >= range.from && now < range.until;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
    <div ref={scroller} className={classes.scroller} tabIndex={0} role="region" aria-label={label}>
      <div className={classes.grid} data-view={range.view} style={{ "--ticks": ticks.length } as object}>
        <div className={classes.head}>
          <span className={classes.corner} data-corner>
            {text(corners[kind])}
          </span>
          <div className={classes.ticks} aria-hidden>
            {ticks.map(({ at }) => (
              <span key={at}>
                {range.view === "day" ? format.time(new Date(at)) : tickDay(new Date(at), range, format)}
              </span>
            ))}
            {showsNow && range.view === "day" && (
              <i className={classes.nowBadge} style={{ insetInlineStart: `${shareOf(range, now)}%` }}>
                {format.time(new Date(now))}
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
            const there = shown.get(row.key) ?? none;
            const one = (wanted: number | null | undefined) => there.find((each) => each.id === wanted)?.id ?? null;
            return (
              <div
                key={item.key}
                className={classes.row}
                data-kind={row.kind}
                style={{ transform: `translateY(${item.start}px)`, blockSize: item.size }}
              >
                {row.kind === "group" ? (
                  <div className={classes.group}>
                    <span>{row.title}</span>
                  </div>
                ) : (
                  <ResourceRow
                    kind={kind}
                    row={row}
                    range={range}
                    bookings={there}
                    outages={props.outages.filter(({ bookable_id }) => bookable_id === id)}
                    beingBooked={props.beingBooked.filter(({ slot }) => slot.kind === kind && slot.resource_id === id)}
                    resources={resources}
                    draft={draft?.resourceId === id ? draft : null}
                    besideOf={row.kind === "driver" ? carOf : null}
                    heldId={one(draft?.bookingId)}
                    chosenId={one(chosen)}
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

/** Of a day that goes on, what comes next is in sight, not the morning that is over: once, wherever one looks afterwards. */
function useNowInSight(scroller: RefObject<HTMLDivElement | null>, range: GridRange) {
  const shown = useRef("");
  useLayoutEffect(() => {
    const box = scroller.current;
    const now = Date.now();
    const day = `${range.view} ${new Date(range.from).toDateString()}`;
    if (!box || shown.current === day) return;
    shown.current = day;
    if (range.view !== "day" || now < range.from || now >= range.until) return;
    const names = box.querySelector<HTMLElement>("[data-corner]")?.offsetWidth ?? 0;
    const at = (shareOf(range, now) / 100) * (box.scrollWidth - names);
    const ahead = (box.clientWidth - names) / 4;
    box.scrollLeft = (getComputedStyle(box).direction === "rtl" ? -1 : 1) * Math.max(0, at - ahead);
  }, [scroller, range]);
}

const tickDay = (date: Date, { view }: GridRange, format: ReturnType<typeof useFormat>) =>
  view === "week" ? `${format.day(date, "weekday")} ${format.number(date.getDate())}` : format.number(date.getDate());
