import { NavLink } from "react-router-dom";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useCan } from "../../platform/session";
import { PageTabs } from "../../ui/PageTabs";

/** Tabs for suppliers and the finance settings, with a link back to the requests. */
export function FinanceSettingsTabs() {
  const text = useText();
  const can = useCan();
  return (
    <PageTabs label={text("title.financeSettings")}>
      <NavLink to={paths.invoices} end>
        {text("menu.finance")}
      </NavLink>
      {can("supplier-list") && <NavLink to={paths.suppliers}>{text("title.suppliers")}</NavLink>}
      {can("payment-settings") && (
        <>
          <NavLink to={paths.invoiceSettings} end>
            {text("finance.settings.general")}
          </NavLink>
          <NavLink to={paths.costAccounts}>{text("title.cost_accounts")}</NavLink>
          <NavLink to={paths.vatRates}>{text("title.vat_rates")}</NavLink>
          <NavLink to={paths.accountingSettings}>{text("title.accountingSettings")}</NavLink>
        </>
      )}
    </PageTabs>
  );
}
