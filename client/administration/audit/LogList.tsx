import { keepPreviousData, type UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useFormat, useText } from "../../platform/intl/useText";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import classes from "./log.module.css";
import { Pagination } from "@mantine/core";

export const pageSize = 50;
/** Refetch interval of the first page in ms, so that new entries appear. */
const refreshMs = 10_000;

export const logQueryOptions = (page: number) => ({
  staleTime: 0,
  placeholderData: keepPreviousData,
  refetchInterval: page === 1 ? refreshMs : (false as const),
});

interface LogListProps<Row> {
  query: UseQueryResult<{ data: Row[]; meta: Parameters<typeof LogPages>[0]["meta"] }, Error>;
  title: string;
  sub?: string;
  failed: string;
  narrowed: boolean;
  empty: { title: string; text: string };
  turnTo: (page: number) => void;
  children: (rows: Row[]) => ReactNode;
}

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

interface LogPagesProps {
  meta: { page: number; last_page: number; total: number };
  turnTo: (page: number) => void;
}

function LogPages({ meta, turnTo }: LogPagesProps) {
  const text = useText();
  const { number } = useFormat();
  return (
    <nav className={classes.pages} aria-label={text("securityLog.pages")}>
      <span role="status">{text("securityLog.total", { count: meta.total })}</span>
      {meta.last_page > 1 && (
        <Pagination
          size="sm"
          total={meta.last_page}
          value={meta.page}
          onChange={turnTo}
          getItemProps={(one) => ({
            "aria-label": text("securityLog.page", { page: number(one) }),
            children: number(one),
          })}
          getControlProps={(control) => ({
            "aria-label": text(control === "previous" ? "securityLog.newer" : "securityLog.older"),
          })}
        />
      )}
    </nav>
  );
}
