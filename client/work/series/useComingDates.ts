import { createComingMatcher } from "../../../shared/work/series/coming-task.rules";
import { type ComingDate, readComingDates } from "../../../shared/work/series/series.contract";
import { useMemo } from "react";
import type { Board } from "../../../shared/work/tasks/tasks.board";
import { isFiltering, type TaskFilter } from "../../../shared/work/tasks/tasks.filter.rules";
import { useFormat, useText } from "../../platform/intl/useText";
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

/** Name of a coming date, and the dialog of its series, which the panel of the last task shows. */
export function useComingDateActions() {
  const text = useText();
  const { day } = useFormat();
  const { open, show } = useOpenTask();
  return {
    labelOf: ({ title, creation_day }: ComingDate) =>
      text("series.coming", { title, date: day(creation_day, "longYear") }),
    openSeries: ({ task_id: taskId }: ComingDate) => {
      if (taskId === null) return;
      openSeriesTask$.set(taskId);
      if (open !== taskId) show(taskId);
    },
  };
}
