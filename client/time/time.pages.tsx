import { SegmentedControl } from "@mantine/core";
import { mondayOf, weekNumber } from "../../shared/time/days.rules";
import type { TimeSheet } from "../../shared/time/sheet.contract";
import { listWeeks, type Week } from "../../shared/time/week.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { useNow } from "../platform/now";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { useFollowProjects } from "../projects/useFollowProjects";
import { PageHead, Toolbar } from "../ui/PageHead";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { SkeletonRows } from "../ui/states/Skeleton";
import { CopyLastWeek } from "./sheet/CopyLastWeek";
import { SheetExport } from "./sheet/SheetExport";
import { GhostBar } from "./sheet/Ghosts";
import { SheetFilters } from "./sheet/SheetFilters";
import { SheetGrid } from "./sheet/SheetGrid";
import { SubmitWeek } from "./weeks/SubmitWeek";
import classes from "./time.module.css";
import { lastWeekOf, type SheetPlace, useSheet, useSheetPlace } from "./sheet/useSheet";
import { useNarrow } from "../platform/useNarrow";
import { WaitingWeeks } from "./weeks/WaitingWeeks";
import { WeekBanner } from "./weeks/WeekBanner";
import { Weeks } from "./weeks/Weeks";

/** One's time: the last seven days, and week by week before. */
export function TimeTrackingPage() {
  const text = useText();
  const place = useSheetPlace();
  const narrow = useNarrow();
  const decides = useCan()("time-tracking-all");
  const query = useSheet(place);
  useFollowProjects(query.data?.data.projects);
  const count = weeksBack(place, useNow());
  const weeks = useEndpoint(listWeeks, { query: { weeks: count, ...(place.own ? {} : { user_id: place.userId }) } });
  const known = (weeks.data?.data ?? []) as Week[];
  const sheet = query.data?.data as TimeSheet | undefined;
  return (
    <>
      <PageHead title={text("title.timeTracking")} tabs={<DaysSwitch place={place} today={place.to} />}>
        <WeekHint place={place} weeks={known} />
        {sheet && <SheetExport place={place} sheet={sheet} />}
        {place.own && !narrow && <SubmitWeek place={place} weeks={known} />}
      </PageHead>
      <Toolbar>
        <SheetFilters place={place} />
        {sheet?.can.log && <CopyLastWeek place={place} sheet={sheet} />}
        {sheet && <GhostBar sheet={sheet} />}
      </Toolbar>
      <div className={classes.content}>
        {decides && place.own && <WaitingWeeks place={place} />}
        <WeekBanner place={place} weeks={known} />
        <QueryBoundary query={query} loading={<SkeletonRows rows={8} height={44} />} failed={text("time.notLoaded")}>
          {({ data }) => <SheetGrid sheet={data as TimeSheet} projectId={place.projectId} />}
        </QueryBoundary>
        <Weeks place={place} weeks={known} loading={weeks.isPending} />
      </div>
      {place.own && narrow && <SubmitWeek place={place} weeks={known} />}
    </>
  );
}

/** Twelve weeks, or back to the one that is looked at. */
function weeksBack({ monday }: SheetPlace, now: Date): number {
  const back = monday ? Math.ceil((now.getTime() - Date.parse(monday)) / (7 * 86_400_000)) : 0;
  return Math.min(53, Math.max(12, back));
}

/** The last seven days, or a week; the one before this, unless another one is looked at. */
function DaysSwitch({ place, today }: { place: SheetPlace; today: string }) {
  const text = useText();
  const { number } = useFormat();
  const week = place.monday ?? lastWeekOf(today);
  return (
    <SegmentedControl
      className={classes.switch}
      aria-label={text("time.whichDays")}
      value={place.monday ?? ""}
      onChange={(value) => place.change({ monday: value || null })}
      data={[
        { value: "", label: text("time.last7", { days: number(7) }) },
        { value: week, label: text("time.week", { number: number(weekNumber(week)) }) },
      ]}
    />
  );
}

function WeekHint({ place, weeks }: { place: SheetPlace; weeks: readonly Week[] }) {
  const text = useText();
  const { number } = useFormat();
  const week = weeks.find((one) => one.monday === (place.monday ?? mondayOf(place.to)));
  if (!week || week.state !== "open" || !place.own) return null;
  return <span className={classes.hint}>{text("time.week.open", { number: number(weekNumber(week.monday)) })}</span>;
}
