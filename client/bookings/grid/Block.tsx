import { IconCircleCheck } from "@tabler/icons-react";
import { type CSSProperties, type KeyboardEvent, memo, type PointerEvent, type RefObject, useCallback } from "react";
import type { Reservation } from "../../../shared/bookings/bookings.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import { useCurrentUser } from "../../platform/session";
import { Clip } from "../../ui/signs/Clip";
import classes from "./Grid.module.css";
import type { Outage } from "./Grid";
import { type Draft, type Grip, keyed } from "./grid.drag";
import { type GridRange, shareOf } from "./grid.time";

/** Where a time lies in its row. */
export const placeOf = (range: GridRange, from: number, until: number): CSSProperties => ({
  insetInlineStart: `min(${shareOf(range, from)}%, 100% - var(--least, 0px))`,
  inlineSize: `calc(${shareOf(range, until) - shareOf(range, from)}% - 2px)`,
});
export const within = ({ from, until }: GridRange, start: number, end: number) => start < until && end > from;

export const draftOf = (booking: Reservation): Draft => ({
  resourceId: booking.bookable_id ?? 0,
  from: Date.parse(booking.start_date),
  until: Date.parse(booking.end_date),
  bookingId: booking.id,
});

interface BlockProps {
  booking: Reservation;
  /** Instead of whoever booked it. */
  beside: string | null;
  range: GridRange;
  /** Those that it can be moved to, in their order. */
  resources: readonly number[];
  held: boolean;
  /** A finger stayed on it: there are handles for it at both edges. */
  chosen: boolean;
  movable: boolean;
  onTake: (event: PointerEvent<HTMLElement>, grip: Grip, resourceId: number, before: Draft) => void;
  onOpen: (booking: Reservation) => void;
  onDrop: (draft: Draft) => void;
  /** Which booking was moved by keys: the focus goes with it, to another row as well. */
  followed: RefObject<number | null>;
}

/** A booking: opened by a press or Enter; moved by hand, or by Shift with the arrows; its end by Alt with them. */
export const Block = memo(function Block({
  booking,
  beside,
  range,
  resources,
  held,
  chosen,
  movable,
  onTake,
  onOpen,
  onDrop,
  followed,
}: BlockProps) {
  const text = useText();
  const words = useBookingWords();
  const me = useCurrentUser();
  const now = useNow().getTime();
  const draft = draftOf(booking);
  const moves = movable && booking.can.edit;
  const short = shareOf(range, draft.until) - shareOf(range, draft.from) < 7;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const place = keyOf(event);
    if (!place || !moves) return;
    event.preventDefault();
    event.stopPropagation();
    followed.current = booking.id;
    onDrop(keyed(draft, place, range, resources));
  };
  const { id } = booking;
  const follow = useCallback(
    (block: HTMLButtonElement | null) => {
      if (movable && followed.current === id) block?.focus();
    },
    [followed, id, movable],
  );
  if (!within(range, draft.from, draft.until)) return null;
  const grip = (side: "start" | "end") =>
    moves && (
      <i
        className={classes.grip}
        data-side={side}
        aria-hidden
        onPointerDown={(event) => {
          event.stopPropagation();
          onTake(event, side, draft.resourceId, draft);
        }}
      />
    );
  const handle = (side: "start" | "end") => (
    <i
      key={side}
      className={classes.handle}
      data-handle={side}
      data-side={side}
      style={{ "--at": `${shareOf(range, side === "start" ? draft.from : draft.until)}%` } as CSSProperties}
      aria-hidden
      onPointerDown={(event) => {
        event.stopPropagation();
        onTake(event, side, draft.resourceId, draft);
      }}
    />
  );
  return (
    <>
      <button
        ref={follow}
        type="button"
        className={classes.block}
        data-booking={booking.id}
        data-mine={booking.requester?.id === me.id || undefined}
        data-pending={booking.status === "pending" || undefined}
        data-past={draft.until <= now || undefined}
        data-held={held || undefined}
        data-chosen={chosen || undefined}
        data-short={short || undefined}
        data-movable={moves || undefined}
        style={placeOf(range, draft.from, draft.until)}
        aria-label={[words.whole(booking), beside].filter(Boolean).join(", ")}
        aria-keyshortcuts={
          moves ? "Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown Alt+ArrowRight" : undefined
        }
        onPointerDown={(event) => moves && onTake(event, "move", draft.resourceId, draft)}
        onClick={() => onOpen(booking)}
        onKeyDown={onKeyDown}
      >
        <b>
          <Clip>{booking.title ?? text("booking.busy")}</Clip>
        </b>
        <span>
          {booking.checked_in_at && <IconCircleCheck size={14} stroke={1.75} aria-hidden />}
          <Clip>{beside ?? words.who(booking)}</Clip>
        </span>
        {grip("start")}
        {grip("end")}
      </button>
      {chosen && moves && !held && [handle("start"), handle("end")]}
    </>
  );
});

/** The way of an arrow; left and right are earlier and later as one reads. */
function keyOf(event: KeyboardEvent<HTMLElement>) {
  if (!event.shiftKey && !event.altKey) return null;
  const later = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  const inline = event.key === later ? 1 : event.key === "ArrowLeft" || event.key === "ArrowRight" ? -1 : 0;
  const block = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (inline === 0 && (block === 0 || event.altKey)) return null;
  return { inline, block, resizes: event.altKey } as const;
}

/** A booking in words, for blocks and for who listens. */
export function useBookingWords() {
  const text = useText();
  const format = useFormat();
  const me = useCurrentUser();
  const who = ({ requester }: Reservation) =>
    requester?.id === me.id ? text("booking.you") : (requester?.fullname ?? text("booking.private"));
  const time = (from: string | number, until: string | number) =>
    text("booking.span", { from: format.time(new Date(from)), until: format.time(new Date(until)) });
  const whole = (booking: Reservation) =>
    [
      booking.title ?? text("booking.busy"),
      who(booking),
      time(booking.start_date, booking.end_date),
      ...(booking.status === "pending" ? [text("booking.pending")] : []),
    ].join(", ");
  return { who, time, whole };
}

/** What is kept free around it. */
export const BufferBlock = memo(function BufferBlock({ booking, range }: { booking: Reservation; range: GridRange }) {
  const parts = [
    [booking.busy_from, booking.start_date],
    [booking.end_date, booking.busy_until],
  ] as const;
  return parts.map(([from, until]) => {
    const [start, end] = [Date.parse(from), Date.parse(until)];
    if (end <= start || !within(range, start, end)) return null;
    return <span key={from} className={classes.buffer} style={placeOf(range, start, end)} aria-hidden />;
  });
});

export function OutageBlock({ outage, range }: { outage: Outage; range: GridRange }) {
  const text = useText();
  const [start, end] = [Date.parse(outage.start_date), Date.parse(outage.end_date)];
  return (
    <span className={classes.outage} style={placeOf(range, start, end)}>
      {outage.reason ?? text("booking.outage")}
    </span>
  );
}

/** What is in the hand, or being booked. */
export function DraftBlock({ draft, range }: { draft: Draft; range: GridRange }) {
  const text = useText();
  const words = useBookingWords();
  return (
    <span className={classes.draft} style={placeOf(range, draft.from, draft.until)} data-draft>
      <b>{draft.bookingId === null ? text("booking.new") : text("booking.moving")}</b>
      <span>{words.time(draft.from, draft.until)}</span>
    </span>
  );
}
