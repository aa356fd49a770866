import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Reservation } from "../../../shared/bookings/bookings.contract";
import type { GridResource } from "../../../shared/bookings/grid.contract";
import type { BookableType } from "../../../shared/bookings/bookings.schema";
import type { MessageId } from "../../platform/intl/catalogues";
import { useFormat, useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import { BeingBookedBlock } from "./BeingBookedBlock";
import { Block, BufferBlock, DraftBlock, OutageBlock } from "./Block";
import classes from "./Grid.module.css";
import type { Draft } from "./grid.drag";
import { type GridRow, isIn } from "./grid.rows";
import { type GridRange, shareOf, ticksOf } from "./grid.time";
import { RowHead } from "./RowHead";
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
const heights = { group: 33, resource: 58, asked: 58 } as const;

/** Everything that can be booked by time. What isn't in sight isn't drawn. */
export function Grid(props: GridProps) {
  const { kind, rows, range } = props;
  const format = useFormat();
  const text = useText();
  const label = text(`booking.grid.${kind}`);
  const now = useNow().getTime();
  const scroller = useRef<HTMLDivElement>(null);
  const followed = useRef<number | null>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (n) => heights[rows[n]?.kind ?? "resource"],
    getItemKey: (n) => rows[n]?.key ?? n,
    overscan: 6,
  });
  useNowInSight(scroller, range);
  const pointer = usePointer(scroller, { range, onDrop: props.onDrop, mayBook: props.mayBook });
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
            return (
              <div
                key={item.key}
                className={classes.row}
                data-kind={row.kind}
                style={{ transform: `translateY(${item.start}px)`, blockSize: item.size }}
              >
                <Row {...props} row={row} now={showsNow ? now : null} pointer={pointer} followed={followed} />
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

type RowProps = GridProps & {
  row: GridRow;
  now: number | null;
  pointer: ReturnType<typeof usePointer>;
  followed: RefObject<number | null>;
};

function Row({ row, now, pointer, followed, ...props }: RowProps) {
  const { kind, range, bookings, outages, pending, onBook, onOpen, onDrop, mayBook } = props;
  if (row.kind === "group")
    return (
      <div className={classes.group}>
        <span>{row.title}</span>
      </div>
    );
  const resource = row.kind === "resource" ? row.resource : null;
  const shown = bookings.flatMap((booking) => {
    const moved = pending.get(booking.id);
    if (!moved) return isIn(booking, row) ? [booking] : [];
    // What goes along goes to the other time as well.
    const along = isIn(booking, row) && booking.bookable_id !== resource?.id;
    return along || moved.resourceId === resource?.id ? [timed(booking, moved)] : [];
  });
  const { draft } = pointer;
  const resources = props.rows.flatMap((each) => (each.kind === "resource" ? [each.resource.id] : []));
  return (
    <>
      <RowHead row={row} onBook={mayBook && resource ? () => onBook(resource) : null} />
      <div
        className={classes.track}
        data-track={resource?.id}
        data-bookable={(resource && mayBook) || undefined}
        onPointerDown={(event) =>
          resource && event.target === event.currentTarget && pointer.take(event, "new", resource.id)
        }
      >
        {outages
          .filter((outage) => outage.bookable_id === resource?.id)
          .map((outage) => (
            <OutageBlock key={outage.id} outage={outage} range={range} />
          ))}
        {shown.map((booking) => (
          <BufferBlock key={booking.id} booking={booking} range={range} />
        ))}
        {shown.map((booking) => (
          <Block
            key={booking.id}
            booking={booking}
            range={range}
            resources={resources}
            held={draft?.bookingId === booking.id}
            chosen={pointer.chosen === booking.id}
            movable={kind !== "car" && booking.bookable_type === kind && booking.bookable_id === resource?.id}
            onTake={pointer.take}
            onOpen={onOpen}
            onDrop={onDrop}
            followed={followed}
          />
        ))}
        {props.beingBooked
          .filter(({ slot }) => slot.kind === kind && slot.resource_id === resource?.id)
          .map((one) => (
            <BeingBookedBlock key={one.id} one={one} range={range} />
          ))}
        {draft && draft.resourceId === resource?.id && <DraftBlock draft={draft} range={range} />}
        {now !== null && <span className={classes.now} style={{ insetInlineStart: `${shareOf(range, now)}%` }} />}
      </div>
    </>
  );
}

/** As it will be once the server has agreed. */
const timed = (booking: Reservation, { from, until, resourceId }: Draft): Reservation => ({
  ...booking,
  bookable_id: resourceId,
  start_date: new Date(from).toISOString(),
  end_date: new Date(until).toISOString(),
});
