import { documentSearch } from "../../approvals/documents/document-search";
import { findIn } from "../../platform/search/search-source";

export const financeSearch = documentSearch({
  family: "finance",
  table: "finance_request",
  alias: "f",
  numbered: true,
  title: "f.title",
  body: "concat_ws(' ', f.details, f.supplier, f.invoice_number, f.paid_reference)",
  columns: { type: "f.type" },
  matches: [findIn("finance_request")],
});
