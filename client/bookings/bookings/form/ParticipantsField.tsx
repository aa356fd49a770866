import { MultiSelect } from "@mantine/core";
import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import { seatsNeeded } from "../../../../shared/bookings/bookings/bookings.rules";
import { useText } from "../../../platform/intl/useText";
import { useCurrentUser } from "../../../platform/session";
import type { FormBindings } from "./form.types";
import { AttendeeAvailability } from "./AttendeeAvailability";
import { BookingWarning } from "./BookingWarning";
import { LargerRooms } from "./LargerRooms";
import { useParticipantOptions } from "./useParticipantOptions";
import { FailedReads } from "../../../ui/states/FailedReads";

interface ParticipantsFieldProps {
  form: FormBindings;
  values: { participants: string[]; guests?: readonly string[] | undefined; start_date: string; end_date: string };
  booking: BookingWithPermissions | null;
  /** Capacity of the room; null if irrelevant or unknown. */
  seats: number | null;
  building: string | null;
}

export function ParticipantsField({ form, values, booking, seats, building }: ParticipantsFieldProps) {
  const text = useText();
  const me = useCurrentUser();
  const options = useParticipantOptions(booking?.requester?.id ?? me.id, booking?.participants);
  const { data, people, chosen, query } = options;
  const neededSeats = seatsNeeded(values);
  const { participants, start_date, end_date } = values;
  const namedParticipants = participants.flatMap((value) => people.find((one) => one.value === value) ?? []);
  const field = form.valueProps<string[]>("participants");
  return (
    <>
      <FailedReads reads={[query]} />
      <MultiSelect
        label={text("booking.participants")}
        description={
          seats === null || neededSeats > seats ? undefined : text("booking.ofSeats", { many: neededSeats, seats })
        }
        searchable
        data={data}
        {...field}
        onChange={(ids) => field.onChange(chosen(ids))}
      />
      {seats !== null && neededSeats > seats && (
        <>
          <BookingWarning>{text("booking.tooMany", { many: neededSeats, seats })}</BookingWarning>
          <LargerRooms form={form} people={neededSeats} building={building} when={{ start_date, end_date }} />
        </>
      )}
      <AttendeeAvailability people={namedParticipants} when={{ start_date, end_date }} bookingId={booking?.id} />
    </>
  );
}
