import {
  type ListQuery,
  compareByIdDescending,
  matchesFilter,
  isAnyOf,
  isInScope,
  isFilterSet,
  type ListRules,
  familyListRules,
} from "../../approvals/approvals/request-lists.rules";
import { compareAmounts } from "../../kernel/money";
import type { Finance } from "./finance-reply.contract";
import { isSameText } from "../../kernel/text/fold";

export const financeListRules: ListRules<Finance> = {
  ...familyListRules<Finance>("finance"),
  belongs(event, asked) {
    const row = event.row as Finance;
    const within =
      (asked["scope"] === "all" || isInScope(event, asked)) &&
      isInPlace(row.status, asked) &&
      isAnyOf(asked["type"], row.type) &&
      isAnyOf(asked["status"], row.status) &&
      matchesFilter(asked["requester_id"], row.requester.id) &&
      matchesFilter(asked["department_id"], row.department?.id ?? null) &&
      matchesFilter(asked["currency"], row.currency) &&
      (!isFilterSet(asked["min"]) || compareAmounts(row.amount, String(asked["min"])) >= 0) &&
      (!isFilterSet(asked["max"]) || compareAmounts(row.amount, String(asked["max"])) <= 0) &&
      (!isFilterSet(asked["supplier"]) || isSameText(row.supplier, String(asked["supplier"])));
    const dated = isFilterSet(asked["from"]) || isFilterSet(asked["to"]);
    return within && (isFilterSet(asked["q"]) || dated) ? undefined : within;
  },
  order: () => compareByIdDescending,
};

/** Archived requests appear only in the archive, with `archived=all`, or if the status filter includes `archived`. */
function isInPlace(status: string, query: ListQuery): boolean {
  const filtersArchived = Array.isArray(query["status"]) && query["status"].includes("archived");
  if (filtersArchived || query["archived"] === "all") return true;
  const archive = query["archived"] === "1" || query["archived"] === "true";
  return (status === "archived") === archive;
}
