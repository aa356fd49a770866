import { TaskLink } from "../../work/projects/TaskLink";
import { listTaskActivity } from "../../../shared/work/activity/activity.contract";
import { listTaskFigure, type TaskFigureRow } from "../../../shared/insights/analytics/task-analytics.contract";
import { ActivityFeed } from "../../work/tasks/activity/ActivityFeed";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import classes from "./analytics.module.css";
import { ListPanel, useOpenFigureList } from "./ListPanel";
import { useDaysText } from "./useDaysText";
import { useDuration } from "../../ui/fields/useDuration";

interface OfTask {
  id: number;
  projectId: number;
}

/** Address of the list behind a task's figure, in the format of `AnalyticsView.list`. */
export const taskFigureListPath = (id: number, figure: string): string => `/analytics/task/${id}/list?figure=${figure}`;

export function TaskFigureList({ id, projectId }: OfTask) {
  const { listQuery } = useOpenFigureList(`/analytics/task/${id}/list?`);
  const figure = new URLSearchParams(listQuery ?? "").get("figure");
  return (
    <ListPanel listQuery={listQuery}>
      {figure === "touches" && <Touches id={id} projectId={projectId} />}
      {figure !== null && figure !== "touches" && <Rows key={figure} id={id} figure={figure} />}
    </ListPanel>
  );
}

function Touches({ id, projectId }: OfTask) {
  const text = useText();
  const query = useEndpoint(listTaskActivity, { params: { id }, query: { per_page: 200 } });
  return (
    <QueryBoundary query={query} failed={text("analytics.failed")}>
      {({ data }) => <ActivityFeed items={data.map((item) => ({ ...item, project_id: projectId }))} />}
    </QueryBoundary>
  );
}

function Rows({ id, figure }: { id: number; figure: string }) {
  const text = useText();
  const query = useEndpoint(listTaskFigure, { params: { id }, query: { figure: figure as never } });
  return (
    <QueryBoundary query={query} failed={text("analytics.failed")}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState title={text("analytics.nothing")} />
        ) : (
          <ul className={classes.rows}>
            {data.map((row) => (
              <Row key={`${row.from} ${row.task_id ?? ""}`} row={row} />
            ))}
          </ul>
        )
      }
    </QueryBoundary>
  );
}

function Row({ row }: { row: TaskFigureRow }) {
  const text = useText();
  const { day, dateTime } = useFormat();
  const duration = useDuration();
  const days = useDaysText();
  if (row.minutes !== null)
    return (
      <li>
        <span>{day(row.from, "weekday")}</span> <small>{duration(row.minutes)}</small>
      </li>
    );
  const title = row.archived ? text("analytics.task.archived", { column: row.title }) : row.title;
  return (
    <li>
      {row.task_id === null ? (
        <TruncatedName>{title}</TruncatedName>
      ) : (
        <TaskLink task={{ id: row.task_id }}>
          <TruncatedName>{title}</TruncatedName>
        </TaskLink>
      )}
      <small>
        {row.to === null ? dateTime(row.from) : `${dateTime(row.from)} – ${dateTime(row.to)}`}
        {row.days !== null && ` · ${days(row.days)}`}
      </small>
    </li>
  );
}
