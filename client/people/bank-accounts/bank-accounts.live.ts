import { readUserBankAccounts } from "../../../shared/people/bank-accounts/bank-accounts.contract";
import type { BankAccountEvents } from "../../../shared/people/bank-accounts/bank-accounts.events";
import type { LiveUpdates } from "../../platform/live/live-updates";

export const bankAccountsLive: LiveUpdates<BankAccountEvents> = {
  "bank_account.updated": (_, cache) => cache.refetch(readUserBankAccounts),
};
