import type { ReactNode } from "react";
import type { BookingWithPermissions, readBooking } from "../../../../shared/bookings/bookings/bookings.contract";
import type { ParticipantAnswer } from "../../../../shared/bookings/bookings/bookings.schema";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import type { MessageId } from "../../../platform/intl/catalogues";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useTimeSpanText } from "../../../platform/intl/useTimeSpanText";
import { CarFacts } from "../approval/CarFacts";
import classes from "../bookings.module.css";
import { useGuests } from "../form/Guests";
import { useRepeatText } from "../form/useRepeatText";
import { useBookingText } from "../grid/BookingBlock";
import { BasketBookings } from "./BasketBookings";

interface BookingFactsProps {
  booking: BookingWithPermissions;
  /** Undefined while loading. */
  details: ReplyOf<typeof readBooking>["data"] | undefined;
  place: string | null;
}

export function BookingFacts({ booking, details, place }: BookingFactsProps) {
  const text = useText();
  const { list } = useFormat();
  const when = useTimeSpanText();
  const words = useBookingText();
  const repeatText = useRepeatText();
  const guests = useGuests(booking).guests ?? [];
  const { equipment, participants, note } = booking;
  const withAnswer = (who: string, answer: ParticipantAnswer | null) =>
    answer ? text("booking.answered", { who, answer: text(`booking.answer.${answer}`) }) : who;
  return (
    <dl className={classes.facts}>
      <Fact name="booking.when">
        {when(booking.start_date, booking.end_date, booking.time_zone, { style: "long" })}
      </Fact>
      {details?.rrule && (
        <Fact name="booking.repeats">{repeatText(details.rrule, { until: details.last_day ?? undefined })}</Fact>
      )}
      <Fact name="booking.where">
        <bdi>
          {[place ?? details?.place ?? text("booking.askedFor"), details?.floor, details?.building]
            .filter(Boolean)
            .join(", ")}
        </bdi>
      </Fact>
      <Fact name="booking.by">{words.who(booking)}</Fact>
      <Fact name="booking.status">{text(`booking.status.${booking.status}`)}</Fact>
      <CarFacts booking={booking} driver={details?.driver ?? null} />
      {equipment.length > 0 && <Fact name="booking.equipment">{list(equipment.map(({ name }) => name))}</Fact>}
      <BasketBookings booking={booking} />
      {participants.length > 0 && (
        <Fact name="booking.participants">
          {list(participants.map(({ fullname, answer }) => withAnswer(fullname, answer)))}
        </Fact>
      )}
      {guests.length > 0 && (
        <Fact name="booking.guests">{list(guests.map(({ email, answer }) => withAnswer(email, answer)))}</Fact>
      )}
      {note && (
        <Fact name="booking.note">
          <bdi>{note}</bdi>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: MessageId; children: ReactNode }) {
  const text = useText();
  return (
    <>
      <dt>{text(name)}</dt>
      <dd>{children}</dd>
    </>
  );
}
