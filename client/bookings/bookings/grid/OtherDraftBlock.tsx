import { useText } from "../../../platform/intl/useText";
import { Avatar } from "../../../ui/signs/Avatar";
import { TruncatedName } from "../../../ui/signs/TruncatedName";
import { firstNameOf } from "../../../ui/signs/people";
import { blockStyle, useBookingText, overlapsRange } from "./BookingBlock";
import classes from "./BookingGrid.module.css";
import type { GridRange } from "./grid.time";
import type { OtherDraft } from "./useOtherDrafts";

interface OtherDraftBlockProps {
  one: OtherDraft;
  range: GridRange;
  timeZone: string;
}

/** A time that another user is filling in; its purpose is unknown and it can still be booked. */
export function OtherDraftBlock({ one, range, timeZone }: OtherDraftBlockProps) {
  const text = useText();
  const { hours } = useBookingText();
  const { from, until } = one.slot;
  if (!overlapsRange(range, from, until)) return null;
  const times = hours(from, until, timeZone);
  return (
    <span
      className={classes.beingBooked}
      style={blockStyle(range, from, until)}
      data-being-booked={one.id}
      role="img"
      aria-label={text("booking.beingBooked", { name: one.fullname, times })}
    >
      <Avatar person={one} size={20} hasVisibleName />
      <span>
        <b>
          <TruncatedName>{firstNameOf(one.fullname)}</TruncatedName>
        </b>
        <TruncatedName>{text("booking.booksNow", { times })}</TruncatedName>
      </span>
    </span>
  );
}
