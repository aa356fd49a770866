import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { Alternative, Conflict, BookingConflicts } from "../../../../shared/bookings/bookings/bookings.contract";
import { localDayAt } from "../../../../shared/kernel/wall-clock";
import type { MessageId } from "../../../platform/intl/catalogues";
import { useText } from "../../../platform/intl/useText";
import { useRequesterLabel } from "../../resources/useRequesterLabel";
import { useBookingText } from "../grid/BookingBlock";
import classes from "../bookings.module.css";

interface TakenNoticeProps {
  /** `refusal` is the message id of the booking rule that the time violates. */
  slotConflicts: BookingConflicts & { refusal?: string | null };
  timeZone: string;
  onTake: (alternative: Alternative) => void;
}

const why: Record<Exclude<Conflict["kind"], "booking">, MessageId> = {
  buffer: "booking.taken.buffer",
  outage: "booking.taken.outage",
  closed: "booking.taken.closed",
};

export function SlotTakenNotice({ slotConflicts, timeZone, onTake }: TakenNoticeProps) {
  const text = useText();
  const words = useBookingText();
  const requesterLabel = useRequesterLabel();
  const days = new Set(slotConflicts.conflicts.map(({ start_date }) => localDayAt(Date.parse(start_date), timeZone)));
  // The conflicts of a series are on different days.
  const timeOf = days.size > 1 ? words.dayAndTime : words.time;
  const line = (conflict: Conflict): string => {
    const { equipment, room, ...rest } = conflict;
    const name = equipment ?? room;
    if (name !== undefined) return text("booking.taken.piece", { name, what: line(rest) });
    const time = timeOf(conflict.start_date, conflict.end_date, timeZone);
    if (conflict.kind !== "booking") return text(why[conflict.kind], { time });
    const who = requesterLabel(conflict);
    return who
      ? text("booking.taken.by", { who, time, title: conflict.title ?? text("booking.busy") })
      : text("booking.taken.private", { time });
  };
  return (
    <div className={classes.taken} role="alert">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <div>
        {slotConflicts.refusal && <p>{text(slotConflicts.refusal as MessageId)}</p>}
        {slotConflicts.conflicts.slice(0, 3).map((conflict) => (
          <p key={`${conflict.start_date} ${conflict.kind} ${conflict.bookable_id}`}>{line(conflict)}</p>
        ))}
        {slotConflicts.alternatives.length > 0 && <p>{text("booking.free")}</p>}
        <div className={classes.alternatives}>
          {slotConflicts.alternatives.map((each) => (
            <Button
              key={`${each.kind} ${each.bookable_id} ${each.start_date} ${each.instead_of}`}
              size="xs"
              onClick={() => onTake(each)}
            >
              <span>
                <bdi>{each.name}</bdi>, {words.hours(each.start_date, each.end_date, timeZone)}
                {each.needs_approval && ` · ${text("booking.needsApproval")}`}
              </span>
            </Button>
          ))}
        </div>
      </div>
    </div>
  );
}
