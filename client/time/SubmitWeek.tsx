import { Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { weekNumber } from "../../shared/time/days.rules";
import { submitWeek, type Week } from "../../shared/time/week.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { useAction } from "../platform/query";
import { toast } from "../ui/toast";
import classes from "./SubmitWeek.module.css";
import type { SheetPlace } from "./useSheet";

/** The week that is due: the one looked at or, with the last seven days, the one before this as long as it is open. */
export function dueWeek(weeks: readonly Week[], monday: string | null): Week | undefined {
  if (monday) return weeks.find((week) => week.monday === monday);
  const [current, before] = weeks;
  return before && before.can.submit && before.minutes > 0 ? before : current;
}

export function SubmitWeek({ place, weeks }: { place: SheetPlace; weeks: readonly Week[] }) {
  const text = useText();
  const { number } = useFormat();
  const submit = useAction(submitWeek, { onSuccess: ({ message }) => message && toast.done(message) });
  const week = dueWeek(weeks, place.monday);
  if (!week?.can.submit) return null;
  return (
    <span className={classes.bar}>
      <Button
        variant="filled"
        leftSection={<IconSend size={16} stroke={1.75} className="flip" aria-hidden />}
        loading={submit.isPending}
        onClick={() => submit.mutate({ params: { monday: week.monday } })}
      >
        {text("time.submitWeek", { number: number(weekNumber(week.monday)) })}
      </Button>
    </span>
  );
}
