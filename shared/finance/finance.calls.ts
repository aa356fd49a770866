import { defineCalls } from "../requests/define-calls";
import * as financeCommands from "./finance-commands.contract";
import * as financeSettings from "./finance-settings.contract";
import * as finance from "./finance.contract";
import type { FinanceEvents } from "./finance.events";
import { financeList } from "./finance.list.rules";

export const financeCalls = defineCalls<FinanceEvents>()({
  contracts: { finance, financeCommands, financeSettings },
  read: finance.readFinance,
  approve: financeCommands.approveFinance,
  reject: financeCommands.rejectFinance,
  requestChanges: financeCommands.requestFinanceChanges,
  list: finance.listFinance,
  listRules: financeList,
  events: {
    "request.paid": true,
    "request.settled": true,
    "request.archived": true,
    "request.restored": true,
    "finance.draft": true,
    "finance.changed": true,
    "archive_run.updated": true,
    "finance_settings.updated": true,
    "budget.updated": true,
  },
});
