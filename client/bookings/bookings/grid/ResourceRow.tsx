import { memo, type PointerEvent, type RefObject } from "react";
import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import type { GridResource } from "../../../../shared/bookings/bookings/grid.contract";
import { OtherDraftBlock } from "./OtherDraftBlock";
import { BookingBlock, BufferBlock, DraftBlock, OutageBlock } from "./BookingBlock";
import type { Outage } from "./BookingGrid";
import classes from "./BookingGrid.module.css";
import type { SlotDraft, DragGrip } from "./grid.drag";
import { areGridPropsEqual } from "./grid.index";
import type { GridRow } from "./grid.rows";
import { localDayAt } from "../../../../shared/kernel/wall-clock";
import { type GridRange, percentAtTime } from "./grid.time";
import { RowHead } from "./RowHead";
import type { OtherDraft } from "./useOtherDrafts";

interface ResourceRowProps {
  kind: BookableType;
  row: Exclude<GridRow, { kind: "group" }>;
  range: GridRange;
  bookings: readonly BookingWithPermissions[];
  outages: readonly Outage[];
  otherDrafts: readonly OtherDraft[];
  /** All resources in display order, for moving a booking by keyboard. */
  resources: readonly number[];
  holidayNameByOffDay: ReadonlyMap<string, string>;
  draft: SlotDraft | null;
  draggedId: number | null;
  chosenId: number | null;
  companionTextOf: ((booking: BookingWithPermissions) => string | null) | null;
  now: number | null;
  mayBook: boolean;
  focusedBookingId: RefObject<number | null>;
  /** Must be stable across renders because the row is memoized. */
  onDragStart: (event: PointerEvent<HTMLElement>, grip: DragGrip, resourceId: number, before?: SlotDraft) => void;
  onDrop: (draft: SlotDraft) => void;
  onOpen: (booking: BookingWithPermissions) => void;
  onBook: (resource: GridResource) => void;
}

/** A resource and its bookings. Memoized: re-renders only when something in this row changes. */
export const ResourceRow = memo(function ResourceRow(props: ResourceRowProps) {
  const { kind, row, range, bookings, outages, otherDrafts, draft, now, mayBook } = props;
  const { onDragStart, onDrop, onOpen, onBook } = props;
  const resource = row.kind === "resource" ? row.resource : null;
  const timeZone = resource?.time_zone ?? range.timeZone;
  return (
    <>
      <RowHead row={row} onBook={mayBook && resource ? () => onBook(resource) : null} />
      <div
        className={`${classes.track} time-axis`}
        data-track={resource?.id}
        data-bookable={(resource && mayBook) || undefined}
        onPointerDown={(event) =>
          resource && event.target === event.currentTarget && onDragStart(event, "new", resource.id)
        }
      >
        <OffDays range={range} days={props.holidayNameByOffDay} />
        {outages.map((outage) => (
          <OutageBlock key={outage.id} outage={outage} range={range} />
        ))}
        {bookings.map((booking) => (
          <BufferBlock key={booking.id} booking={booking} range={range} />
        ))}
        {bookings.map((booking) => (
          <BookingBlock
            key={booking.id}
            booking={booking}
            beside={props.companionTextOf?.(booking) ?? null}
            range={range}
            resources={props.resources}
            nextStart={nextAfter(booking, bookings, range)}
            isDragged={props.draggedId === booking.id}
            chosen={props.chosenId === booking.id}
            movable={kind !== "car" && booking.bookable_type === kind && booking.bookable_id === resource?.id}
            onTake={onDragStart}
            onOpen={onOpen}
            onDrop={onDrop}
            followed={props.focusedBookingId}
          />
        ))}
        {otherDrafts.map((one) => (
          <OtherDraftBlock key={one.id} one={one} range={range} timeZone={timeZone} />
        ))}
        {draft && <DraftBlock draft={draft} range={range} timeZone={timeZone} />}
        {now !== null && <span className={classes.now} style={{ insetInlineStart: `${percentAtTime(range, now)}%` }} />}
      </div>
    </>
  );
}, areGridPropsEqual);

const OffDays = memo(function OffDays({ range, days }: { range: GridRange; days: ReadonlyMap<string, string> }) {
  const width = 100 / range.visibleSpans.length;
  return range.visibleSpans.map(({ from }, n) =>
    days.has(localDayAt(from, range.timeZone)) ? (
      <span
        key={from}
        className={classes.off}
        data-holiday={days.get(localDayAt(from, range.timeZone)) !== "" || undefined}
        style={{ insetInlineStart: `${n * width}%`, inlineSize: `${width}%` }}
        aria-hidden
      />
    ) : null,
  );
});

/** Start of the next booking in the row, or the end of the range. */
function nextAfter(
  { id, end_date }: BookingWithPermissions,
  others: readonly BookingWithPermissions[],
  range: GridRange,
): number {
  let next = range.until;
  for (const other of others) {
    if (other.id !== id && other.end_date > end_date) next = Math.min(next, Date.parse(other.start_date));
  }
  return next;
}
