import { Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { addDays, weekNumber } from "../../../../shared/kernel/days";
import { readTimeSheet, type TimeSheet } from "../../../../shared/work/time/sheet.contract";
import { submitWeek, type TimesheetWeek } from "../../../../shared/work/time/week.contract";
import { call } from "../../../platform/api";
import { reportFailure } from "../../../platform/failure";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useAction } from "../../../platform/query";
import { ConfirmDialog } from "../../../ui/ConfirmDialog";
import { toast } from "../../../ui/toast/toast";
import classes from "./SubmitWeek.module.css";
import { hasInvalidCells } from "../sheet/unsaved-cells";
import { useDurationFormat } from "../timer/useDurationFormat";
import type { SheetView } from "../sheet/useSheet";
import { type ShortDay, shortDays } from "../../../../shared/work/time/hours.rules";

/** The week to submit: the displayed one or, for the last seven days, the previous week while it is open. */
export function weekToSubmit(weeks: readonly TimesheetWeek[], monday: string | null): TimesheetWeek | undefined {
  if (monday) return weeks.find((week) => week.monday === monday);
  const [current, before] = weeks;
  return before && before.can.submit && before.minutes > 0 ? before : current;
}

/** Submits a week. Confirms first if days have too few hours, because the week is then locked. */
export function SubmitWeek({ place, weeks }: { place: SheetView; weeks: readonly TimesheetWeek[] }) {
  const text = useText();
  const { number } = useFormat();
  const [short, setShort] = useState<readonly ShortDay[]>([]);
  const submit = useAction(submitWeek, {
    onSuccess: ({ message }) => message && toast.done(message),
    onSettled: () => setShort([]),
  });
  const week = weekToSubmit(weeks, place.monday);
  const { mutate: look, isPending: looking } = useMutation({
    mutationFn: async (monday: string) => {
      const days = { from: monday, to: addDays(monday, 6) };
      if (await hasInvalidCells(days.from, days.to)) return null;
      return (await call(readTimeSheet, { query: days })).data;
    },
    onSuccess: (sheet, monday) => {
      if (sheet === null) return toast.error(text("time.week.unsaved"));
      const missing = shortDays(sheet as TimeSheet);
      if (missing.length > 0) setShort(missing);
      else submit.mutate({ params: { monday } });
    },
    onError: reportFailure,
  });
  if (!week?.can.submit) return null;
  const label = text("time.submitWeek", { number: number(weekNumber(week.monday)) });
  return (
    <span className={classes.bar}>
      <Button
        variant="filled"
        leftSection={<IconSend size={16} stroke={1.75} className="flip" aria-hidden />}
        loading={looking || submit.isPending}
        onClick={() => look(week.monday)}
      >
        {label}
      </Button>
      <ConfirmDialog
        opened={short.length > 0}
        title={text("time.short.title")}
        confirmLabel={label}
        tone="accent"
        pending={submit.isPending}
        onConfirm={() => submit.mutate({ params: { monday: week.monday } })}
        onClose={() => setShort([])}
      >
        <ShortDays days={short} />
      </ConfirmDialog>
    </span>
  );
}

function ShortDays({ days }: { days: readonly ShortDay[] }) {
  const text = useText();
  const { day } = useFormat();
  const { hours } = useDurationFormat();
  return (
    <>
      <p>{text("time.short.why", { count: days.length })}</p>
      <ul className={classes.short}>
        {days.map(({ date, minutes, target }) => (
          <li key={date}>
            {text("time.short.day", { day: day(date, "long"), logged: hours(minutes), planned: hours(target) })}
          </li>
        ))}
      </ul>
    </>
  );
}
