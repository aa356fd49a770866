import { useState } from "react";
import { listRules, readRuleOptions } from "../../../../shared/approvals/approvals/approval-rules.contract";
import {
  listBudgets,
  readArchiveRun,
  readFinanceSettings,
} from "../../../../shared/requests/finance/finance-settings.contract";
import { listPaymentAccounts } from "../../../../shared/requests/payments/payment-accounts.contract";
import { listProjectChoices } from "../../../../shared/work/projects/projects.contract";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useOrganizationToday } from "../../../platform/useOrganizationToday";
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
  const isLoading = useIsLoadingPanels();
  const skeleton = <SkeletonRows rows={8} />;
  return (
    <>
      <PageHead title={text("title.financeSettings")} tabs={<FinanceSettingsTabs />} />
      <div className={classes.settings}>
        <QueryBoundary query={query} loading={skeleton} failed={text("finance.failed")}>
          {({ data: settings }) =>
            isLoading ? (
              skeleton
            ) : (
              <>
                <CurrenciesPanel settings={settings} />
                <PaymentAccountsPanel />
                <ApprovalRules family="finance" />
                <BudgetsPanel currency={settings.currency} />
                <ArchivePanel settings={settings} />
              </>
            )
          }
        </QueryBoundary>
      </div>
    </>
  );
}

/**
 * True until the first responses of all panels have arrived. The panels are then shown together: a panel that grows would move the ones
 * below it, in which the user may already be typing.
 */
function useIsLoadingPanels(): boolean {
  const year = Number(useOrganizationToday().slice(0, 4));
  const family = "finance";
  const queries = [
    useEndpoint(listPaymentAccounts),
    useEndpoint(listRules, { query: { family } }),
    useEndpoint(readRuleOptions, { query: { family } }),
    useEndpoint(listBudgets, { query: { year } }),
    useEndpoint(listProjectChoices),
    useEndpoint(readArchiveRun),
  ];
  // Panels that are shown already stay when the year changes.
  const [hasLoaded, setHasLoaded] = useState(false);
  const isLoading = queries.some((query) => query.isLoading);
  if (!isLoading && !hasLoaded) setHasLoaded(true);
  return isLoading && !hasLoaded;
}
