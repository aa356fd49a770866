import { useText } from "../../platform/intl/useText";
import { Avatar } from "../../ui/signs/Avatar";
import { Clip } from "../../ui/signs/Clip";
import { firstNameOf } from "../../ui/signs/people";
import { placeOf, useBookingWords, within } from "./Block";
import classes from "./Grid.module.css";
import type { GridRange } from "./grid.time";
import type { BeingBooked } from "./useBeingBooked";

/** A time that somebody else is filling in: it isn't theirs yet, and what it is for isn't known. */
export function BeingBookedBlock({ one, range }: { one: BeingBooked; range: GridRange }) {
  const text = useText();
  const { time } = useBookingWords();
  const { from, until } = one.slot;
  if (!within(range, from, until)) return null;
  const times = time(from, until);
  return (
    <span
      className={classes.beingBooked}
      style={placeOf(range, from, until)}
      data-being-booked={one.id}
      role="img"
      aria-label={text("booking.beingBooked", { name: one.fullname, times })}
    >
      <Avatar person={one} size={20} named />
      <span>
        <b>
          <Clip>{firstNameOf(one.fullname)}</Clip>
        </b>
        <Clip>{text("booking.booksNow", { times })}</Clip>
      </span>
    </span>
  );
}
