import type { Actor as Person } from "../../../shared/kernel/events";
import type { FileDetails } from "../../work/attachments/attachments.present";
import { personJson } from "../../platform/database/person-json";
import { sql, type Tx } from "../../platform/database/unit-of-work";

export interface RequestAttachment {
  id: number;
  request_id: number;
  created_at: Date;
  author: Person;
  file: FileDetails;
}

/** Columns of `RequestAttachment`; callers append a condition on `a`. */
export const selectRequestAttachments = `SELECT a.id, a.request_id, a.created_at,
     ${personJson("u")} AS author,
     json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size,
       'preview', f.preview_state = 'ready') AS file
   FROM request_attachment a
   JOIN file f ON f.tenant_id = a.tenant_id AND f.id = a.file_id
   JOIN app_user u ON u.tenant_id = a.tenant_id AND u.id = a.user_id
   WHERE a.tenant_id = current_tenant()`;

const ofRequest = sql("requestTalk.files", `${selectRequestAttachments} AND a.request_id = $1 ORDER BY a.id`);

/** Files attached to a request, oldest first. The caller must have checked access to the request. */
export const attachmentsOfRequest = (tx: Tx, requestId: number): Promise<RequestAttachment[]> =>
  tx.rows<RequestAttachment>(ofRequest, [requestId]);
