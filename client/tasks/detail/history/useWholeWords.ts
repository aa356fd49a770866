import { taskActivity } from "../../../../shared/activity/activity.contract";
import { useEndpoint } from "../../../platform/query";
import type { HistoryLine } from "./task.history";

/** A description as it was and as it became. Histories have the beginnings of long ones: the rest is read when it is looked at. */
export function useWholeWords({ from, to, events }: HistoryLine, wanted: boolean): { from: string; to: string } {
  const older = useEvent(events?.task, events?.from, wanted && events?.shortened === true);
  const newer = useEvent(events?.task, events?.to, wanted && events?.shortened === true);
  return {
    from: htmlOf(older ? (older.before as Record<string, unknown> | undefined)?.description : from),
    to: htmlOf(newer ? newer.description : to),
  };
}

/** One event alone comes with all its words. */
function useEvent(task = 0, id = 0, wanted: boolean): Record<string, unknown> | undefined {
  const { data } = useEndpoint(
    taskActivity,
    { params: { id: task }, query: { per_page: 1, before: id + 1 } },
    { enabled: wanted, staleTime: Number.POSITIVE_INFINITY },
  );
  return data?.data[0]?.data as Record<string, unknown> | undefined;
}

const htmlOf = (value: unknown) => (typeof value === "string" ? value : "");
