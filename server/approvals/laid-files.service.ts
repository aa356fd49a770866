import type { Actor as Person } from "../../shared/kernel/events";
import type { FileFacts } from "../attachments/attachments.present";
import { sql, type Tx } from "../platform/database/unit-of-work";

/** A file that lies with a request, and who laid it there. */
export interface LaidFile {
  id: number;
  request_id: number;
  created_at: Date;
  author: Person;
  file: FileFacts;
}

/** Each as `LaidFile`; a condition on `a` follows. */
export const selectLaidFiles = `SELECT a.id, a.request_id, a.created_at,
     json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) AS author,
     json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size,
       'preview', f.preview_state = 'ready') AS file
   FROM request_attachment a
   JOIN file f ON f.tenant_id = a.tenant_id AND f.id = a.file_id
   JOIN app_user u ON u.tenant_id = a.tenant_id AND u.id = a.user_id
   WHERE a.tenant_id = current_tenant()`;

const ofRequest = sql("requestTalk.files", `${selectLaidFiles} AND a.request_id = $1 ORDER BY a.id`);

/** Files that lie with a request, in the order in which they came. Whoever asks may see the request. */
export const filesLaidWith = (tx: Tx, requestId: number): Promise<LaidFile[]> =>
  tx.rows<LaidFile>(ofRequest, [requestId]);
