import { findIn, personJson, type SearchSource } from "../../platform/search/search-source";
import { requestFacts, searchedRequest } from "./requests.search";

/** Attachments and own documents of requests. */
const files = `(SELECT tenant_id, file_id, request_id FROM request_attachment
  UNION ALL SELECT tenant_id, file_id, request_id FROM form_file
  UNION ALL SELECT p.tenant_id, p.file_id, i.claim_id FROM expense_receipt p
    JOIN expense_item i ON i.tenant_id = p.tenant_id AND i.id = p.item_id
  UNION ALL SELECT tenant_id, file_id, id FROM leave_request)`;

export const requestFileSearch: SearchSource = {
  matches: [findIn("file")],
  from: `file f JOIN ${files} AS x ON x.tenant_id = f.tenant_id AND x.file_id = f.id
    JOIN request r ON r.tenant_id = x.tenant_id AND r.id = x.request_id`,
  id: "f.id",
  // Files of bookings have different readers, so only files of the user's own bookings are found.
  visible: `f.tenant_id = current_tenant() AND $2::jsonb->'usedRequests' ? r.family AND ${searchedRequest}
    AND (r.family <> 'booking' OR r.requester_id = $1)`,
  title: "f.folded",
  mine: "f.uploaded_by = $1",
  at: "f.created_at",
  ofPerson: "f.uploaded_by = asked.person",
  joins: "JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id",
  columns: {
    title: "f.name",
    type: "r.family",
    context: "u.fullname",
    person: personJson("u"),
    parent_id: "r.id",
  },
  facts: requestFacts,
};
