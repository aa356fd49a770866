import { Link } from "react-router-dom";
import { type CountedTask, listProjectFigure } from "../../shared/analytics/project-analytics.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { useEndpoint } from "../platform/query";
import { Clip } from "../ui/signs/Clip";
import { FigureRows, useFigurePages } from "./FigureRows";
import { ListPanel, useOpenList } from "./ListPanel";
import { useDays } from "./useDays";

/** The tasks behind the figure that was pressed; its address stands in this one's. */
export function FigureList({ projectId }: { projectId: number }) {
  const { asked } = useOpenList(`/analytics/project/${projectId}/list?`);
  return (
    <ListPanel asked={asked}>{asked !== null && <Rows key={asked} projectId={projectId} asked={asked} />}</ListPanel>
  );
}

/** What of a task the figure adds up. */
function useCounted(asked: string): (task: CountedTask) => string {
  const text = useText();
  const { number } = useFormat();
  const days = useDays();
  const hours = (minutes: number) =>
    text("analytics.hours", { hours: number(minutes / 60, { maximumFractionDigits: 1 }) });
  const figure = new URLSearchParams(asked).get("figure");
  return (task) => {
    if (figure === "blocked") return ` · ${days(task.blocked_days)}`;
    if (figure === "estimated") {
      const [spent, estimate] = [hours(task.spent_minutes), hours(task.estimate_minutes ?? 0)];
      return ` · ${text("analytics.task.spentOf", { spent, estimate })}`;
    }
    return task.days === null ? "" : ` · ${days(task.days)}`;
  };
}

function Rows({ projectId, asked }: { projectId: number; asked: string }) {
  const text = useText();
  const { day } = useFormat();
  const said = useCounted(asked);
  const pages = useFigurePages(asked);
  const query = useEndpoint(listProjectFigure, {
    params: { id: projectId },
    query: pages.query,
  });
  return (
    <FigureRows query={query} total={(count) => text("analytics.list.title", { count })} onMore={pages.onMore}>
      {(task) => (
        <>
          <Link to={paths.anyTask(task.id)}>
            <span className="key">{task.key}</span> <Clip>{task.title}</Clip>
          </Link>
          <small>
            <bdi>{task.column}</bdi>
            {task.finished_at && ` · ${text("analytics.list.finished", { day: day(task.finished_at) })}`}
            {said(task)}
          </small>
        </>
      )}
    </FigureRows>
  );
}
