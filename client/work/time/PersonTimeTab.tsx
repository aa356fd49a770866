import { useNavigate } from "react-router-dom";
import { addDays, localDayIn } from "../../../shared/kernel/days";
import { listWeeks, type TimesheetWeek } from "../../../shared/work/time/week.contract";
import type { TimeSheet } from "../../../shared/work/time/sheet.contract";
import { useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { useFollowProjects } from "../projects/useFollowProjects";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { FailedReads } from "../../ui/states/FailedReads";
import { SheetGrid } from "./sheet/SheetGrid";
import { type SheetView, useSheet } from "./sheet/useSheet";
import classes from "./time.module.css";
import { useTimeZone } from "./timer/useTimer";
import { WeekList } from "./weeks/WeekList";

export function PersonTimeTab({ userId }: { userId: number }) {
  const text = useText();
  const place = usePersonSheetView(userId);
  const query = useSheet(place);
  useFollowProjects(query.data?.data.projects);
  const weeks = useEndpoint(listWeeks, { query: { weeks: 12, ...(place.own ? {} : { user_id: userId }) } });
  return (
    <div className={classes.onPage}>
      <QueryBoundary query={query} loading={<SkeletonRows rows={6} height={44} />} failed={text("time.notLoaded")}>
        {({ data }) => <SheetGrid sheet={data as TimeSheet} projectId={null} />}
      </QueryBoundary>
      {weeks.isLoadingError ? (
        <FailedReads reads={[weeks]} />
      ) : (
        <WeekList place={place} weeks={(weeks.data?.data ?? []) as TimesheetWeek[]} loading={weeks.isPending} />
      )}
    </div>
  );
}

/** The user's last seven days; selecting a week opens the time tracking page. */
function usePersonSheetView(userId: number): SheetView {
  const navigate = useNavigate();
  const own = useCurrentUser().id === userId;
  const to = localDayIn(useTimeZone(), useNow());
  return {
    monday: null,
    from: addDays(to, -6),
    to,
    userId,
    projectId: null,
    own,
    change: ({ monday }) => void (monday && navigate(paths.timeWeek(userId, monday))),
  };
}
