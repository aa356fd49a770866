import { useDebouncedValue } from "@mantine/hooks";
import { IconCheck, IconClockX, IconUserOff } from "@tabler/icons-react";
import {
  type PersonAvailabilityState,
  readAvailability,
} from "../../../../shared/bookings/bookings/people-availability.contract";
import { queryKeyOf, useEndpoint } from "../../../platform/query";
import { useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import classes from "../bookings.module.css";

const signs = { free: IconCheck, busy: IconClockX, away: IconUserOff } satisfies Record<
  PersonAvailabilityState,
  unknown
>;

interface AttendeeAvailabilityProps {
  people: readonly { value: string; label: string }[];
  when: { start_date: string; end_date: string };
  /** The booking being edited, which is ignored in the availability check. */
  bookingId: number | undefined;
}

/** Shows whether selected participants are free, busy or away, without details. Booking events trigger a refetch. */
export function AttendeeAvailability({ people, when, bookingId }: AttendeeAvailabilityProps) {
  const text = useText();
  const now = { users: people.map(({ value }) => Number(value)), ...when, booking_id: bookingId };
  const [debouncedQuery] = useDebouncedValue(now, 250);
  const key = queryKeyOf(readAvailability, {}, debouncedQuery);
  const { data, error } = useEndpoint(
    readAvailability,
    { query: debouncedQuery },
    {
      enabled: debouncedQuery.users.length > 0,
      staleTime: 0,
      // Keeps results while participants are added for the same time; results for another time are discarded.
      placeholderData: (previous, query) => (isSameTime(query?.queryKey, key) ? previous : undefined),
    },
  );
  if (people.length === 0 || (error instanceof ProblemError && error.status === 422)) return null; // the form fields show the error
  const isOfNow = debouncedQuery.start_date === when.start_date && debouncedQuery.end_date === when.end_date;
  const states = new Map(isOfNow ? data?.data.map(({ id, state }) => [String(id), state]) : []);
  const attendees = people.map((person) => ({ ...person, state: states.get(person.value) }));
  const isKnown = attendees.every(({ state }) => state);
  return (
    <section className={classes.people} aria-label={text("booking.people")} aria-busy={!isKnown && !error}>
      <p aria-live="polite">{summary()}</p>
      <ul>
        {attendees.map(({ value, label, state }) => (
          <li key={value} data-state={state}>
            {state && <Sign state={state} />}
            <bdi>{label}</bdi> {state && <span>{text(`booking.people.${state}`)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );

  function summary(): string {
    if (isKnown) {
      const free = attendees.filter(({ state }) => state === "free").length;
      return text("booking.people.count", { free, all: attendees.length });
    }
    return text(error ? "booking.people.unknown" : "booking.people.asking");
  }
}

function Sign({ state }: { state: PersonAvailabilityState }) {
  const Icon = signs[state];
  return <Icon size={14} stroke={1.75} aria-hidden />;
}

function isSameTime(one: readonly unknown[] | undefined, other: readonly unknown[]): boolean {
  const timeOf = (key: readonly unknown[]) => {
    const { start_date, end_date } = key[2] as AttendeeAvailabilityProps["when"];
    return `${start_date}/${end_date}`;
  };
  return one !== undefined && timeOf(one) === timeOf(other);
}
