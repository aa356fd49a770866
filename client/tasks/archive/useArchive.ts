import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import type { QueryOf, ReplyOf } from "../../../shared/kernel/endpoint";
import { archivedTasks } from "../../../shared/tasks/tasks.contract";
import { addDays } from "../../../shared/tasks/tasks.filter.rules";
import { call } from "../../platform/api";
import { keyOf } from "../../platform/query";
import { useToday } from "../../platform/today";

type Page = ReplyOf<typeof archivedTasks>;
export type ArchivedTask = Page["data"][number];

/** Put away within so many days. */
export const archiveSpans = { week: 7, month: 30, quarter: 90, year: 365 } as const;
export type ArchiveSpan = keyof typeof archiveSpans;

export interface ArchiveFilter {
  text: string;
  by: number | null;
  within: ArchiveSpan | null;
}

/** What is asked for stands in the address. */
export function useArchiveFilter() {
  const [search, setSearch] = useSearchParams();
  const within = search.get("within");
  const by = Number(search.get("by"));
  const filter: ArchiveFilter = {
    text: search.get("q") ?? "",
    by: Number.isSafeInteger(by) && by > 0 ? by : null,
    within: within !== null && within in archiveSpans ? (within as ArchiveSpan) : null,
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

/** Asked for page by page, found by the server: there may be thousands. */
export function useArchive(projectId: number, { text, by, within }: ArchiveFilter) {
  const today = useToday();
  const query: Partial<QueryOf<typeof archivedTasks>> = {
    per_page: pageSize,
    ...(text.trim() !== "" && { q: text.trim() }),
    ...(by !== null && { by }),
    ...(within !== null && { from: addDays(today, -archiveSpans[within]) }),
  };
  const params = { id: projectId };
  return useInfiniteQuery<Page, Error, { tasks: ArchivedTask[]; total: number }, unknown[], number>({
    queryKey: [...keyOf(archivedTasks, params, query), "pages"],
    queryFn: ({ pageParam, signal }) => call(archivedTasks, { params, query: { ...query, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta && meta.page < meta.last_page ? meta.page + 1 : null),
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({ tasks: once(pages.flatMap((page) => page.data)), total: pages.at(-1)?.meta?.total ?? 0 }),
  });
}

/** Between two pages something may have been put away: then the last of one is the first of the next. */
const once = (tasks: readonly ArchivedTask[]) => [...new Map(tasks.map((task) => [task.id, task])).values()];
