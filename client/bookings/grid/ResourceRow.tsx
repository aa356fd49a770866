import { memo, type PointerEvent, type RefObject } from "react";
import type { Reservation } from "../../../shared/bookings/bookings.contract";
import type { BookableType } from "../../../shared/bookings/bookings.schema";
import type { GridResource } from "../../../shared/bookings/grid.contract";
import { BeingBookedBlock } from "./BeingBookedBlock";
import { Block, BufferBlock, DraftBlock, OutageBlock } from "./Block";
import type { Outage } from "./Grid";
import classes from "./Grid.module.css";
import type { Draft, Grip } from "./grid.drag";
import { isDrawnAlike } from "./grid.index";
import type { GridRow } from "./grid.rows";
import { type GridRange, shareOf } from "./grid.time";
import { RowHead } from "./RowHead";
import type { BeingBooked } from "./useBeingBooked";

interface ResourceRowProps {
  kind: BookableType;
  row: Exclude<GridRow, { kind: "group" }>;
  range: GridRange;
  /** What stands in this row alone; so do the next two. */
  bookings: readonly Reservation[];
  outages: readonly Outage[];
  beingBooked: readonly BeingBooked[];
  /** All that can be booked, in their order: where the keys move a booking. */
  resources: readonly number[];
  /** What is in the hand over this row. */
  draft: Draft | null;
  /** The booking of this row that is in the hand, and the one that has handles for a finger. */
  heldId: number | null;
  chosenId: number | null;
  /** What stands in a block instead of whoever booked it. */
  besideOf: ((booking: Reservation) => string | null) | null;
  now: number | null;
  mayBook: boolean;
  followed: RefObject<number | null>;
  /** These stay the same over all renders. */
  onTake: (event: PointerEvent<HTMLElement>, grip: Grip, resourceId: number, before?: Draft) => void;
  onDrop: (draft: Draft) => void;
  onOpen: (booking: Reservation) => void;
  onBook: (resource: GridResource) => void;
}

/** What can be booked, and by time what is booked of it. Drawn anew when something in this row changes, not with every change of the day. */
export const ResourceRow = memo(function ResourceRow(props: ResourceRowProps) {
  const { kind, row, range, bookings, outages, beingBooked, draft, now, mayBook } = props;
  const { onTake, onDrop, onOpen, onBook } = props;
  const resource = row.kind === "resource" ? row.resource : null;
  return (
    <>
      <RowHead row={row} onBook={mayBook && resource ? () => onBook(resource) : null} />
      <div
        className={classes.track}
        data-track={resource?.id}
        data-bookable={(resource && mayBook) || undefined}
        onPointerDown={(event) => resource && event.target === event.currentTarget && onTake(event, "new", resource.id)}
      >
        {outages.map((outage) => (
          <OutageBlock key={outage.id} outage={outage} range={range} />
        ))}
        {bookings.map((booking) => (
          <BufferBlock key={booking.id} booking={booking} range={range} />
        ))}
        {bookings.map((booking) => (
          <Block
            key={booking.id}
            booking={booking}
            beside={props.besideOf?.(booking) ?? null}
            range={range}
            resources={props.resources}
            held={props.heldId === booking.id}
            chosen={props.chosenId === booking.id}
            movable={kind !== "car" && booking.bookable_type === kind && booking.bookable_id === resource?.id}
            onTake={onTake}
            onOpen={onOpen}
            onDrop={onDrop}
            followed={props.followed}
          />
        ))}
        {beingBooked.map((one) => (
          <BeingBookedBlock key={one.id} one={one} range={range} />
        ))}
        {draft && <DraftBlock draft={draft} range={range} />}
        {now !== null && <span className={classes.now} style={{ insetInlineStart: `${shareOf(range, now)}%` }} />}
      </div>
    </>
  );
}, isDrawnAlike);
