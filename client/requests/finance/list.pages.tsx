import { Button } from "@mantine/core";
import { IconArchiveOff } from "@tabler/icons-react";
import { restoreFinance } from "../../../shared/requests/finance/finance-commands.contract";
import { paths } from "../../platform/paths";
import { useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { useCan } from "../../platform/session";
import { EmptyState } from "../../ui/states/EmptyState";
import { CreateLink } from "../../ui/CreateLink";
import { PageHead } from "../../ui/PageHead";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import { FinanceActions } from "./FinanceActions";
import { FinanceFilters } from "./FinanceFilters";
import { FinanceSums } from "./FinanceSums";
import { FinanceTable } from "./FinanceTable";
import { FinanceTabs } from "./FinanceTabs";
import { type FinanceFilter, isFinanceFiltered, toFinanceQuery, useFinanceFilter } from "./finance.query";
import classes from "./finance.module.css";
import { useFinanceList } from "./useFinanceList";
import type { listFinance } from "../../../shared/requests/finance/finance.contract";
import type { QueryOf } from "../../../shared/kernel/endpoint";
import { SpreadsheetMenu } from "../../ui/SpreadsheetMenu";
import { downloadFinanceList } from "./finance.download";

export function FinanceListPage() {
  const text = useText();
  const can = useCan();
  const { filter, change, clear } = useFinanceFilter();
  return (
    <>
      <PageHead title={text("title.finance")} tabs={<FinanceTabs scope={filter.scope} />}>
        <FinanceActions />
        {can("payment-create") && <CreateLink to={paths.invoice("create")}>{text("finance.new")}</CreateLink>}
      </PageHead>
      <FinanceFilters filter={filter} onChange={change} onClear={clear}>
        <FinanceExport query={toFinanceQuery(filter)} />
      </FinanceFilters>
      <Requests filter={filter} archived="0" />
    </>
  );
}

export function FinanceArchivePage() {
  const text = useText();
  const can = useCan();
  const { filter: filterInAddress, change, clear } = useFinanceFilter();
  const filter: FinanceFilter = { ...filterInAddress, scope: "all", status: [] };
  return (
    <>
      <PageHead title={text("title.financeArchive")} tabs={<FinanceTabs scope={null} />} />
      <FinanceFilters filter={filter} onChange={change} onClear={clear} archive>
        <FinanceExport query={{ ...toFinanceQuery(filter), archived: "1" }} />
      </FinanceFilters>
      <Requests filter={filter} archived="1" mayRestore={can(["payment-pay", "payment-settings"])} />
    </>
  );
}

interface RequestsProps {
  filter: FinanceFilter;
  archived: "0" | "1";
  mayRestore?: boolean;
}

function Requests({ filter, archived, mayRestore = false }: RequestsProps) {
  const text = useText();
  const query = useFinanceList({ ...toFinanceQuery(filter), archived });
  const restore = useAction(restoreFinance, { onSuccess: ({ message }) => toast.done(message ?? "") });
  return (
    <div className={classes.page} data-above-toasts>
      <QueryBoundary query={query} loading={<SkeletonRows rows={8} />} failed={text("finance.failed")}>
        {({ rows, meta }) =>
          rows.length === 0 ? (
            <EmptyState
              title={text(
                isFinanceFiltered(filter)
                  ? "finance.noneSuch"
                  : archived === "1"
                    ? "finance.noArchive"
                    : "finance.none",
              )}
              text={
                isFinanceFiltered(filter)
                  ? undefined
                  : text(archived === "1" ? "finance.noArchive.why" : "finance.none.why")
              }
            />
          ) : (
            <>
              {archived === "0" && <FinanceSums meta={meta} />}
              <section className={classes.panel} aria-label={text("finance.list")}>
                <FinanceTable
                  rows={rows}
                  action={
                    mayRestore
                      ? (row) => (
                          <Button
                            size="xs"
                            leftSection={<IconArchiveOff size={14} stroke={1.75} aria-hidden />}
                            loading={restore.isPending && restore.variables?.params?.id === row.id}
                            onClick={() => restore.mutate({ params: { id: row.id }, body: { version: row.version } })}
                          >
                            {text("finance.restore")}
                          </Button>
                        )
                      : undefined
                  }
                />
              </section>
              {query.hasNextPage && (
                <Button
                  className={classes.more}
                  loading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {text("finance.showMore", { left: meta.total - rows.length })}
                </Button>
              )}
            </>
          )
        }
      </QueryBoundary>
    </div>
  );
}

function FinanceExport({ query }: { query: Partial<QueryOf<typeof listFinance>> }) {
  const text = useText();
  return (
    <SpreadsheetMenu
      quiet
      save={async (format) => {
        const cut = await downloadFinanceList(query, format);
        if (cut) toast.error(text("document.leftOut", { ...cut })); // error toasts stay until the user closes them
      }}
    />
  );
}
