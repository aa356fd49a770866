import { type ComingDate, readComingDates } from "../../../shared/work/series/series.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useToday } from "../../platform/today";
import { useOpenTask } from "../projects/open-task";
import { openSeriesTask$ } from "./series-dialog";

const none: readonly ComingDate[] = [];

/** The tasks that the series of a project will create in a period; none without a project. */
export function useComingDates(projectId: number | null, from: string, to: string): readonly ComingDate[] {
  const today = useToday();
  const query = { from: from < today ? today : from, to };
  const enabled = projectId !== null && query.from <= to;
  return useEndpoint(readComingDates, { params: { id: projectId ?? 0 }, query }, { enabled }).data?.data ?? none;
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
