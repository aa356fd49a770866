import { useInfiniteQuery } from "@tanstack/react-query";
import { listWaitingWeeks, type TimesheetWeek } from "../../../../shared/work/time/week.contract";
import { call } from "../../../platform/api";
import { pagedListKey } from "../../../platform/pages";
import { weekRowKey } from "./useWeekActions";

const query = { per_page: 100 };

/** Weeks that await approval, in pages. A week has no id, so its user and Monday identify it. */
export const useWaitingWeeks = () =>
  useInfiniteQuery({
    queryKey: pagedListKey(listWaitingWeeks, { query }),
    queryFn: ({ pageParam: page, signal }) => call(listWaitingWeeks, { query: { ...query, page }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
    select: ({ pages }) => {
      const weeks = pages.flatMap(({ data }) => data as TimesheetWeek[]);
      return {
        weeks: [...new Map(weeks.map((week) => [weekRowKey(week), week])).values()],
        total: pages[0]?.meta.total ?? 0,
      };
    },
  });
