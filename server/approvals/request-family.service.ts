import type { InboxEntry, RequestStep, RequestSummary } from "../../shared/approvals/approvals.contract";
import type { Decision } from "../../shared/approvals/approvals.workflow";
import type { Named } from "../../shared/kernel/translations";
import type { PlanFeature } from "../../shared/kernel/plan-features";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import type { RequestRow } from "./request.entity";

/** What a family tells about one of its requests in a list. */
export type ListedRequest = Pick<InboxEntry, "request" | "facts">;

/** What a family offers to all that is made once for all of them: the inbox, bulk decisions, comments, files, the log. */
export interface RequestFamilyService {
  feature: PlanFeature;
  /**
   * In a fixed number of statements, however many; requests that aren't there any more are left out. Their steps, by
   * request, were read for all families at once.
   */
  entries(
    tx: Tx,
    ids: readonly number[],
    steps: ReadonlyMap<number, readonly RequestStep[]>,
  ): Promise<Map<number, ListedRequest>>;
  /** The same requests as the family's own list shows them. */
  rows(
    tx: Tx,
    ids: readonly number[],
    steps: ReadonlyMap<number, readonly RequestStep[]>,
  ): Promise<Map<number, RequestSummary>>;
  /** What the types of this family's requests are called, where the organisation names them itself. */
  kindNames?(tx: Tx): Promise<({ type: string } & Named)[]>;
  /** The very service that a single decision calls. @throws Problem 404, 403, 409. */
  decide(
    tx: Tx,
    actor: Actor,
    id: number,
    decision: Decision,
    input: { version?: number; note: string | null },
  ): Promise<unknown>;
  /** Takes one's own decision back. @throws Problem 404, 403, 409 when it is too late. */
  undo(tx: Tx, actor: Actor, id: number): Promise<RequestRow>;
  /** @throws Problem 404 when it doesn't exist or isn't theirs to see. */
  visible(tx: Tx, actor: Actor, id: number): Promise<RequestRow>;
}
