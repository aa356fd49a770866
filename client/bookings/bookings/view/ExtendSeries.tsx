import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import {
  extendSeries,
  type BookingWithPermissions,
  type BookingConflicts,
} from "../../../../shared/bookings/bookings/bookings.contract";
import { addDays } from "../../../../shared/kernel/days";
import { useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { useAction } from "../../../platform/query";
import { DateField } from "../../../ui/fields/DateField";
import classes from "../bookings.module.css";
import { SlotTakenNotice } from "../form/SlotTakenNotice";

interface ExtendSeriesProps {
  booking: BookingWithPermissions;
  lastDay: string;
  onDone: (message: string) => void;
}

export function ExtendSeries({ booking: { id, time_zone }, lastDay, onDone }: ExtendSeriesProps) {
  const text = useText();
  const [until, setUntil] = useState<string | null>(addDays(lastDay, 84));
  const [slotConflicts, setSlotConflicts] = useState<BookingConflicts | null>(null);
  const [error, setError] = useState<string | undefined>();
  const extend = useAction(extendSeries, {
    onSuccess: ({ message }) => onDone(message),
    onProblem: (problem) => {
      if (!(problem instanceof ProblemError)) return false;
      if (problem.code === "booking.taken")
        setSlotConflicts({ ...(problem.record as BookingConflicts), alternatives: [] });
      else if (problem.status === 422) setError(Object.values(problem.errors).flat()[0]);
      else return false;
      return true;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (until && !extend.isPending) extend.mutate({ params: { id }, body: { repeat_until: until } });
  };
  return (
    <form onSubmit={submit} className={classes.fields}>
      <DateField
        label={text("booking.extendUntil")}
        value={until}
        min={addDays(lastDay, 1)}
        onChange={(day) => {
          setUntil(day);
          setSlotConflicts(null);
          setError(undefined);
        }}
        error={error}
      />
      {slotConflicts && <SlotTakenNotice slotConflicts={slotConflicts} timeZone={time_zone} onTake={() => undefined} />}
      <div className={classes.actions}>
        <Button type="submit" variant="filled" disabled={until === null} loading={extend.isPending}>
          {text("booking.extend")}
        </Button>
      </div>
    </form>
  );
}
