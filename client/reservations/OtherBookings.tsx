import type { OtherBooking } from "../../shared/reservations/booking-requests.contract";
import { Message, useText } from "../platform/intl/useText";
import classes from "./reservations.module.css";
import { useAskedWords } from "./useAskedWords";

/** What else whoever asks has booked in the days around; nothing where there is nothing. */
export function OtherBookings({ name, others }: { name: string; others: readonly OtherBooking[] }) {
  const text = useText();
  const words = useAskedWords();
  if (others.length === 0) return null;
  return (
    <section className={classes.day}>
      <h3>
        <Message id="reservation.alsoBooked" values={{ name: <bdi>{name}</bdi> }} />
      </h3>
      <ul className={classes.others}>
        {others.map((other) => (
          <li key={other.id} data-clash={other.clashes || undefined}>
            <span>{words.when(other)}</span>
            <span>
              <bdi>{words.title(other)}</bdi>
              {other.place && (
                <>
                  {" · "}
                  <bdi>{other.place}</bdi>
                </>
              )}
              {other.clashes && ` · ${text("reservation.sameTime")}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
