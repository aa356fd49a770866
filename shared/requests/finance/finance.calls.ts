import { defineFamilyCalls } from "../../approvals/approvals/define-calls";
import * as financeCommands from "./finance-commands.contract";
import * as financeSettings from "./finance-settings.contract";
import * as finance from "./finance.contract";
import { financeEvents } from "./finance.events";
import { financeListRules } from "./finance.list.rules";

export const financeCalls = defineFamilyCalls({
  contracts: { finance, financeCommands, financeSettings },
  read: finance.readFinance,
  approve: financeCommands.approveFinance,
  reject: financeCommands.rejectFinance,
  requestChanges: financeCommands.requestFinanceChanges,
  list: finance.listFinance,
  listRules: financeListRules,
  events: financeEvents,
  searches: {
    finance: { permission: "payment-list", feature: "payment" },
  },
});

declare module "../../kernel/search" {
  interface SearchKinds {
    finance: true;
  }
}
