import { readFinanceSettings } from "../../../shared/finance/finance-settings.contract";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useNeedsFeature } from "../../subscription/useNeedsFeature";
import { ApprovalRules } from "../../approvals/ApprovalRules";
import { PageHead } from "../../ui/PageHead";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { ArchivePanel } from "./ArchivePanel";
import { BudgetsPanel } from "./BudgetsPanel";
import { CurrenciesPanel } from "./CurrenciesPanel";
import { FinanceTabs } from "../FinanceTabs";
import classes from "../finance.module.css";

/** Currencies and their rates, who approves what, the budgets, and when paid requests go to the archive. */
export function FinanceSettingsPage() {
  useNeedsFeature("payment");
  const text = useText();
  const query = useEndpoint(readFinanceSettings, {}, { staleTime: 0 });
  return (
    <>
      <PageHead title={text("title.financeSettings")} tabs={<FinanceTabs scope={undefined} />} />
      <div className={classes.settings}>
        <QueryBoundary query={query} loading={<SkeletonRows rows={8} />} failed={text("finance.failed")}>
          {({ data: settings }) => (
            <>
              <CurrenciesPanel key={`c${settings.version}`} settings={settings} />
              <ApprovalRules family="finance" />
              <BudgetsPanel currency={settings.currency} />
              <ArchivePanel key={`a${settings.version}`} settings={settings} />
            </>
          )}
        </QueryBoundary>
      </div>
    </>
  );
}
