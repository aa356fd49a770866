import {
  findByRequester,
  recentRequests,
  requestFacts,
  requestIsDone,
  searchedRequest,
  withComments,
} from "../../../approvals/approvals/requests.search";
import { findAmong, findIn, personJson, type SearchSource } from "../../../platform/search/search-source";

export const leaveSearch: SearchSource = {
  matches: [
    findIn("leave_request"),
    findByRequester("leave"),
    findIn("request_comment"),
    `SELECT l.id FROM (${findAmong("t.id", "leave_type t", "t.folded")} AND t.tenant_id = current_tenant()) AS type (id)
     JOIN leave_request l ON l.tenant_id = current_tenant() AND l.leave_type_id = type.id`,
  ],
  from: `leave_request l JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
    JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id
    JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id`,
  id: "l.id",
  visible: searchedRequest,
  title: "fold(t.name)",
  mine: "r.requester_id = $1",
  done: requestIsDone,
  at: "r.updated_at",
  ofPerson: "r.requester_id = asked.person",
  columns: {
    title: "t.name",
    context: "u.fullname",
    state: "r.status",
    person: personJson("u"),
    body: withComments("l.reason", "= l.id"),
  },
  recent: recentRequests("leave"),
  facts: requestFacts,
};
