import { TagsInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { readGuests } from "../../shared/bookings/guests.contract";
import type { Reservation } from "../../shared/bookings/bookings.contract";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCurrentUser } from "../platform/session";
import type { PartForm } from "./form.types";

/** Who is invited from outside; null for those whom it doesn't concern: addresses aren't for everybody. */
export function useGuests(booking: Reservation | null) {
  const me = useCurrentUser();
  const invited = booking?.participants.some(({ id }) => id === me.id);
  const concerned = Boolean(
    booking && booking.title !== null && (invited || booking.requester?.id === me.id || booking.can.edit),
  );
  const query = useEndpoint(readGuests, { params: { id: booking?.id ?? 0 } }, { enabled: concerned });
  const version = booking?.version;
  const { refetch } = query;
  const read = useRef(version);
  // An answer is a new version of the booking.
  useEffect(() => {
    if (concerned && version !== read.current) void refetch();
    read.current = version;
  }, [concerned, version, refetch]);
  return { guests: concerned ? (query.data?.data ?? null) : null, pending: concerned && query.isPending };
}

/** Addresses outside: whoever has one is invited by mail, with the time for their calendar. */
export function GuestsField({ form }: { form: PartForm }) {
  const text = useText();
  return (
    <TagsInput
      label={text("booking.guests")}
      description={text("booking.guestsWhy")}
      type="email"
      inputMode="email"
      acceptValueOnBlur
      splitChars={[",", " ", ";"]}
      {...form.choice<string[]>("guests")}
    />
  );
}
