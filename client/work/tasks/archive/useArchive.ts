import type { QueryOf, ReplyOf } from "../../../../shared/kernel/endpoint";
import { archivedTasks } from "../../../../shared/work/tasks/tasks.contract";
import { addDays } from "../../../../shared/work/tasks/tasks.conditions.rules";
import { usePagedList } from "../../../platform/pages";
import { useToday } from "../../../platform/today";
import { useAddress } from "../../../platform/address/useAddress";

export type ArchivedTask = ReplyOf<typeof archivedTasks>["data"][number];

export const archiveSpans = { week: 7, month: 30, quarter: 90, year: 365 } as const;
export type ArchiveSpan = keyof typeof archiveSpans;

export interface ArchiveFilter {
  text: string;
  by: number | null;
  within: ArchiveSpan | null;
}

export function useArchiveFilter() {
  const [search, setSearch] = useAddress();
  const within = search.get("within");
  const by = Number(search.get("by"));
  const filter: ArchiveFilter = {
    text: search.get("q") ?? "",
    by: Number.isSafeInteger(by) && by > 0 ? by : null,
    within: within !== null && Object.hasOwn(archiveSpans, within) ? (within as ArchiveSpan) : null,
  };
  const change = ({ text, ...rest }: Partial<ArchiveFilter>) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries({ ...rest, ...(text === undefined ? {} : { q: text }) })) {
          if (value === null || value === "") next.delete(name);
          else next.set(name, String(value));
        }
        return next;
      },
      { replace: true },
    );
  return { filter, change };
}

const pageSize = 100;

/** Archived tasks, paginated and filtered on the server, because there may be thousands. */
export function useArchive(projectId: number, { text, by, within }: ArchiveFilter) {
  const today = useToday();
  const query: Partial<QueryOf<typeof archivedTasks>> = {
    per_page: pageSize,
    ...(text.trim() !== "" && { q: text.trim() }),
    ...(by !== null && { by }),
    ...(within !== null && { from: addDays(today, -archiveSpans[within]) }),
  };
  return usePagedList(archivedTasks, { params: { id: projectId }, query });
}
