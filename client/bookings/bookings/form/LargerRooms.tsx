import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { findFree } from "../../../../shared/bookings/bookings/finding.contract";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import classes from "../bookings.module.css";
import type { FormBindings } from "./form.types";

const maxOffered = 3;

interface LargerRoomsProps {
  form: FormBindings;
  people: number;
  when: { start_date: string; end_date: string };
}

/** Rooms with enough seats that are free at the time of the booking, the smallest first. */
export function LargerRooms({ form, people, when }: LargerRoomsProps) {
  const text = useText();
  const wanted = { bookable_type: "room" as const, people, ...when };
  const [query] = useDebouncedValue(wanted, 250);
  const { data } = useEndpoint(findFree, { query }, { enabled: query.start_date < query.end_date, staleTime: 0 });
  const isCurrent = JSON.stringify(query) === JSON.stringify(wanted);
  const rooms = isCurrent ? (data?.data ?? []).filter((room) => room.minutes_off === 0).slice(0, maxOffered) : [];
  if (rooms.length === 0) return null;
  return (
    <div className={classes.largerRooms} role="group" aria-label={text("booking.largerRooms")}>
      <p>{text("booking.largerRooms")}</p>
      <div className={classes.alternatives}>
        {rooms.map(({ bookable_id, name, capacity }) => (
          <Button key={bookable_id} size="xs" onClick={() => form.setValue("bookable_id", String(bookable_id))}>
            <bdi>{name}</bdi> · {text("booking.seats", { count: capacity ?? 0 })}
          </Button>
        ))}
      </div>
    </div>
  );
}
