import { MultiSelect } from "@mantine/core";
import type { Reservation } from "../../shared/bookings/bookings.contract";
import { comingTo } from "../../shared/bookings/bookings.rules";
import { usePeopleChoices } from "../organisation/usePeopleChoices";
import { useText } from "../platform/intl/useText";
import type { PartForm } from "./form.types";
import { PeopleFree } from "./PeopleFree";

interface ParticipantsFieldProps {
  form: PartForm;
  values: { participants: string[]; guests?: readonly string[] | undefined; start_date: string; end_date: string };
  booking: Reservation | null;
  /** How many a room takes; null where that doesn't matter or isn't known. */
  seats: number | null;
}

/** Who comes, whether there are seats for all of them, and whether they are free. */
export function ParticipantsField({ form, values, booking, seats }: ParticipantsFieldProps) {
  const text = useText();
  const people = usePeopleChoices();
  const many = comingTo(values);
  const { participants, start_date, end_date } = values;
  const nameOf = new Map(people.map(({ value, label }) => [value, label]));
  for (const { id, fullname } of booking?.participants ?? []) nameOf.set(String(id), fullname);
  const chosen = participants.flatMap((value) => {
    const label = nameOf.get(value);
    return label === undefined ? [] : [{ value, label }];
  });
  return (
    <>
      <MultiSelect
        label={text("booking.participants")}
        description={
          seats === null ? undefined : text(many > seats ? "booking.tooMany" : "booking.ofSeats", { many, seats })
        }
        searchable
        data={people}
        {...form.choice<string[]>("participants")}
      />
      <PeopleFree people={chosen} when={{ start_date, end_date }} bookingId={booking?.id} />
    </>
  );
}
