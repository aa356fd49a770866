import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { addDays, weekNumber } from "../../../../shared/kernel/days";
import type { TimesheetWeek } from "../../../../shared/work/time/week.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import type { SheetView } from "../sheet/useSheet";
import { useWeekActions } from "./useWeekActions";
import classes from "./WeekBanner.module.css";

export function WeekBanner({ place, weeks }: { place: SheetView; weeks: readonly TimesheetWeek[] }) {
  const text = useText();
  const { number } = useFormat();
  const week = shownWeek(place, weeks);
  const { approve, reopen, pending } = useWeekActions(week);
  if (!week || week.state === "open") return null;
  return (
    <div className={classes.banner} role="status">
      <IconLock size={16} stroke={1.75} aria-hidden />
      <p>
        <b>{text("time.week.isLocked", { number: number(weekNumber(week.monday)) })}</b>{" "}
        <WeekHistory week={week} own={place.own} />
      </p>
      {week.can.reopen && (
        <Button size="xs" disabled={pending} onClick={reopen}>
          {text(place.own ? "time.week.takeBack" : "time.week.reopen")}
        </Button>
      )}
      {week.can.approve && (
        <Button size="xs" variant="filled" loading={pending} onClick={approve}>
          {text("time.week.approve")}
        </Button>
      )}
    </div>
  );
}

function shownWeek({ monday, from, own }: SheetView, weeks: readonly TimesheetWeek[]): TimesheetWeek | undefined {
  if (monday !== null) return weeks.find((one) => one.monday === monday);
  return weeks.find((one) => own && one.state === "submitted" && one.can.reopen && addDays(one.monday, 6) >= from);
}

function WeekHistory({ week, own }: { week: TimesheetWeek; own: boolean }) {
  const text = useText();
  const { day } = useFormat();
  const submitted = week.submitted_at ? day(week.submitted_at) : "";
  const decided = week.decided_at ? day(week.decided_at) : "";
  const by = week.decided_by?.fullname ?? text("time.somebody");
  const values = {
    submitted,
    decided,
    by,
    name: week.user.fullname,
    own: own ? "yes" : "no",
    ask: week.can.reopen ? "no" : "yes",
  };
  return text(week.state === "approved" ? "time.week.story.approved" : "time.week.story.submitted", values);
}
