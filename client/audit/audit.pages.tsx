import { Pagination } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { listSecurityEvents } from "../../shared/audit/security-log.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { EmptyState } from "../ui/states/EmptyState";
import { PageHead } from "../ui/PageHead";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { SkeletonRows } from "../ui/states/Skeleton";
import { SecurityFilters } from "./SecurityFilters";
import { SecurityTable } from "./SecurityTable";
import classes from "./security-log.module.css";
import { queryOf, useSecurityFilter } from "./security-log.query";

const pageSize = 50;
/** The first page is looked at while things happen. */
const againMs = 10_000;

/** Who came in, who was refused, and what was changed about it. */
export function SecurityLogPage() {
  const text = useText();
  const { number } = useFormat();
  const filters = useSecurityFilter();
  const { filter, page, narrowed, turnTo } = filters;
  const query = useEndpoint(
    listSecurityEvents,
    { query: { ...queryOf(filter), page, per_page: pageSize } },
    { staleTime: 0, placeholderData: keepPreviousData, refetchInterval: page === 1 ? againMs : false },
  );
  const days = query.data?.kept_days;
  return (
    <>
      <PageHead title={text("title.securityLog")} sub={days && text("securityLog.kept", { days })} />
      <SecurityFilters {...filters} />
      <div className={classes.page}>
        <QueryBoundary query={query} loading={<SkeletonRows rows={10} />} failed={text("securityLog.failed")}>
          {({ data, meta }) =>
            data.length === 0 ? (
              <EmptyState
                title={text(narrowed ? "securityLog.noneSuch" : "securityLog.none")}
                text={narrowed ? undefined : text("securityLog.none.why")}
              />
            ) : (
              <>
                <section className={classes.panel} aria-label={text("title.securityLog")}>
                  <SecurityTable events={data} />
                </section>
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
              </>
            )
          }
        </QueryBoundary>
      </div>
    </>
  );
}
