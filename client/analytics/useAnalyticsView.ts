import { useCallback } from "react";
import { type Breakdown, breakdowns } from "../../shared/analytics/analytics.schema";
import { type Grouping, groupings } from "../../shared/analytics/periods.rules";
import { type Priority, priorities } from "../../shared/tasks/tasks.fields";
import { useAddress } from "../platform/address/useAddress";

/** What is looked at. All of it stands in the address: a link shows the same to whoever may see it. */
export interface AnalyticsView {
  /** Empty: the last thirty days. */
  from?: string;
  to?: string;
  by: Grouping;
  compare: boolean;
  group: Breakdown | null;
  /** Of which tasks. */
  tag: string | null;
  priority: Priority | null;
  assignee: string | null;
  /** The figure whose list is open: the address of that list. */
  list: string | null;
}

/** Whoever changes the address by hand gets the figures of all. */
const numberOf = (text: string | null) => (text && /^\d+$/.test(text) ? Number(text) : undefined);

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | null =>
  values.find((value) => value === text) ?? null;

export function useAnalyticsView() {
  const [search, setSearch] = useAddress();
  const view: AnalyticsView = {
    from: search.get("from") ?? undefined,
    to: search.get("to") ?? undefined,
    by: oneOf(groupings, search.get("by")) ?? "week",
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

/** What of the view the server is asked with. */
export const askedOf = ({ from, to, by, compare, group, tag, priority, assignee }: AnalyticsView) => ({
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
  by,
  ...(compare ? { compare } : {}),
  ...(group ? { group } : {}),
  ...(numberOf(tag) ? { tag_id: numberOf(tag) } : {}),
  ...(priority ? { priority } : {}),
  ...(numberOf(assignee) ? { user_id: numberOf(assignee) } : {}),
});
