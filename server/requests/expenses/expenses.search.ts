import {
  findByRequester,
  isRequestKey,
  recentRequests,
  requestFacts,
  requestIsDone,
  searchedRequest,
  withComments,
} from "../../approvals/approvals/requests.search";
import { findAmong, findByKey, findIn, personJson, type SearchSource } from "../../platform/search/search-source";

const isKey = isRequestKey("c");

/** Claims are found by requester, title, note, comment, number and amount. */
export const expenseSearch: SearchSource = {
  matches: [
    findByRequester("expense"),
    `${findAmong("c.id", "expense_claim c", "c.folded")} AND c.tenant_id = current_tenant()`,
    findIn("request_comment"),
    findByKey(
      "c.id",
      "expense_claim c",
      `c.tenant_id = current_tenant() AND (${isKey} OR c.amount = ANY (asked.amounts))`,
    ),
  ],
  from: `expense_claim c JOIN request r ON r.tenant_id = c.tenant_id AND r.id = c.id
    JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id`,
  id: "c.id",
  visible: searchedRequest,
  title: "fold(c.title)",
  isKey,
  mine: "r.requester_id = $1",
  done: requestIsDone,
  at: "r.updated_at",
  ofPerson: "r.requester_id = asked.person",
  columns: {
    key: "c.code",
    title: "c.title",
    context: "u.fullname",
    state: "r.status",
    person: personJson("u"),
    body: withComments("concat_ws(' ', c.note, c.paid_reference)", "= c.id"),
  },
  recent: recentRequests("expense"),
  facts: requestFacts,
};
