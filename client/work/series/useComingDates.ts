import { createComingMatcher } from "../../../shared/work/series/coming-task.rules";
import { type ComingDate, readComingDates } from "../../../shared/work/series/series.contract";
import { useMemo } from "react";
import { useNavigate } from "react-router-dom";
import type { Board } from "../../../shared/work/tasks/tasks.board";
import { isFiltering, type TaskFilter } from "../../../shared/work/tasks/tasks.filter.rules";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { useToday } from "../../platform/today";
import { useOpenTask } from "../projects/open-task";
import { filterContextOf } from "../tasks/state/board.visible";
import { openSeriesTask$ } from "./series-dialog";

const none: readonly ComingDate[] = [];

/** The tasks that the series of a project will create in a period and that the filter shows; none without a project. */
export function useComingDates(
  project: { id: number; board: Board } | null,
  { from, to }: { from: string; to: string },
  filter: TaskFilter,
): readonly ComingDate[] {
  const today = useToday();
  const { id = 0, board } = project ?? {};
  const query = { from: from < today ? today : from, to };
  const enabled = project !== null && query.from <= to;
  const reply = useEndpoint(readComingDates, { params: { id }, query }, { enabled }).data;
  return useMemo(() => {
    if (!reply || !board) return none;
    if (!isFiltering(filter)) return reply.data;
    const matches = createComingMatcher(filter, filterContextOf(board, today), board);
    const valuesOf = new Map(reply.values.map((values) => [values.series_id, values]));
    return reply.data.filter((date) => {
      const values = valuesOf.get(date.series_id);
      return values !== undefined && matches({ ...date, values });
    });
  }, [reply, board, filter, today]);
}

/** Name of a coming date, and the dialog of its series, over the last task or, without one, over the list of series. */
export function useComingDateActions() {
  const text = useText();
  const { day } = useFormat();
  const { open, show } = useOpenTask();
  const navigate = useNavigate();
  return {
    labelOf: ({ title, creation_day }: ComingDate) =>
      text("series.coming", { title, date: day(creation_day, "longYear") }),
    openSeries: ({ task_id: taskId, project_id: projectId, series_id: seriesId }: ComingDate) => {
      if (taskId === null) return void navigate(paths.projectSeries(projectId, seriesId));
      openSeriesTask$.set(taskId);
      if (open !== taskId) show(taskId);
    },
  };
}
