import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { weekNumber } from "../../../shared/time/days.rules";
import type { Week } from "../../../shared/time/week.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import type { SheetPlace } from "../sheet/useSheet";
import { useWeekActions } from "./useWeekActions";
import classes from "./WeekBanner.module.css";

/** A week that is handed in: who did what when, and how it is opened again. */
export function WeekBanner({ place, weeks }: { place: SheetPlace; weeks: readonly Week[] }) {
  const text = useText();
  const { number } = useFormat();
  const week = weeks.find((one) => one.monday === place.monday);
  const { approve, reopen, pending } = useWeekActions();
  if (!week || week.state === "open") return null;
  return (
    <div className={classes.banner} role="status">
      <IconLock size={16} stroke={1.75} aria-hidden />
      <p>
        <b>{text("time.week.isLocked", { number: number(weekNumber(week.monday)) })}</b>{" "}
        <Story week={week} own={place.own} />
      </p>
      {week.can.reopen && (
        <Button size="xs" disabled={pending} onClick={() => reopen(week)}>
          {text(place.own ? "time.week.takeBack" : "time.week.reopen")}
        </Button>
      )}
      {week.can.approve && (
        <Button size="xs" variant="filled" loading={pending} onClick={() => approve(week)}>
          {text("time.week.approve")}
        </Button>
      )}
    </div>
  );
}

function Story({ week, own }: { week: Week; own: boolean }) {
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
