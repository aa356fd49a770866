import { personJson } from "../../platform/database/person-json";
import { isBelowCommentLimit } from "../../platform/database/comment-limits";
import { selectRequestAttachments } from "./request-attachments.read";
import { sql } from "../../platform/database/unit-of-work";
import { requestFamilyServices } from "./families.slots";

const person = personJson("u");
const comments = `SELECT c.id, c.request_id, c.body, c.created_at, ${person} AS author
   FROM request_comment c JOIN app_user u ON u.tenant_id = c.tenant_id AND u.id = c.user_id
   WHERE c.tenant_id = current_tenant()`;

export const commentsOfRequest = sql("requestTalk.comments", `${comments} AND c.request_id = $1 ORDER BY c.id`);
export const commentById = sql("requestTalk.comment", `${comments} AND c.id = $1`);
export const addComment = sql(
  "requestTalk.addComment",
  `INSERT INTO request_comment (tenant_id, request_id, user_id, body)
   SELECT current_tenant(), $1::bigint, $2::bigint, $3::text WHERE ${isBelowCommentLimit("request_comment", "request_id = $1")}
   RETURNING id, created_at`,
);
export const removeComment = sql(
  "requestTalk.removeComment",
  `DELETE FROM request_comment WHERE tenant_id = current_tenant() AND id = $1 RETURNING id`,
);

export const fileById = sql("requestTalk.file", `${selectRequestAttachments} AND a.id = $1`);
export const addFile = sql(
  "requestTalk.addFile",
  `INSERT INTO request_attachment (tenant_id, request_id, file_id, user_id) VALUES (current_tenant(), $1, $2, $3)
   RETURNING id, created_at`,
);
/**
 * Files of request $1 that were part of an approval that is still in effect, that is, the request was neither rejected nor returned since.
 * They document what was approved and paid.
 */
const approvedWith = `SELECT a.id FROM request_attachment a
   JOIN request r ON r.tenant_id = a.tenant_id AND r.id = a.request_id
   WHERE a.tenant_id = current_tenant() AND a.request_id = $1
     AND EXISTS (SELECT FROM request_step s WHERE s.tenant_id = r.tenant_id AND s.request_id = r.id AND s.round = r.round
       AND s.state = 'approved' AND s.decided_at >= a.created_at)
     AND NOT EXISTS (SELECT FROM request_step s WHERE s.tenant_id = r.tenant_id AND s.request_id = r.id AND s.round = r.round
       AND s.state IN ('rejected', 'changes_requested'))`;
export const filesOfApproval = sql("requestTalk.approvedWith", approvedWith);
export const removeFile = sql(
  "requestTalk.removeFile",
  `DELETE FROM request_attachment WHERE tenant_id = current_tenant() AND id = $1 RETURNING id`,
);
/** The request to which a file is attached, or whose document it is. */
export function requestOfFile() {
  const documents = Object.values(requestFamilyServices.filling).flatMap(({ ownFiles }) => ownFiles ?? []);
  const attached = "SELECT request_id FROM request_attachment WHERE tenant_id = current_tenant() AND file_id = $1";
  return sql("requestTalk.placeOfFile", [attached, ...documents].join(" UNION ALL "));
}

/**
 * Events of a request, latest first. Bookings have their current title, since a booking made private must not reveal its former title.
 * $1: stream of the requester, $2: id of the request as text.
 */
export const requestHistory = sql(
  "requestTalk.history",
  `SELECT e.id, e.type, e.at, CASE WHEN e.data ? 'title' AND r.family = 'booking' THEN jsonb_set(e.data, '{title}', to_jsonb(r.title))
     ELSE e.data END AS data, CASE WHEN u.id IS NOT NULL THEN ${person} END AS actor
   FROM domain_event e JOIN request r ON r.tenant_id = e.tenant_id AND r.id = $2::bigint LEFT JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.actor_id
   WHERE e.tenant_id = current_tenant() AND e.stream = $1 AND e.type LIKE 'request.%' AND e.data->>'id' = $2::text
   ORDER BY e.id DESC LIMIT 200`,
);

/** Users who are current approvers (directly or as a delegate), have decided, or have commented. $1 request. */
export const discussionParticipants = sql(
  "requestTalk.audience",
  `SELECT decider_id AS id FROM step_decider WHERE request_id = $1
   UNION
   SELECT s.decided_by FROM request_step s
   WHERE s.tenant_id = current_tenant() AND s.request_id = $1 AND s.decided_by IS NOT NULL
   UNION
   SELECT c.user_id FROM request_comment c WHERE c.tenant_id = current_tenant() AND c.request_id = $1
   UNION
   SELECT a.user_id FROM request_attachment a WHERE a.tenant_id = current_tenant() AND a.request_id = $1`,
);
