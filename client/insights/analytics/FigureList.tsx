import { TaskLink } from "../../work/projects/TaskLink";
import { type CountedTask, listProjectFigure } from "../../../shared/insights/analytics/project-analytics.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { FigureRows, useFigurePages } from "./FigureRows";
import { ListPanel, useOpenFigureList } from "./ListPanel";
import { useDaysText } from "./useDaysText";
import { useDuration } from "../../ui/fields/useDuration";

/** Tasks that the selected figure counts. The list's address is part of the page's URL. */
export function FigureList({ projectId }: { projectId: number }) {
  const { asked } = useOpenFigureList(`/analytics/project/${projectId}/list?`);
  return (
    <ListPanel asked={asked}>{asked !== null && <Rows key={asked} projectId={projectId} asked={asked} />}</ListPanel>
  );
}

function useTaskFigureText(query: string): (task: CountedTask) => string {
  const text = useText();
  const days = useDaysText();
  const hours = useDuration();
  const figure = new URLSearchParams(query).get("figure");
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
  const figureText = useTaskFigureText(asked);
  const pages = useFigurePages(asked);
  const query = useEndpoint(listProjectFigure, {
    params: { id: projectId },
    query: pages.query,
  });
  return (
    <FigureRows query={query} total={(count) => text("analytics.list.title", { count })} onMore={pages.onMore}>
      {(task) => (
        <>
          <TaskLink task={{ id: task.id }}>
            <span className="key">{task.key}</span> <TruncatedName>{task.title}</TruncatedName>
          </TaskLink>
          <small>
            <bdi>{task.column}</bdi>
            {task.finished_at && ` · ${text("analytics.list.finished", { day: day(task.finished_at) })}`}
            {figureText(task)}
          </small>
        </>
      )}
    </FigureRows>
  );
}
