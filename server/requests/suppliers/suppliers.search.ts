import { findAmong, type SearchSource } from "../../platform/search/search-source";

export const supplierSearch: SearchSource = {
  matches: [
    `${findAmong("s.id", "supplier s", "fold(concat_ws(' ', s.name, s.vat_id, s.note))")} AND s.tenant_id = current_tenant()`,
  ],
  from: "supplier s",
  id: "s.id",
  visible: "s.tenant_id = current_tenant()",
  title: "fold(s.name)",
  done: "s.archived",
  columns: { title: "s.name", body: "s.note" },
};
