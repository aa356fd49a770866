import { keepPreviousData, type UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useText } from "../platform/intl/useText";
import { EmptyState } from "../ui/states/EmptyState";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { SkeletonRows } from "../ui/states/Skeleton";
import { LogPages } from "./LogPages";
import classes from "./log.module.css";

export const pageSize = 50;
/** The first page is looked at while things happen. */
const againMs = 10_000;

export const readsLog = (page: number) => ({
  staleTime: 0,
  placeholderData: keepPreviousData,
  refetchInterval: page === 1 ? againMs : (false as const),
});

interface LogListProps<Row> {
  query: UseQueryResult<{ data: Row[]; meta: Parameters<typeof LogPages>[0]["meta"] }, Error>;
  title: string;
  /** What is written here, above the list. */
  sub?: string;
  failed: string;
  /** Whether a filter holds something back. */
  narrowed: boolean;
  empty: { title: string; text: string };
  turnTo: (page: number) => void;
  children: (rows: Row[]) => ReactNode;
}

/** Entries of a log, page by page, the newest first. */
export function LogList<Row>({ query, title, sub, failed, narrowed, empty, turnTo, children }: LogListProps<Row>) {
  const text = useText();
  return (
    <div className={classes.page}>
      {sub && <p className={classes.why}>{sub}</p>}
      <QueryBoundary query={query} loading={<SkeletonRows rows={10} />} failed={failed}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState {...(narrowed ? { title: text("securityLog.noneSuch") } : empty)} />
          ) : (
            <>
              <section className={classes.panel} aria-label={title}>
                {children(data)}
              </section>
              <LogPages meta={meta} turnTo={turnTo} />
            </>
          )
        }
      </QueryBoundary>
    </div>
  );
}
