import { TaskLink } from "../../work/projects/TaskLink";
import {
  listUserDays,
  listUserFigure,
  listUserReviews,
  type UserTask,
} from "../../../shared/insights/analytics/user-analytics.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { Avatar } from "../../ui/signs/Avatar";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import classes from "./analytics.module.css";
import { familyLabels } from "./family-labels";
import { ListPanel, useOpenFigureList } from "./ListPanel";
import { useDuration } from "../../ui/fields/useDuration";

export function UserLists({ id }: { id: number }) {
  const tasks = useOpenFigureList(`/analytics/user/${id}/list?`).listQuery;
  const days = useOpenFigureList(`/analytics/user/${id}/days?`).listQuery;
  const reviews = useOpenFigureList(`/analytics/user/${id}/reviews?`).listQuery;
  return (
    <ListPanel listQuery={tasks ?? days ?? reviews}>
      {tasks !== null && <UserRows key={tasks} id={id} listQuery={tasks} />}
      {days !== null && <DayRows key={days} id={id} listQuery={days} />}
      {reviews !== null && <ReviewRows id={id} />}
    </ListPanel>
  );
}

function UserRows({ id, listQuery }: { id: number; listQuery: string }) {
  const text = useText();
  const { day } = useFormat();
  const hours = useDuration();
  const minutesOf = ({ minutes, planned_minutes }: UserTask) => planned_minutes ?? minutes;
  const query = useEndpoint(listUserFigure, {
    params: { id },
    query: { ...Object.fromEntries(new URLSearchParams(listQuery)), per_page: 200 } as never,
  });
  return (
    <QueryBoundary query={query} failed={text("analytics.failed")}>
      {({ data, meta }) => (
        <>
          <p className={classes.total}>{text("analytics.list.title", { count: meta.total })}</p>
          <ul className={classes.rows}>
            {data.map((task) => (
              <li key={task.id}>
                <TaskLink task={{ id: task.id }}>
                  <span className="key">{task.key}</span> <TruncatedName>{task.title}</TruncatedName>
                </TaskLink>
                <small>
                  <bdi>{task.project.title}</bdi>
                  {task.finished_at && ` · ${text("analytics.list.finished", { day: day(task.finished_at) })}`}
                  {minutesOf(task) > 0 && ` · ${hours(minutesOf(task))}`}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
    </QueryBoundary>
  );
}

function DayRows({ id, listQuery }: { id: number; listQuery: string }) {
  const text = useText();
  const { day } = useFormat();
  const hours = useDuration();
  const query = useEndpoint(listUserDays, {
    params: { id },
    query: Object.fromEntries(new URLSearchParams(listQuery)) as never,
  });
  return (
    <QueryBoundary query={query} failed={text("analytics.failed")}>
      {({ data }) => (
        <ul className={classes.rows}>
          {data.map((one) => (
            <li key={one.day}>
              <span>{day(one.day, "weekday")}</span>{" "}
              <small>
                {hours(one.capacity_minutes)}
                {one.leave_minutes > 0 && ` · ${text("analytics.workload.leave")} ${hours(one.leave_minutes)}`}
              </small>
            </li>
          ))}
        </ul>
      )}
    </QueryBoundary>
  );
}

function ReviewRows({ id }: { id: number }) {
  const text = useText();
  const { day } = useFormat();
  const query = useEndpoint(listUserReviews, { params: { id }, query: { per_page: 200 } });
  return (
    <QueryBoundary query={query} failed={text("analytics.failed")}>
      {({ data, meta }) => (
        <>
          <p className={classes.total}>{text("analytics.list.rows", { count: meta.total })}</p>
          <ul className={classes.rows}>
            {data.map((review) => (
              <li key={review.id}>
                <span className={classes.reviewer}>
                  <Avatar person={review.requester} size={20} />
                  <TruncatedName>{review.requester.fullname}</TruncatedName>
                </span>
                <small>
                  {text(familyLabels[review.family as keyof typeof familyLabels])}
                  {review.title && (
                    <>
                      {" · "}
                      <bdi>{review.title}</bdi>
                    </>
                  )}
                  {` · ${text("analytics.review.since", { day: day(review.since) })}`}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
    </QueryBoundary>
  );
}
