import { findAmong, type SearchSource } from "../../platform/search/search-source";

const text = "fold(concat_ws(' ', c.fullname, c.code, c.location, c.email))";

export const clientSearch: SearchSource = {
  matches: [`${findAmong("c.id", "client c", text)} AND c.tenant_id = current_tenant()`],
  from: "client c",
  id: "c.id",
  visible: "c.tenant_id = current_tenant()",
  title: "fold(c.fullname)",
  isKey: "fold(c.code) = asked.text",
  columns: { key: "c.code", title: "c.fullname", context: "c.location" },
};
