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
  const { listQuery } = useOpenFigureList(`/analytics/project/${projectId}/list?`);
  return (
    <ListPanel listQuery={listQuery}>
      {listQuery !== null && <Rows key={listQuery} projectId={projectId} listQuery={listQuery} />}
    </ListPanel>
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

function Rows({ projectId, listQuery }: { projectId: number; listQuery: string }) {
  const text = useText();
  const { day } = useFormat();
  const figureText = useTaskFigureText(listQuery);
  const pages = useFigurePages(listQuery);
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
