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
  belongs(event, query) {
    const row = event.row as Finance;
    const within =
      (query["scope"] === "all" || isInScope(event, query)) &&
      isInPlace(row.status, query) &&
      isAnyOf(query["type"], row.type) &&
      isAnyOf(query["status"], row.status) &&
      matchesFilter(query["requester_id"], row.requester.id) &&
      matchesFilter(query["department_id"], row.department?.id ?? null) &&
      matchesFilter(query["currency"], row.currency) &&
      (!isFilterSet(query["min"]) || compareAmounts(row.amount, String(query["min"])) >= 0) &&
      (!isFilterSet(query["max"]) || compareAmounts(row.amount, String(query["max"])) <= 0) &&
      (!isFilterSet(query["supplier"]) || isSameText(row.supplier, String(query["supplier"])));
    const dated = isFilterSet(query["from"]) || isFilterSet(query["to"]);
    return within && (isFilterSet(query["q"]) || dated) ? undefined : within;
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
