import { readRequestTalk } from "../../shared/approvals/request-talk.contract";
import { listFinance, listSuppliers, previewFinance, readFinance } from "../../shared/finance/finance.contract";
import { listBudgets, readArchiveRun, readFinanceSettings } from "../../shared/finance/finance-settings.contract";
import type { FinanceEvents } from "../../shared/finance/finance.events";
import type { Cache } from "./live-queries";
import { keyOf } from "./query";

type Effects = { [Type in keyof FinanceEvents]: (event: { data: FinanceEvents[Type] }, cache: Cache) => void };

/** A request is another one now: what shows it, alone or among others. */
export const financeRequest = (event: { data: { id: number } }, cache: Cache) => {
  cache.now(keyOf(listFinance));
  cache.now(keyOf(readFinance, { id: event.data.id }));
  cache.touch(keyOf(listBudgets));
  cache.touch(keyOf(listSuppliers));
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
export const financeQueries: Effects = {
  "request.paid": afterwards,
  "request.settled": afterwards,
  "request.archived": afterwards,
  "request.restored": afterwards,
  "finance.draft": financeRequest,
  "finance.changed": financeRequest,
  "finance_settings.updated": financeSettings,
  "budget.updated": budget,
  "archive_run.updated": archiveRun,
};
