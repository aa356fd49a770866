import { tryRules } from "../../../shared/approvals/approvals/approval-rules.contract";
import type { ApprovalEvents } from "../../../shared/approvals/approvals/approvals.events";
import { readRequestDiscussion } from "../../../shared/approvals/approvals/request-discussion.contract";
import type { RequestListEvents } from "../../../shared/approvals/approvals/request-lists.events";
import { financeCalls } from "../../../shared/requests/finance/finance.calls";
import {
  listFinance,
  listSupplierNames,
  previewFinance,
  readFinance,
} from "../../../shared/requests/finance/finance.contract";
import {
  listBudgets,
  readArchiveRun,
  readFinanceSettings,
} from "../../../shared/requests/finance/finance-settings.contract";
import { listBatchPayables, readPaymentBatch } from "../../../shared/requests/payments/payment-batches.contract";
import { singleDepartment } from "../../../shared/people/departments/departments.contract";
import type { AccountEvents } from "../../../shared/requests/accounts/accounts.events";
import type { FinanceEvents } from "../../../shared/requests/finance/finance.events";
import { requestFamilyLiveUpdates } from "../../approvals/approvals/approvals.live";
import type { LiveCache, LiveUpdates } from "../../platform/live/live-updates";
import { queryKeyOf } from "../../platform/query";

/** Sums that include the request; the request itself arrives with `request_list.changed`. */
const sums = (_: unknown, cache: LiveCache) => cache.refetchSoon(listBudgets, listSupplierNames);

/** Handles events that don't contain the list row, because they concern a draft or many requests. */
const request = (event: { data: { id: number } }, cache: LiveCache) => {
  cache.refetch(listFinance, queryKeyOf(readFinance, { id: event.data.id }));
  sums(event, cache);
};

const discussion = ({ data: { id } }: { data: { id: number } }, cache: LiveCache) =>
  cache.refetchSoon(queryKeyOf(readRequestDiscussion, { id }));

const paid = (event: { data: { id: number } }, cache: LiveCache) => {
  sums(event, cache);
  cache.refetchSoon(readPaymentBatch, listBatchPayables);
  discussion(event, cache);
};

/** Changes after approval are also part of the history, which may be open. */
const archived = (event: { data: { id: number } }, cache: LiveCache) => {
  request(event, cache);
  discussion(event, cache);
};

/** Requests show the names of their cost accounts and VAT rates. */
const refetchRequests = (_: unknown, cache: LiveCache) => cache.refetchSoon(readFinance);

export const financeLive: LiveUpdates<FinanceEvents, AccountEvents & ApprovalEvents & RequestListEvents> = {
  ...requestFamilyLiveUpdates("finance", { ...financeCalls, sums: [listBudgets, listSupplierNames] }),
  "request.paid": paid,
  "request.payment_reversed": paid,
  "request.settled": paid,
  "request.archived": archived,
  "request.restored": paid,
  "finance.draft": request,
  "finance.changed": sums,
  "finance_settings.updated": (_, cache) =>
    cache.refetchSoon(readFinanceSettings, readArchiveRun, previewFinance, listFinance, listBudgets),
  "budget.updated": (_, cache) =>
    cache.refetchSoon(listBudgets, readFinance, previewFinance, tryRules, singleDepartment),
  "cost_account.updated": refetchRequests,
  "vat_rate.updated": refetchRequests,
  "archive_run.updated": (_, cache) => cache.refetchSoon(readArchiveRun, listFinance),
};
