import type { ApprovalEvents } from "../../../shared/approvals/approvals/approvals.events";
import type { RequestListEvents } from "../../../shared/approvals/approvals/request-lists.events";
import {
  listAccountingExports,
  previewAccountingExport,
  readAccountingSettings,
} from "../../../shared/requests/accounting/accounting.contract";
import { readCoding } from "../../../shared/requests/accounting/coding.contract";
import { readFinance } from "../../../shared/requests/finance/finance.contract";
import type { AccountingEvents } from "../../../shared/requests/accounting/accounting.events";
import type { AccountEvents } from "../../../shared/requests/accounts/accounts.events";
import type { FinanceEvents } from "../../../shared/requests/finance/finance.events";
import type { SupplierEvents } from "../../../shared/requests/suppliers/suppliers.events";
import type { LiveCache, LiveUpdates } from "../../platform/live/live-updates";

type OtherEvents = AccountEvents & ApprovalEvents & FinanceEvents & RequestListEvents & SupplierEvents;

/** The preview depends on approved and paid requests, and on the accounts of their lines. */
const previewed = (_: unknown, cache: LiveCache) => cache.refetchSoon(previewAccountingExport);

const exported = (_: unknown, cache: LiveCache) =>
  cache.refetch(listAccountingExports, previewAccountingExport, readCoding);

export const accountingLive: LiveUpdates<AccountingEvents, OtherEvents> = {
  "accounting_settings.updated": (_, cache) => cache.refetch(readAccountingSettings, previewAccountingExport),
  "accounting_export.created": exported,
  "accounting_export.updated": exported,
  "accounting_coding.updated": (_, cache) => cache.refetchSoon(previewAccountingExport, readCoding, readFinance),
  "request_list.changed": previewed,
  "request.paid": previewed,
  "request.payment_reversed": previewed,
  "request.settled": previewed,
  "cost_account.updated": previewed,
  "vat_rate.updated": previewed,
  "supplier.updated": previewed,
};
