import {
  findByRequester,
  isRequestKey,
  recentRequests,
  requestFacts,
  requestIsDone,
  searchedRequest,
  withComments,
} from "../../approvals/approvals/requests.search";
import { findByKey, findIn, personJson, type SearchSource } from "../../platform/search/search-source";

const isKey = isRequestKey("f");

export const financeSearch: SearchSource = {
  matches: [
    findIn("finance_request"),
    findByRequester("finance"),
    findIn("request_comment"),
    findByKey(
      "f.id",
      "finance_request f",
      `f.tenant_id = current_tenant() AND (${isKey} OR f.amount = ANY (asked.amounts))`,
    ),
  ],
  from: `finance_request f JOIN request r ON r.tenant_id = f.tenant_id AND r.id = f.id
    JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id`,
  id: "f.id",
  visible: searchedRequest,
  title: "fold(f.title)",
  isKey,
  mine: "r.requester_id = $1",
  done: requestIsDone,
  at: "r.updated_at",
  ofPerson: "r.requester_id = asked.person",
  columns: {
    key: "f.code",
    title: "f.title",
    type: "f.type",
    context: "u.fullname",
    state: "r.status",
    person: personJson("u"),
    body: withComments("concat_ws(' ', f.details, f.supplier, f.invoice_number, f.paid_reference)", "= f.id"),
  },
  recent: recentRequests("finance"),
  facts: requestFacts,
};
