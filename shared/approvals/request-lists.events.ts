import type { InboxEntry, RequestStep, RequestSummary } from "./approvals.contract";
import type { RequestFamily } from "../requests/families";

/** What a request is now, for one reader: everything that lists and the inbox show of it. */
export interface ListedRequestEvent {
  id: number;
  family: RequestFamily;
  request: RequestSummary;
  /** As the list of its family shows it; null for who may not open that. */
  row: RequestSummary | null;
  /** In which scopes of lists it is: asked for by the reader, by somebody below them, or the reader sees everyone's. */
  scope: { mine: boolean; team: boolean; all: boolean };
  /** What the inbox tells of it, for whoever asks, decides or has decided; the step is the one that it stands at. */
  entry: { facts: Record<string, unknown>; step: RequestStep | null } | null;
  /** It waits for the reader, in their own name or for somebody. */
  waiting: Pick<InboxEntry, "since" | "on_behalf_of"> | null;
}

export interface RequestListEvents {
  /** On the stream of everybody who may see it. Who lost sight of it hears `inbox.removed` alone. */
  "request_list.changed": ListedRequestEvent;
}
