import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { findFree, type FreeResource } from "../../../../shared/bookings/bookings/finding.contract";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import classes from "../bookings.module.css";
import type { FormBindings } from "./form.types";

const maxOffered = 3;

interface LargerRoomsProps {
  form: FormBindings;
  people: number;
  /** Building of the chosen room; its rooms come first. */
  building: string | null;
  when: { start_date: string; end_date: string };
}

/** Rooms that have enough seats and are free at the booking's time. Rooms in the same building come first, then the smallest. */
export function LargerRooms({ form, people, building, when }: LargerRoomsProps) {
  const text = useText();
  const currentQuery = { bookable_type: "room" as const, people, ...when };
  const [query] = useDebouncedValue(currentQuery, 250);
  const { data } = useEndpoint(findFree, { query }, { enabled: query.start_date < query.end_date, staleTime: 0 });
  const isCurrent = JSON.stringify(query) === JSON.stringify(currentQuery);
  const free = isCurrent ? (data?.data ?? []).filter((room) => room.minutes_off === 0) : [];
  const isNear = (room: FreeResource) => room.building === building;
  const rooms = [...free.filter(isNear), ...free.filter((room) => !isNear(room))].slice(0, maxOffered);
  if (rooms.length === 0) return null;
  return (
    <div className={classes.largerRooms} role="group" aria-label={text("booking.largerRooms")}>
      <p>{text("booking.largerRooms")}</p>
      <div className={classes.alternatives}>
        {rooms.map((room) => (
          <Button
            key={room.bookable_id}
            size="xs"
            onClick={() => form.setValue("bookable_id", String(room.bookable_id))}
          >
            <span>
              <bdi>{isNear(room) ? room.name : [room.name, room.building].filter(Boolean).join(", ")}</bdi>
              {" · "}
              {text("booking.seats", { count: room.capacity ?? 0 })}
            </span>
          </Button>
        ))}
      </div>
    </div>
  );
}
