import { listTaskActivity } from "../../../../../shared/work/activity/activity.contract";
import { useEndpoint } from "../../../../platform/query";
import type { HistoryEntry } from "./task.history";

/** Old and new description; truncated texts are loaded in full when shown. */
export function useFullDescriptions(
  { from, to, events }: HistoryEntry,
  enabled: boolean,
): { from: string; to: string } {
  const older = useEvent(events?.task, events?.from, enabled && events?.shortened === true);
  const newer = useEvent(events?.task, events?.to, enabled && events?.shortened === true);
  return {
    from: htmlOf(older ? (older.before as Record<string, unknown> | undefined)?.description : from),
    to: htmlOf(newer ? newer.description : to),
  };
}

/** A request for a single event returns its full text. */
function useEvent(task = 0, id = 0, enabled: boolean): Record<string, unknown> | undefined {
  const { data } = useEndpoint(
    listTaskActivity,
    { params: { id: task }, query: { per_page: 1, before: id + 1 } },
    { enabled, staleTime: Number.POSITIVE_INFINITY },
  );
  return data?.data[0]?.data as Record<string, unknown> | undefined;
}

const htmlOf = (value: unknown) => (typeof value === "string" ? value : "");
