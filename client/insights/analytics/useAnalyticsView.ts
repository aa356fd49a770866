import { useCallback } from "react";
import { type Breakdown, breakdowns } from "../../../shared/insights/analytics/analytics.schema";
import { type PeriodGrouping, periodGroupings } from "../../../shared/kernel/periods.rules";
import { type Priority, priorities } from "../../../shared/work/tasks/tasks.fields";
import { useAddress } from "../../platform/address/useAddress";

/** State of an analytics screen. It is completely stored in the URL, so that a link shows the same view to every permitted user. */
export interface AnalyticsView {
  /** If absent, the period is the last 30 days. */
  from?: string;
  to?: string;
  by: PeriodGrouping;
  compare: boolean;
  group: Breakdown | null;
  tag: string | null;
  priority: Priority | null;
  assignee: string | null;
  /** Address of the open list; null when none is open. */
  list: string | null;
}

/** Malformed values in a manually edited URL are ignored. */
const numberOf = (text: string | null) => (text && /^\d+$/.test(text) ? Number(text) : undefined);

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | null =>
  values.find((value) => value === text) ?? null;

export function useAnalyticsView() {
  const [search, setSearch] = useAddress();
  const view: AnalyticsView = {
    from: search.get("from") ?? undefined,
    to: search.get("to") ?? undefined,
    by: oneOf(periodGroupings, search.get("by")) ?? "week",
    compare: search.get("compare") === "true",
    group: oneOf(breakdowns, search.get("group")),
    tag: search.get("tag"),
    priority: oneOf(priorities, search.get("priority")),
    assignee: search.get("assignee"),
    list: search.get("list"),
  };
  const change = useCallback(
    (next: Partial<Record<keyof AnalyticsView, string | boolean | null | undefined>>, replace = true) =>
      setSearch(
        (now) => {
          for (const [name, value] of Object.entries(next)) {
            if (value) now.set(name, String(value));
            else now.delete(name);
          }
          return now;
        },
        { replace },
      ),
    [setSearch],
  );
  return { view, change };
}

export const analyticsQueryOf = ({ from, to, by, compare, group, tag, priority, assignee }: AnalyticsView) => ({
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
  by,
  ...(compare ? { compare } : {}),
  ...(group ? { group } : {}),
  ...(numberOf(tag) ? { tag_id: numberOf(tag) } : {}),
  ...(priority ? { priority } : {}),
  ...(numberOf(assignee) ? { user_id: numberOf(assignee) } : {}),
});
