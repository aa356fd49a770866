import { UnstyledButton } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { addDays, weekNumber } from "../../../../shared/kernel/days";
import type { TimesheetWeek } from "../../../../shared/work/time/week.contract";
import { isWeekLocked, type WeekState } from "../../../../shared/work/time/week.workflow";
import { type TextFunction, useFormat, useText } from "../../../platform/intl/useText";
import { Panel } from "../../../ui/Panel";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { type GlyphStatus, StatusGlyph } from "../../../ui/signs/StatusGlyph";
import { useDurationFormat } from "../timer/useDurationFormat";
import type { SheetView } from "../sheet/useSheet";
import classes from "./WeekList.module.css";
import tones from "../../../ui/layout/tones.module.css";

export const weekStatusGlyphs: Record<WeekState, GlyphStatus> = {
  open: "doing",
  submitted: "waiting",
  approved: "done",
};

export function weekStatusText(week: TimesheetWeek, text: TextFunction, day: (value: string) => string): string {
  const by = week.decided_by?.fullname ?? text("time.somebody");
  if (week.state === "approved" && week.decided_at) {
    return text("time.week.approvedBy", { name: by, day: day(week.decided_at) });
  }
  if (week.state === "submitted" && week.submitted_at) return text("time.week.waits", { day: day(week.submitted_at) });
  if (week.decided_at) return text("time.week.reopenedBy", { name: by, day: day(week.decided_at) });
  return text("time.week.isOpen");
}

export function WeekList({
  place,
  weeks,
  loading,
}: {
  place: SheetView;
  weeks: readonly TimesheetWeek[];
  loading: boolean;
}) {
  const text = useText();
  const { day, number } = useFormat();
  const { hours } = useDurationFormat();
  return (
    <Panel title={text("time.weeks")} end={<span className={tones.quietSmall}>{text("time.weeks.locked")}</span>}>
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
                <StatusGlyph status={weekStatusGlyphs[week.state]} />
                <b className={classes.name}>{text("time.week", { number: number(weekNumber(week.monday)) })}</b>
                <span className={classes.range}>
                  {text("time.week.range", { from: day(week.monday), to: day(addDays(week.monday, 6)) })}
                </span>
                <span className={classes.words}>{weekStatusText(week, text, day)}</span>
                <b className={classes.sum}>{hours(week.minutes)}</b>
                <span className={classes.lock}>
                  {isWeekLocked(week.state) && <IconLock size={14} stroke={1.75} aria-label={text("time.locked")} />}
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
