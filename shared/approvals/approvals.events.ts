import type { Actor } from "../kernel/events";
import type { RequestFamily } from "../requests/families";
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

export interface InboxChange {
  request_id: number;
  family: RequestFamily;
  type: string;
  /** Of the request as it is now: what an inbox shows of an earlier one is over. */
  version: number;
}

interface Rerouted extends RequestRef {
  requester: Actor;
  step: number;
  /** Who was asked before, as people call them: a person or a role. */
  from: string;
  waits_for: number[];
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
  /** Entered by somebody for the requester, and approved by that. */
  "request.entered": RequestRef & { requester: Actor };
  /** Whoever decided took it back at once: it waits again, for `waits_for`. */
  "request.decision_undone": RequestRef & { requester: Actor; step: number; waits_for: number[] };
  /** `approved_by`: who had approved a step of it; they plan with what isn't there any more. */
  "request.cancelled": RequestRef & { requester: Actor; approved_by: number[] };
  /** Its time has passed, and nobody had decided; also on the streams of those who were asked. */
  "request.expired": RequestRef & { requester: Actor };
  /** It had waited too long and was passed on; also on the stream of whoever had let it wait. */
  "request.escalated": Rerouted;
  /** Somebody else decides the step: who was asked has left, or may not decide it any more. */
  "request.rerouted": Rerouted;
  /** Whoever makes the rules has handed the step to somebody. */
  "request.handed": Rerouted & { to: Actor; note: string | null };
  /** A request that waits for somebody has come to this person, or has gone from them. */
  "inbox.added": InboxChange;
  "inbox.removed": InboxChange;
  /** On the tenant's stream: screens that show them read them again. */
  "approval_rules.changed": { family: RequestFamily };
  "approval_setting.changed": { four_eyes: boolean };
  /** On both their streams. */
  "delegation.started": Omit<Delegation, "can">;
  /** Its first day has come. */
  "delegation.begun": Omit<Delegation, "can">;
  "delegation.ended": Omit<Delegation, "can">;
}
