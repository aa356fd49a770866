import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { Alternative, Conflict, Taken } from "../../shared/bookings/bookings.contract";
import type { MessageId } from "../platform/intl/catalogues";
import { useText } from "../platform/intl/useText";
import { useBookingWords } from "./grid/Block";
import classes from "./bookings.module.css";

interface TakenNoticeProps {
  taken: Taken;
  onTake: (alternative: Alternative) => void;
}

const why: Record<Exclude<Conflict["kind"], "booking">, MessageId> = {
  buffer: "booking.taken.buffer",
  outage: "booking.taken.outage",
  closed: "booking.taken.closed",
};

/** Who has it and when, and what is free instead: each taken by a press. */
export function TakenNotice({ taken, onTake }: TakenNoticeProps) {
  const text = useText();
  const words = useBookingWords();
  const line = (conflict: Conflict): string => {
    const { equipment, room, ...rest } = conflict;
    const name = equipment ?? room;
    if (name !== undefined) return text("booking.taken.piece", { name, what: line(rest) });
    const time = words.time(conflict.start_date, conflict.end_date);
    if (conflict.kind !== "booking") return text(why[conflict.kind], { time });
    const who = conflict.requester?.fullname;
    return who
      ? text("booking.taken.by", { who, time, title: conflict.title ?? text("booking.busy") })
      : text("booking.taken.private", { time });
  };
  return (
    <div className={classes.taken} role="alert">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <div>
        {taken.conflicts.slice(0, 3).map((conflict) => (
          <p key={`${conflict.start_date} ${conflict.kind} ${conflict.bookable_id}`}>{line(conflict)}</p>
        ))}
        {taken.alternatives.length > 0 && <p>{text("booking.free")}</p>}
        <div className={classes.alternatives}>
          {taken.alternatives.map((each) => (
            <Button
              key={`${each.kind} ${each.bookable_id} ${each.start_date} ${each.instead_of}`}
              size="xs"
              variant="default"
              onClick={() => onTake(each)}
            >
              {each.name}, {words.time(each.start_date, each.end_date)}
            </Button>
          ))}
        </div>
      </div>
    </div>
  );
}
