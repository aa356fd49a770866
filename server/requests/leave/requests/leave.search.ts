import { documentSearch } from "../../../approvals/documents/document-search";
import { findAmong, findIn } from "../../../platform/search/search-source";

export const leaveSearch = documentSearch({
  family: "leave",
  table: "leave_request",
  alias: "l",
  joins: "JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id",
  title: "t.name",
  body: "l.reason",
  matches: [
    findIn("leave_request"),
    `SELECT l.id FROM (${findAmong("t.id", "leave_type t", "t.folded")} AND t.tenant_id = current_tenant()) AS type (id)
     JOIN leave_request l ON l.tenant_id = current_tenant() AND l.leave_type_id = type.id`,
  ],
});
