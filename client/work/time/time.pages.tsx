import { useToday } from "../../platform/today";
import { dayNumber } from "../../../shared/kernel/day-number";
import { SegmentedControl } from "@mantine/core";
import { localDayIn, mondayOf, weekNumber } from "../../../shared/kernel/days";
import type { TimeSheet } from "../../../shared/work/time/sheet.contract";
import { listWeeks, type TimesheetWeek } from "../../../shared/work/time/week.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { useFollowProjects } from "../projects/useFollowProjects";
import { PageHead, Toolbar } from "../../ui/PageHead";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { FailedReads } from "../../ui/states/FailedReads";
import { CopyLastWeek } from "./sheet/CopyLastWeek";
import { SheetExport } from "./sheet/SheetExport";
import { SuggestionBar } from "./sheet/TimeSuggestions";
import { SheetFilters } from "./sheet/SheetFilters";
import { SheetGrid } from "./sheet/SheetGrid";
import { SubmitWeek } from "./weeks/SubmitWeek";
import classes from "./time.module.css";
import { lastWeekOf, type SheetView, useSheet, useSheetView } from "./sheet/useSheet";
import { useIsPhoneWidth } from "../../platform/useIsPhoneWidth";
import { useTimeZone } from "./timer/useTimer";
import { WaitingWeeks } from "./weeks/WaitingWeeks";
import { WeekBanner } from "./weeks/WeekBanner";
import { WeekList } from "./weeks/WeekList";

export function TimeTrackingPage() {
  const text = useText();
  const place = useSheetView();
  const narrow = useIsPhoneWidth();
  const decides = useCan()("time-tracking-all");
  const query = useSheet(place);
  useFollowProjects(query.data?.data.projects);
  const count = weeksBack(place, useToday());
  const weeks = useEndpoint(listWeeks, { query: { weeks: count, ...(place.own ? {} : { user_id: place.userId }) } });
  const loadedWeeks = (weeks.data?.data ?? []) as TimesheetWeek[];
  const sheet = query.data?.data as TimeSheet | undefined;
  return (
    <>
      <PageHead title={text("title.timeTracking")} tabs={<DaysSwitch place={place} />}>
        <WeekHint place={place} weeks={loadedWeeks} />
        {sheet && <SheetExport place={place} sheet={sheet} />}
        {place.own && !narrow && <SubmitWeek place={place} weeks={loadedWeeks} />}
      </PageHead>
      <Toolbar>
        <SheetFilters place={place} />
        {sheet?.can.log && <CopyLastWeek place={place} sheet={sheet} />}
        {sheet && <SuggestionBar sheet={sheet} />}
      </Toolbar>
      <div className={classes.content}>
        {decides && place.own && <WaitingWeeks place={place} />}
        <WeekBanner place={place} weeks={loadedWeeks} />
        <QueryBoundary query={query} loading={<SkeletonRows rows={8} height={44} />} failed={text("time.notLoaded")}>
          {({ data }) => <SheetGrid sheet={data as TimeSheet} projectId={place.projectId} />}
        </QueryBoundary>
        {weeks.isLoadingError ? (
          <FailedReads reads={[weeks]} />
        ) : (
          <WeekList place={place} weeks={loadedWeeks} loading={weeks.isPending} />
        )}
      </div>
      {place.own && narrow && <SubmitWeek place={place} weeks={loadedWeeks} />}
    </>
  );
}

/** Number of weeks to load: twelve, or more to include the displayed week. */
function weeksBack({ monday }: SheetView, today: string): number {
  const back = monday ? Math.ceil((dayNumber(today) + 1 - dayNumber(monday)) / 7) : 0;
  return Math.min(53, Math.max(12, back));
}

function DaysSwitch({ place }: { place: SheetView }) {
  const text = useText();
  const { number, day } = useFormat();
  const current = mondayOf(localDayIn(useTimeZone(), useNow()));
  const other = place.monday === null || place.monday === current ? lastWeekOf(current) : place.monday;
  return (
    <SegmentedControl
      className={classes.switch}
      aria-label={text("time.whichDays")}
      data-printed-value={text("when.span", { from: day(place.from, "medium"), until: day(place.to, "medium") })}
      value={place.monday ?? ""}
      onChange={(value) => place.change({ monday: value || null })}
      data={[
        { value: "", label: text("time.last7", { days: number(7) }) },
        ...[current, other].map((week) => ({
          value: week,
          label: text("time.week", { number: number(weekNumber(week)) }),
        })),
      ]}
    />
  );
}

function WeekHint({ place, weeks }: { place: SheetView; weeks: readonly TimesheetWeek[] }) {
  const text = useText();
  const { number } = useFormat();
  const week = weeks.find((one) => one.monday === (place.monday ?? mondayOf(place.to)));
  if (!week || week.state !== "open" || !place.own) return null;
  return <span className={classes.hint}>{text("time.week.open", { number: number(weekNumber(week.monday)) })}</span>;
}
