import {
  listCostAccounts,
  listVatRates,
  selectCostAccounts,
  selectVatRates,
} from "../../../shared/requests/accounts/accounts.contract";
import type { AccountEvents } from "../../../shared/requests/accounts/accounts.events";
import type { LiveCache, LiveUpdates } from "../../platform/live/live-updates";

const accounts = (_: unknown, cache: LiveCache) => cache.refetchSoon(listCostAccounts, selectCostAccounts);
const rates = (_: unknown, cache: LiveCache) => cache.refetchSoon(listVatRates, selectVatRates);

export const accountsLive: LiveUpdates<AccountEvents> = {
  "cost_account.created": accounts,
  "cost_account.updated": accounts,
  "vat_rate.created": rates,
  "vat_rate.updated": rates,
};
