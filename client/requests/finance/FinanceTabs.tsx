import { Link } from "react-router-dom";
import { listInbox } from "../../../shared/approvals/approvals/approvals.contract";
import { paths } from "../../platform/paths";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { PageTabs } from "../../ui/PageTabs";
import { financeScopes, type FinanceScope, defaultFinanceScope } from "./finance.query";

interface FinanceTabsProps {
  /** Null in the archive, undefined in the settings. */
  scope: FinanceScope | null | undefined;
}

export function FinanceTabs({ scope }: FinanceTabsProps) {
  const text = useText();
  const { number } = useFormat();
  const waiting = useEndpoint(listInbox, { query: { per_page: 1, family: "finance" } }).data?.meta.counts["finance"];
  const can = useCan();
  const seesAll = can(["payment-pay", "payment-settings"]);
  const offered = financeScopes.filter(
    (one) => one === "mine" || (one === "all" && seesAll) || (one === "team" && can("payment-approve")),
  );
  return (
    <PageTabs label={text("finance.scope")}>
      {waiting ? <Link to={paths.inbox}>{text("finance.waitingForMe", { count: number(waiting) })}</Link> : null}
      {offered.map((one) => (
        <Link
          key={one}
          to={one === defaultFinanceScope(seesAll) ? paths.invoices : `${paths.invoices}?scope=${one}`}
          aria-current={one === scope ? "page" : undefined}
        >
          {text(`request.scope.${one}`)}
        </Link>
      ))}
      {can("supplier-list") && <Link to={paths.suppliers}>{text("title.suppliers")}</Link>}
      <Link to={paths.invoiceArchive} aria-current={scope === null ? "page" : undefined}>
        {text("finance.archive")}
      </Link>
    </PageTabs>
  );
}
