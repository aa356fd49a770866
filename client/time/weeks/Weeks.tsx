import { UnstyledButton } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { addDays, weekNumber } from "../../../shared/time/days.rules";
import type { Week } from "../../../shared/time/week.contract";
import { isLocked, type WeekState } from "../../../shared/time/week.workflow";
import { type Text, useFormat, useText } from "../../platform/intl/useText";
import { Panel } from "../../ui/Panel";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { type Status, StatusGlyph } from "../../ui/signs/StatusGlyph";
import { useClock } from "../timer/useClock";
import type { SheetPlace } from "../sheet/useSheet";
import classes from "./Weeks.module.css";

export const glyphOf: Record<WeekState, Status> = { open: "doing", submitted: "waiting", approved: "done" };

/** Where a week stands, in words. */
export function weekWords(week: Week, text: Text, day: (value: string) => string): string {
  const by = week.decided_by?.fullname ?? text("time.somebody");
  if (week.state === "approved" && week.decided_at) {
    return text("time.week.approvedBy", { name: by, day: day(week.decided_at) });
  }
  if (week.state === "submitted" && week.submitted_at) return text("time.week.waits", { day: day(week.submitted_at) });
  if (week.decided_at) return text("time.week.reopenedBy", { name: by, day: day(week.decided_at) });
  return text("time.week.isOpen");
}

/** Week by week: what it holds, where it stands, and the way into it. */
export function Weeks({ place, weeks, loading }: { place: SheetPlace; weeks: readonly Week[]; loading: boolean }) {
  const text = useText();
  const { day, number } = useFormat();
  const { hours } = useClock();
  return (
    <Panel title={text("time.weeks")} end={<span className={classes.quiet}>{text("time.weeks.locked")}</span>}>
      {loading ? (
        <SkeletonRows rows={4} />
      ) : (
        <ul>
          {weeks.map((week) => (
            <li key={week.monday}>
              <UnstyledButton
                className={classes.row}
                aria-current={week.monday === place.monday || undefined}
                onClick={() => place.change({ monday: week.monday })}
              >
                <StatusGlyph status={glyphOf[week.state]} />
                <b className={classes.name}>{text("time.week", { number: number(weekNumber(week.monday)) })}</b>
                <span className={classes.range}>
                  {text("time.week.range", { from: day(week.monday), to: day(addDays(week.monday, 6)) })}
                </span>
                <span className={classes.words}>{weekWords(week, text, day)}</span>
                <b className={classes.sum}>{hours(week.minutes)}</b>
                <span className={classes.lock}>
                  {isLocked(week.state) && <IconLock size={14} stroke={1.75} aria-label={text("time.locked")} />}
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
