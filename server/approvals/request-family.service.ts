import type { FastifyInstance } from "fastify";
import type { ChainSubject } from "../../shared/approvals/approvals.chain.rules";
import type { InboxEntry, RequestStep, RequestSummary } from "../../shared/approvals/approvals.contract";
import type { Decision, RequestWorkflow } from "../../shared/approvals/approvals.workflow";
import type { Named } from "../../shared/kernel/translations";
import type { RequestValues } from "../../shared/notifications/request.words";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import type { PlannedStep } from "./approvals.service";
import type { Overdue } from "./approvals.waiting.service";
import type { RequestRow } from "./request.entity";

/** What a family tells about one of its requests in a list. */
export type ListedRequest = Pick<InboxEntry, "request" | "facts">;

/** What a request of a family can be: one that screens have words for, by its code, is named null. */
export interface RequestType {
  code: string;
  name: string | null;
  translations: Named["translations"];
}

/** What a family offers to all that is made once for all of them: the inbox, bulk decisions, comments, files, the log. */
export interface FamilyService {
  /** Its calls. */
  readonly routes: readonly ((app: FastifyInstance) => void)[];
  /** Its tables, as far as they are read and written as entities. */
  readonly entities: readonly (new () => object)[];
  /** What may follow what, and the kinds of steps that its statuses tell apart. */
  readonly workflow: RequestWorkflow;
  readonly steps: readonly string[];
  /** Who would be asked, in order: by the tenant's rules and by its own. */
  plan(tx: Tx, subject: ChainSubject): Promise<PlannedStep[]>;
  /** What rules can name, in the order in which it is offered. */
  types(tx: Tx): Promise<RequestType[]>;
  /** What types that are asked for, or were once, are called, where the organisation names them itself. */
  kindNames?(tx: Tx): Promise<({ type: string } & Named)[]>;
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
  /** What notifications say of a request, of the facts that the inbox shows. */
  words(facts: ListedRequest["facts"]): Partial<RequestValues>;
  /**
   * The same facts for somebody whom the request doesn't wait for: without what is only for who decides, as long as they do. `mine`: whose
   * request it is. Where a family doesn't say, they are the same.
   */
  unasked?(facts: ListedRequest["facts"], mine: boolean): ListedRequest["facts"];
  /** Who hears of changed requests beside those who see them: whoever reads a sum that they are part of. */
  changed?(tx: Tx, requests: readonly RequestSummary[]): Promise<void>;
  /** `SELECT request_id …` of the request that file $1 is a document of, where it has files of its own. */
  readonly ownFiles?: string;
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
  /**
   * What its requester has not sent goes, and what came back to them is taken back, as they would do it themself: they leave.
   * @throws Problem 404, 409.
   */
  withdraw?(tx: Tx, requester: Actor, request: Pick<RequestRow, "id" | "status">): Promise<void>;
  /** Steps that can't wait as long as the setting lets them: what is asked for begins soon. They go upward. */
  urgent?(tx: Tx, now: Date): Promise<Overdue[]>;
  /** Closes what nobody has decided in time. @returns how many. */
  expire?(tx: Tx, now: Date): Promise<number>;
  /** Whether a reader who sees a request reads what people say of it, too; where a family doesn't say, they do. */
  readsTalk?(tx: Tx, actor: Actor, id: number): Promise<boolean>;
  /** The same of several who see it: those of them who may be told that something was said. */
  talkReaders?(tx: Tx, people: readonly number[], id: number): Promise<readonly number[]>;
  /** @throws Problem 404 when it doesn't exist or isn't theirs to see. */
  visible(tx: Tx, actor: Actor, id: number): Promise<RequestRow>;
}
