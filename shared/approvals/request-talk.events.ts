import type { Actor } from "../kernel/events";
import type { RequestFamily } from "../requests/families";

interface RequestRef {
  /** The request's. */
  id: number;
  family: RequestFamily;
  requester: Actor;
}

/** On the stream of everyone it concerns: the requester, who decides or has decided, who has said something. */
export interface RequestTalkEvents {
  "request.commented": RequestRef & { comment_id: number };
  "request.comment_deleted": RequestRef & { comment_id: number };
  "request.attached": RequestRef & { attachment_id: number; name: string };
  "request.attachment_deleted": RequestRef & { attachment_id: number; name: string };
}
