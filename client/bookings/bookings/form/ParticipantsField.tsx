import { usePeopleOptions } from "../../../ui/fields/usePeopleOptions";
import { MultiSelect } from "@mantine/core";
import { useMemo } from "react";
import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import { seatsNeeded } from "../../../../shared/bookings/bookings/bookings.rules";
import { assignableUsers } from "../../../../shared/work/projects/assignable.contract";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useCurrentUser } from "../../../platform/session";
import type { FormBindings } from "./form.types";
import { AttendeeAvailability } from "./AttendeeAvailability";
import { BookingWarning } from "./BookingWarning";
import { LargerRooms } from "./LargerRooms";
import { participantChoices } from "./participant-choices";

const nobody = { users: [], groups: [] };

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
  const assignable = useEndpoint(assignableUsers).data?.data ?? nobody;
  const owner = booking?.requester?.id ?? me.id;
  const { people: inside, groups, chosen } = useMemo(() => participantChoices(assignable, owner), [assignable, owner]);
  // Participants who have left stay in the list until they are removed.
  const gone = (booking?.participants ?? []).filter(({ id }) => !inside.some((one) => one.id === id));
  const people = usePeopleOptions([...inside, ...gone]);
  const many = seatsNeeded(values);
  const { participants, start_date, end_date } = values;
  const named = participants.flatMap((value) => people.find((one) => one.value === value) ?? []);
  const field = form.choice<string[]>("participants");
  const offered =
    groups.length === 0
      ? people
      : [
          { group: text("title.groups"), items: groups },
          { group: text("booking.participants.people"), items: people },
        ];
  return (
    <>
      <MultiSelect
        label={text("booking.participants")}
        description={seats === null || many > seats ? undefined : text("booking.ofSeats", { many, seats })}
        searchable
        data={offered}
        {...field}
        onChange={(wanted) => field.onChange(chosen(wanted))}
      />
      {seats !== null && many > seats && (
        <>
          <BookingWarning>{text("booking.tooMany", { many, seats })}</BookingWarning>
          <LargerRooms form={form} people={many} building={building} when={{ start_date, end_date }} />
        </>
      )}
      <AttendeeAvailability people={named} when={{ start_date, end_date }} bookingId={booking?.id} />
    </>
  );
}
