import { readRequestTalk } from "../../shared/approvals/request-talk.contract";
import { listFinance, listSuppliers, previewFinance, readFinance } from "../../shared/finance/finance.contract";
import { listBudgets, readArchiveRun, readFinanceSettings } from "../../shared/finance/finance-settings.contract";
import type { FinanceEvents } from "../../shared/finance/finance.events";
import type { Cache } from "../platform/live/live-queries";
import type { FamilyAnswers } from "../platform/live/live-queries.families";
import { keyOf } from "../platform/query";

/** What is told without the row: a draft, or many at once. */
const financeRequest = (event: { data: { id: number } }, cache: Cache) => {
  cache.now(keyOf(listFinance));
  cache.now(keyOf(readFinance, { id: event.data.id }));
  cache.touch(keyOf(listBudgets));
  cache.touch(keyOf(listSuppliers));
};

/** Sums that a request is part of. The request itself comes with `request_list.changed`. */
const money = (_: unknown, cache: Cache) => {
  cache.touch(keyOf(listBudgets));
  cache.touch(keyOf(listSuppliers));
};

const paid = (event: { data: { id: number } }, cache: Cache) => {
  money(event, cache);
  cache.touch(keyOf(readRequestTalk, { id: event.data.id }));
};

/** What is done with a request that is decided; it stands in its history, which may be open. */
const afterwards = (event: { data: { id: number } }, cache: Cache) => {
  financeRequest(event, cache);
  cache.touch(keyOf(readRequestTalk, { id: event.data.id }));
};

const financeSettings = (_: unknown, cache: Cache) => {
  for (const read of [readFinanceSettings, readArchiveRun, previewFinance, listFinance, listBudgets])
    cache.touch(keyOf(read));
};

const budget = (_: unknown, cache: Cache) => {
  for (const read of [listBudgets, readFinance, previewFinance]) cache.touch(keyOf(read));
};

const archiveRun = (_: unknown, cache: Cache) => {
  cache.touch(keyOf(readArchiveRun));
  cache.touch(keyOf(listFinance));
};

/** Which cached answers the events of finance make old. */
export const financeAnswers: FamilyAnswers<FinanceEvents> = {
  sums: [listBudgets, listSuppliers],
  events: {
    "request.paid": paid,
    "request.settled": paid,
    "request.archived": afterwards,
    "request.restored": paid,
    "finance.draft": financeRequest,
    "finance.changed": money,
    "finance_settings.updated": financeSettings,
    "budget.updated": budget,
    "archive_run.updated": archiveRun,
  },
};
