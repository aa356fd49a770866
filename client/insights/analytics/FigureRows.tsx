import { Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useText } from "../../platform/intl/useText";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import classes from "./analytics.module.css";

const pageSize = 50;
const most = 200;

/** Query for the list behind a figure; each press on "more" raises `per_page` up to the maximum. */
export function useFigurePages(query: string) {
  const [pages, setPages] = useState(1);
  const rowCount = Math.min(most, pageSize * pages);
  return {
    query: { ...Object.fromEntries(new URLSearchParams(query)), per_page: rowCount } as never,
    onMore: rowCount < most ? () => setPages(pages + 1) : null,
  };
}

interface FigureRowsProps<Row> {
  query: UseQueryResult<{ data: Row[]; meta: { total: number } }, Error>;
  total: (count: number) => string;
  onMore: (() => void) | null;
  children: (row: Row) => ReactNode;
}

export function FigureRows<Row extends { id: number }>({ query, total, onMore, children }: FigureRowsProps<Row>) {
  const text = useText();
  return (
    <QueryBoundary query={query} failed={text("analytics.failed")}>
      {({ data, meta }) => (
        <>
          <p className={classes.total} aria-live="polite">
            {total(meta.total)}
          </p>
          <ul className={classes.rows}>
            {data.map((row) => (
              <li key={row.id}>{children(row)}</li>
            ))}
          </ul>
          {onMore && data.length < meta.total && <Button onClick={onMore}>{text("analytics.list.more")}</Button>}
        </>
      )}
    </QueryBoundary>
  );
}
