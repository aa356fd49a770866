import {
  type Asked,
  byId,
  fits,
  isAmong,
  isInScope,
  isSet,
  type ListRules,
  ofFamily,
} from "../approvals/request-lists.rules";
import { compareAmounts } from "../kernel/money";
import type { Finance } from "./finance-reply.contract";

/** Requests for money: the latest first. All are all that one may see. */
export const financeList: ListRules<Finance> = {
  ...ofFamily<Finance>("finance"),
  belongs(event, asked) {
    const row = event.row as Finance;
    const within =
      (asked["scope"] === "all" || isInScope(event, asked)) &&
      isInPlace(row.status, asked) &&
      isAmong(asked["type"], row.type) &&
      isAmong(asked["status"], row.status) &&
      fits(asked["requester_id"], row.requester.id) &&
      fits(asked["department_id"], row.department?.id ?? null) &&
      fits(asked["currency"], row.currency) &&
      (!isSet(asked["min"]) || compareAmounts(row.amount, String(asked["min"])) >= 0) &&
      (!isSet(asked["max"]) || compareAmounts(row.amount, String(asked["max"])) <= 0) &&
      (!isSet(asked["supplier"]) || row.supplier?.toLowerCase() === String(asked["supplier"]).toLowerCase());
    const dated = isSet(asked["from"]) || isSet(asked["to"]);
    return within && (isSet(asked["q"]) || dated) ? undefined : within;
  },
  order: () => byId,
};

/** What is archived is in the archive, unless it is asked for by name. */
function isInPlace(status: string, asked: Asked): boolean {
  const named = Array.isArray(asked["status"]) && asked["status"].includes("archived");
  if (named || asked["archived"] === "all") return true;
  const archive = asked["archived"] === "1" || asked["archived"] === "true";
  return (status === "archived") === archive;
}
