import { Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { addDays, weekNumber } from "../../../shared/time/days.rules";
import { readTimeSheet, type TimeSheet } from "../../../shared/time/sheet.contract";
import { type ShortDay, shortDays } from "../../../shared/time/short-days.rules";
import { submitWeek, type Week } from "../../../shared/time/week.contract";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { useFormat, useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { toast } from "../../ui/toast/toast";
import classes from "./SubmitWeek.module.css";
import { useClock } from "../timer/useClock";
import type { SheetPlace } from "../sheet/useSheet";

/** The week that is due: the one looked at or, with the last seven days, the one before this as long as it is open. */
export function dueWeek(weeks: readonly Week[], monday: string | null): Week | undefined {
  if (monday) return weeks.find((week) => week.monday === monday);
  const [current, before] = weeks;
  return before && before.can.submit && before.minutes > 0 ? before : current;
}

/** Hands a week in. Where days are short of their hours that is said first: the week is locked afterwards. */
export function SubmitWeek({ place, weeks }: { place: SheetPlace; weeks: readonly Week[] }) {
  const text = useText();
  const { number } = useFormat();
  const [short, setShort] = useState<readonly ShortDay[]>([]);
  const submit = useAction(submitWeek, {
    onSuccess: ({ message }) => message && toast.done(message),
    onSettled: () => setShort([]),
  });
  const week = dueWeek(weeks, place.monday);
  const { mutate: look, isPending: looking } = useMutation({
    mutationFn: async (monday: string) =>
      (await call(readTimeSheet, { query: { from: monday, to: addDays(monday, 6) } })).data,
    onSuccess: (sheet, monday) => {
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
  const { hours } = useClock();
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
