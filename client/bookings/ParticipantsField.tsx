import { MultiSelect } from "@mantine/core";
import { useMemo } from "react";
import type { Reservation } from "../../shared/bookings/bookings.contract";
import { comingTo } from "../../shared/bookings/bookings.rules";
import { assignableUsers } from "../../shared/projects/assignable.contract";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCurrentUser } from "../platform/session";
import type { PartForm } from "./form.types";
import { PeopleFree } from "./PeopleFree";
import { participantChoices } from "./participant-choices";

const nobody = { users: [], groups: [] };

interface ParticipantsFieldProps {
  form: PartForm;
  values: { participants: string[]; guests?: readonly string[] | undefined; start_date: string; end_date: string };
  booking: Reservation | null;
  /** How many a room takes; null where that doesn't matter or isn't known. */
  seats: number | null;
}

/** Who comes, whether there are seats for all of them, and whether they are free. A group that is chosen becomes its people. */
export function ParticipantsField({ form, values, booking, seats }: ParticipantsFieldProps) {
  const text = useText();
  const me = useCurrentUser();
  const assignable = useEndpoint(assignableUsers).data?.data ?? nobody;
  const owner = booking?.requester?.id ?? me.id;
  const { people, groups, chosen } = useMemo(() => participantChoices(assignable, owner), [assignable, owner]);
  const many = comingTo(values);
  const { participants, start_date, end_date } = values;
  const nameOf = new Map(people.map(({ value, label }) => [value, label]));
  for (const { id, fullname } of booking?.participants ?? []) nameOf.set(String(id), fullname);
  const named = participants.flatMap((value) => {
    const label = nameOf.get(value);
    return label === undefined ? [] : [{ value, label }];
  });
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
        description={
          seats === null ? undefined : text(many > seats ? "booking.tooMany" : "booking.ofSeats", { many, seats })
        }
        searchable
        data={offered}
        {...field}
        onChange={(wanted) => field.onChange(chosen(wanted))}
      />
      <PeopleFree people={named} when={{ start_date, end_date }} bookingId={booking?.id} />
    </>
  );
}
