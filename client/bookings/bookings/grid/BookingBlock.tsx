import { IconCircleCheck } from "@tabler/icons-react";
import { type CSSProperties, type KeyboardEvent, memo, type PointerEvent, type RefObject, useCallback } from "react";
import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import { useText } from "../../../platform/intl/useText";
import { useRequesterLabel } from "../../resources/useRequesterLabel";
import { useNow } from "../../../platform/now";
import { useCurrentUser } from "../../../platform/session";
import { TruncatedName } from "../../../ui/signs/TruncatedName";
import { useTimeSpanText } from "../../../platform/intl/useTimeSpanText";
import classes from "./BookingGrid.module.css";
import type { Outage } from "./BookingGrid";
import { type SlotDraft, type DragGrip, draftAfterKey } from "./grid.drag";
import { type GridRange, percentAtTime } from "./grid.time";

export const blockStyle = (range: GridRange, from: number, until: number): CSSProperties => ({
  insetInlineStart: `${percentAtTime(range, from)}%`,
  inlineSize: `calc(${percentAtTime(range, until) - percentAtTime(range, from)}% - 2px)`,
});
/** Position of the text between the end of a bar, which may be wider than its time span, and the next booking. */
const besideStyle = (range: GridRange, { from, until }: SlotDraft, beforeNext: number): CSSProperties => ({
  insetInlineStart: `max(${percentAtTime(range, until)}%, ${percentAtTime(range, from)}% + var(--touch, 0px))`,
  insetInlineEnd: `${100 - percentAtTime(range, beforeNext)}%`,
});
export const overlapsRange = ({ from, until }: GridRange, start: number, end: number) => start < until && end > from;

export const draftFromBooking = (booking: BookingWithPermissions): SlotDraft => ({
  resourceId: booking.bookable_id ?? 0,
  from: Date.parse(booking.start_date),
  until: Date.parse(booking.end_date),
  bookingId: booking.id,
});

const edges = ["start", "end"] as const;
type Edge = (typeof edges)[number];

interface BlockProps {
  booking: BookingWithPermissions;
  /** Text shown instead of the requester's name. */
  beside: string | null;
  range: GridRange;
  /** Start of the next booking in its row, or the end of the range: a short bar, or its name, may extend until then. */
  nextStart: number;
  /** Ids of the resources that the booking can be moved to, in display order. */
  resources: readonly number[];
  isDragged: boolean;
  /** True if the booking was selected by a long press; it then shows touch handles at both edges. */
  chosen: boolean;
  movable: boolean;
  onTake: (event: PointerEvent<HTMLElement>, grip: DragGrip, resourceId: number, before: SlotDraft) => void;
  onOpen: (booking: BookingWithPermissions) => void;
  onDrop: (draft: SlotDraft) => void;
  /** Id of the booking last moved by keyboard; the focus follows it to another row. */
  followed: RefObject<number | null>;
}

/** A booking in the grid. Enter or a press opens it, dragging or Shift with arrows moves it, Alt with arrows changes its end. */
export const BookingBlock = memo(function Block({
  booking,
  beside,
  range,
  nextStart: beforeNext,
  resources,
  isDragged,
  chosen,
  movable,
  onTake,
  onOpen,
  onDrop,
  followed,
}: BlockProps) {
  const text = useText();
  const words = useBookingText();
  const me = useCurrentUser();
  const now = useNow().getTime();
  const draft = draftFromBooking(booking);
  const moves = movable && booking.can.edit;
  const short = percentAtTime(range, draft.until) - percentAtTime(range, draft.from) < 7;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const place = keyOf(event);
    if (!place || !moves) return;
    event.preventDefault();
    event.stopPropagation();
    followed.current = booking.id;
    onDrop(draftAfterKey(draft, place, range, resources, booking.time_zone));
  };
  const { id } = booking;
  const follow = useCallback(
    (block: HTMLButtonElement | null) => {
      if (movable && followed.current === id) block?.focus();
    },
    [followed, id, movable],
  );
  if (!overlapsRange(range, draft.from, draft.until)) return null;
  const takeEdge = (side: Edge) => (event: PointerEvent<HTMLElement>) => {
    event.stopPropagation();
    onTake(event, side, draft.resourceId, draft);
  };
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
        data-held={isDragged || undefined}
        data-chosen={chosen || undefined}
        data-short={short || undefined}
        data-movable={moves || undefined}
        style={
          {
            ...blockStyle(range, draft.from, draft.until),
            "--free": `${percentAtTime(range, beforeNext) - percentAtTime(range, draft.from)}%`,
          } as CSSProperties
        }
        aria-label={[words.whole(booking), beside].filter(Boolean).join(", ")}
        aria-keyshortcuts={
          moves ? "Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown Alt+ArrowRight" : undefined
        }
        onPointerDown={(event) => moves && onTake(event, "move", draft.resourceId, draft)}
        onClick={() => onOpen(booking)}
        onKeyDown={onKeyDown}
      >
        <b>
          <TruncatedName>{booking.title ?? text("booking.busy")}</TruncatedName>
        </b>
        <span>
          {booking.checked_in_at && <IconCircleCheck size={14} stroke={1.75} aria-hidden />}
          <TruncatedName>{beside ?? words.who(booking)}</TruncatedName>
        </span>
        {moves &&
          edges.map((side) => (
            <i key={side} className={classes.grip} data-side={side} aria-hidden onPointerDown={takeEdge(side)} />
          ))}
      </button>
      {range.view !== "day" && short && (
        <span className={classes.besideBar} style={besideStyle(range, draft, beforeNext)} aria-hidden>
          <bdi>{booking.title ?? text("booking.busy")}</bdi>
        </span>
      )}
      {chosen &&
        moves &&
        !isDragged &&
        edges.map((side) => (
          <i
            key={side}
            className={classes.handle}
            data-handle={side}
            data-side={side}
            style={{ "--at": `${percentAtTime(range, side === "start" ? draft.from : draft.until)}%` } as CSSProperties}
            aria-hidden
            onPointerDown={takeEdge(side)}
          />
        ))}
    </>
  );
});

/** Maps arrow keys to a direction. Right is later in every language because the time axis isn't mirrored. */
function keyOf(event: KeyboardEvent<HTMLElement>) {
  if (!event.shiftKey && !event.altKey) return null;
  const inline = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  const block = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (inline === 0 && (block === 0 || event.altKey)) return null;
  return { inline, block, resizes: event.altKey } as const;
}

export function useBookingText() {
  const text = useText();
  const requesterLabel = useRequesterLabel();
  const when = useTimeSpanText();
  const me = useCurrentUser();
  const who = (booking: BookingWithPermissions) =>
    booking.requester?.id === me.id ? text("booking.you") : (requesterLabel(booking) ?? text("booking.private"));
  /** Local time, with dates if start and end are on different days. */
  const time = (from: string | number, until: string | number, timeZone: string) =>
    when(from, until, timeZone, { withDay: false, named: false });
  /** Same as `time`, without the viewer's own time zone. */
  const hours = (from: string | number, until: string | number, timeZone: string) =>
    when(from, until, timeZone, { withDay: false, named: false, alone: true });
  /** Same as `time`, always with the day. */
  const dayAndTime = (from: string | number, until: string | number, timeZone: string) =>
    when(from, until, timeZone, { withDay: true, named: false });
  const whole = (booking: BookingWithPermissions) =>
    [
      booking.title ?? text("booking.busy"),
      who(booking),
      time(booking.start_date, booking.end_date, booking.time_zone),
      ...(booking.status === "pending" ? [text("booking.pending")] : []),
    ].join(", ");
  return { who, time, hours, dayAndTime, whole };
}

export const BufferBlock = memo(function BufferBlock({
  booking,
  range,
}: {
  booking: BookingWithPermissions;
  range: GridRange;
}) {
  const parts = [
    [booking.busy_from, booking.start_date],
    [booking.end_date, booking.busy_until],
  ] as const;
  return parts.map(([from, until]) => {
    const [start, end] = [Date.parse(from), Date.parse(until)];
    if (end <= start || !overlapsRange(range, start, end)) return null;
    return <span key={from} className={classes.buffer} style={blockStyle(range, start, end)} aria-hidden />;
  });
});

export function OutageBlock({ outage, range }: { outage: Outage; range: GridRange }) {
  const text = useText();
  const [start, end] = [Date.parse(outage.start_date), Date.parse(outage.end_date)];
  return (
    <span className={classes.outage} style={blockStyle(range, start, end)}>
      <bdi>{outage.reason ?? text("booking.outage")}</bdi>
    </span>
  );
}

export function DraftBlock({ draft, range, timeZone }: { draft: SlotDraft; range: GridRange; timeZone: string }) {
  const text = useText();
  const words = useBookingText();
  return (
    <span className={classes.draft} style={blockStyle(range, draft.from, draft.until)} data-draft>
      <b>{draft.bookingId === null ? text("booking.new") : text("booking.moving")}</b>
      <span>{words.hours(draft.from, draft.until, timeZone)}</span>
    </span>
  );
}
