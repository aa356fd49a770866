import { documentSearch } from "../../approvals/documents/document-search";
import { findAmong } from "../../platform/search/search-source";

/** Claims are found by requester, title, note, comment, number and amount. */
export const expenseSearch = documentSearch({
  family: "expense",
  table: "expense_claim",
  alias: "c",
  numbered: true,
  title: "c.title",
  body: "concat_ws(' ', c.note, c.paid_reference)",
  matches: [`${findAmong("c.id", "expense_claim c", "c.folded")} AND c.tenant_id = current_tenant()`],
});
