import { Button, SegmentedControl, Select } from "@mantine/core";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useText } from "../../../platform/intl/useText";
import { Toolbar } from "../../../ui/PageHead";
import { SearchField } from "../../../ui/fields/SearchField";
import { EmptyState } from "../../../ui/states/EmptyState";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import classes from "./RequestList.module.css";
import type { RequestFilter, RequestScope } from "./useRequestFilter";

interface RequestListProps<Row, Status extends string> {
  query: UseInfiniteQueryResult<{ rows: Row[] }>;
  filter: RequestFilter<Status>;
  scopes: readonly RequestScope[];
  statuses: readonly { value: Status; label: string }[];
  failed: string;
  none: { title: string; text: string; drawing?: ReactNode };
  layout: string | undefined;
  /** Label of the search field; without it there is none. */
  searchLabel?: string;
  heads?: readonly ColumnHead[];
  children: (request: Row) => ReactNode;
}

export function RequestList<Row, Status extends string>(props: RequestListProps<Row, Status>) {
  const { query, filter, scopes, statuses, failed, none, layout, searchLabel, heads, children } = props;
  const text = useText();
  return (
    <>
      <Toolbar wraps>
        {scopes.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={text("forms.scope")}
            value={filter.scope}
            onChange={(value) => filter.change("scope", value)}
            data={scopes.map((one) => ({ value: one, label: text(`request.scope.${one}`) }))}
          />
        )}
        <Select
          size="xs"
          clearable
          aria-label={text("leave.statusLabel")}
          placeholder={text("leave.anyStatus")}
          value={filter.status}
          onChange={(value) => filter.change("status", value)}
          data={statuses}
        />
        {searchLabel && (
          <SearchField text={filter.q} label={searchLabel} onChange={(q) => filter.change("q", q || null)} />
        )}
      </Toolbar>
      <div className={classes.page} data-above-toasts>
        <QueryBoundary query={query} loading={<SkeletonRows rows={6} />} failed={failed}>
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState
                {...(filter.status || filter.q ? { ...none, title: text("leave.noneSuch"), text: undefined } : none)}
              />
            ) : (
              <>
                <RequestRows layout={layout} heads={heads}>
                  {rows.map(children)}
                </RequestRows>
                <MoreRequests query={query} />
              </>
            )
          }
        </QueryBoundary>
      </div>
    </>
  );
}

/** Heading of a column; null for one without text. */
type ColumnHead = { label: string; end?: boolean } | null;

interface RequestRowsProps {
  /** A class that sets `--columns` and `--columns-phone` for the links in the rows. */
  layout: string | undefined;
  /** Headings of `--columns`, hidden on phones. Hidden from screen readers, which read each row as one link. */
  heads?: readonly ColumnHead[] | undefined;
  children: ReactNode;
}

export function RequestRows({ layout, heads, children }: RequestRowsProps) {
  return (
    <div className={`${classes.rows} ${layout}`}>
      {heads && (
        <div className={classes.heads} aria-hidden>
          {heads.map((head, at) => (
            <span key={at} data-end={head?.end || undefined}>
              {head?.label}
            </span>
          ))}
        </div>
      )}
      <ul>{children}</ul>
    </div>
  );
}

type MorePages = Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;

export function MoreRequests({ query }: { query: MorePages }) {
  const text = useText();
  if (!query.hasNextPage) return null;
  return (
    <p className={classes.more}>
      <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {text("leave.more")}
      </Button>
    </p>
  );
}
