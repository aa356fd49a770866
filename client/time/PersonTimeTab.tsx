import { useNavigate } from "react-router-dom";
import { addDays, dayIn } from "../../shared/time/days.rules";
import { listWeeks, type Week } from "../../shared/time/week.contract";
import type { TimeSheet } from "../../shared/time/sheet.contract";
import { useText } from "../platform/intl/useText";
import { useNow } from "../platform/now";
import { paths } from "../platform/paths";
import { useEndpoint } from "../platform/query";
import { useCurrentUser } from "../platform/session";
import { useFollowProjects } from "../projects/useFollowProjects";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { SkeletonRows } from "../ui/states/Skeleton";
import { SheetGrid } from "./sheet/SheetGrid";
import { type SheetPlace, useSheet } from "./sheet/useSheet";
import classes from "./time.module.css";
import { useTimeZone } from "./timer/useTimer";
import { Weeks } from "./weeks/Weeks";

/** Somebody's last seven days, and week by week before: on their page. */
export function PersonTimeTab({ userId }: { userId: number }) {
  const text = useText();
  const place = usePlace(userId);
  const query = useSheet(place);
  useFollowProjects(query.data?.data.projects);
  const weeks = useEndpoint(listWeeks, { query: { weeks: 12, ...(place.own ? {} : { user_id: userId }) } });
  return (
    <div className={classes.onPage}>
      <QueryBoundary query={query} loading={<SkeletonRows rows={6} height={44} />} failed={text("time.notLoaded")}>
        {({ data }) => <SheetGrid sheet={data as TimeSheet} projectId={null} />}
      </QueryBoundary>
      <Weeks place={place} weeks={(weeks.data?.data ?? []) as Week[]} loading={weeks.isPending} />
    </div>
  );
}

/** The last seven days of theirs; a week opens where time is tracked. */
function usePlace(userId: number): SheetPlace {
  const navigate = useNavigate();
  const own = useCurrentUser().id === userId;
  const to = dayIn(useTimeZone(), useNow());
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
