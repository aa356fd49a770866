import { Link } from "react-router-dom";
import { taskActivity } from "../../shared/activity/activity.contract";
import { listTaskFigure, type TaskFigureRow } from "../../shared/analytics/task-analytics.contract";
import { ActivityFeed } from "../activity/ActivityFeed";
import { useFormat, useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { useEndpoint } from "../platform/query";
import { Clip } from "../ui/signs/Clip";
import { EmptyState } from "../ui/states/EmptyState";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import classes from "./analytics.module.css";
import { ListPanel, useOpenList } from "./ListPanel";
import { useDays } from "./useDays";

interface OfTask {
  id: number;
  projectId: number;
}

/** Where the list of a figure of a task stands: in this one's address, as other figures' lists. */
export const taskListAddress = (id: number, figure: string): string => `/analytics/task/${id}/list?figure=${figure}`;

/** What the figure that was pressed is made of. */
export function TaskFigureList({ id, projectId }: OfTask) {
  const { asked } = useOpenList(`/analytics/task/${id}/list?`);
  const figure = new URLSearchParams(asked ?? "").get("figure");
  return (
    <ListPanel asked={asked}>
      {figure === "touches" && <Touches id={id} projectId={projectId} />}
      {figure !== null && figure !== "touches" && <Rows key={figure} id={id} figure={figure} />}
    </ListPanel>
  );
}

/** Its history, as on the task itself. */
function Touches({ id, projectId }: OfTask) {
  const text = useText();
  const query = useEndpoint(taskActivity, { params: { id }, query: { per_page: 200 } });
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
  const { number, day, dateTime } = useFormat();
  const days = useDays();
  if (row.minutes !== null)
    return (
      <li>
        <span>{day(row.from, "weekday")}</span>{" "}
        <small>{text("analytics.hours", { hours: number(row.minutes / 60, { maximumFractionDigits: 1 }) })}</small>
      </li>
    );
  const title = row.archived ? text("analytics.task.archived", { column: row.title }) : row.title;
  return (
    <li>
      {row.task_id === null ? (
        <Clip>{title}</Clip>
      ) : (
        <Link to={paths.anyTask(row.task_id)}>
          <Clip>{title}</Clip>
        </Link>
      )}
      <small>
        {row.to === null ? dateTime(row.from) : `${dateTime(row.from)} – ${dateTime(row.to)}`}
        {row.days !== null && ` · ${days(row.days)}`}
      </small>
    </li>
  );
}
