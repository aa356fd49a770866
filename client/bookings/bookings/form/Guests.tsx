import { TagsInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { readGuests } from "../../../../shared/bookings/bookings/guests.contract";
import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useCurrentUser } from "../../../platform/session";
import type { FormBindings } from "./form.types";

/** External guests of a booking. Null for unrelated users, who may not see e-mail addresses. */
export function useGuests(booking: BookingWithPermissions | null) {
  const me = useCurrentUser();
  const invited = booking?.participants.some(({ id }) => id === me.id);
  const concerned = Boolean(
    booking && booking.title !== null && (invited || booking.requester?.id === me.id || booking.can.edit),
  );
  const query = useEndpoint(readGuests, { params: { id: booking?.id ?? 0 } }, { enabled: concerned });
  const version = booking?.version;
  const { refetch } = query;
  const read = useRef(version);
  // A guest's reply increments the booking's version, so the guests are refetched when the version changes.
  useEffect(() => {
    if (concerned && version !== read.current) void refetch();
    read.current = version;
  }, [concerned, version, refetch]);
  return { guests: concerned ? (query.data?.data ?? null) : null, pending: concerned && query.isPending };
}

export function GuestsField({ form }: { form: FormBindings }) {
  const text = useText();
  return (
    <TagsInput
      label={text("booking.guests")}
      description={text("booking.guestsWhy")}
      type="email"
      inputMode="email"
      acceptValueOnBlur
      splitChars={[",", " ", ";"]}
      {...form.valueProps<string[]>("guests")}
    />
  );
}
