import { readFinanceSettings } from "../../../../shared/requests/finance/finance-settings.contract";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { ApprovalRules } from "../../../approvals/approvals/ApprovalRules";
import { PageHead } from "../../../ui/PageHead";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { PaymentAccountsPanel } from "../../payments/PaymentAccountsPanel";
import { ArchivePanel } from "./ArchivePanel";
import { BudgetsPanel } from "./BudgetsPanel";
import { CurrenciesPanel } from "./CurrenciesPanel";
import { FinanceSettingsTabs } from "../../accounts/FinanceSettingsTabs";
import classes from "../finance.module.css";

export function FinanceSettingsPage() {
  const text = useText();
  const query = useEndpoint(readFinanceSettings, {}, { staleTime: 0 });
  return (
    <>
      <PageHead title={text("title.financeSettings")} tabs={<FinanceSettingsTabs />} />
      <div className={classes.settings}>
        <QueryBoundary query={query} loading={<SkeletonRows rows={8} />} failed={text("finance.failed")}>
          {({ data: settings }) => (
            <>
              <CurrenciesPanel settings={settings} />
              <PaymentAccountsPanel />
              <ApprovalRules family="finance" />
              <BudgetsPanel currency={settings.currency} />
              <ArchivePanel settings={settings} />
            </>
          )}
        </QueryBoundary>
      </div>
    </>
  );
}
