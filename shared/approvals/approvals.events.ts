import type { Actor } from "../kernel/events";
import type { RequestFamily } from "./approvals.contract";
import type { Delegation } from "./delegation.contract";

interface RequestRef {
  id: number;
  family: RequestFamily;
  type: string;
  status: string;
  version: number;
  /** What people call it. */
  title: string;
}

/** On the stream of everyone it concerns: the requester, who decides, who decided. Screens read the request again. */
export interface ApprovalEvents {
  "request.sent": RequestRef & { requester: Actor; again: boolean };
  /** `step` is the one that was decided. `waits_for` names who is asked next, if anybody. */
  "request.decided": RequestRef & {
    requester: Actor;
    step: number;
    decision: "approved" | "rejected" | "changes_requested";
    note: string | null;
    on_behalf_of: Actor | null;
    waits_for: number[];
  };
  "request.cancelled": RequestRef & { requester: Actor };
  /** A request that waits for somebody has come to this person, or has gone from them. */
  "inbox.added": { request_id: number; family: RequestFamily };
  "inbox.removed": { request_id: number; family: RequestFamily };
  /** On both their streams. */
  "delegation.started": Omit<Delegation, "can">;
  /** Its first day has come. */
  "delegation.begun": Omit<Delegation, "can">;
  "delegation.ended": Omit<Delegation, "can">;
}
