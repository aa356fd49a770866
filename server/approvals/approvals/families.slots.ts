import type { FastifyInstance } from "fastify";
import type { ChainSubject } from "../../../shared/approvals/approvals/approvals.chain.rules";
import type { InboxEntry, RequestStep, RequestSummary } from "../../../shared/approvals/approvals/approvals.contract";
import type { ApprovalDecision, RequestWorkflow } from "../../../shared/approvals/approvals/approvals.workflow";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import type { NamedRecord } from "../../../shared/kernel/translations";
import type { RequestValues } from "../../../shared/communication/notifications/request.texts";
import type { ServerFeature } from "../../platform/features";
import type { Actor } from "../../platform/session";
import { defineSlot } from "../../platform/slot";
import type { Tx } from "../../platform/database/unit-of-work";
import type { PlannedStep } from "./approvals.service";
import type { OverdueStep } from "./approvals.waiting.service";
import type { RequestRow } from "./request.entity";

export type ListedRequest = Pick<InboxEntry, "request" | "facts">;

/** A request type; the name is null for built-in types, which screens translate by code. */
export interface RequestType {
  code: string;
  name: string | null;
  translations: NamedRecord["translations"];
}

/** Functions each family provides for shared features: inbox, bulk decisions, comments, files, the log. */
export interface FamilyService extends ServerFeature {
  readonly routes: readonly ((app: FastifyInstance) => void)[];
  readonly entities: readonly (new () => object)[];
  readonly workflow: RequestWorkflow;
  readonly steps: readonly string[];
  plan(tx: Tx, subject: ChainSubject): Promise<PlannedStep[]>;
  /** Owner of the budget of the requester's department, of the current year if `year` is null; only for families with budgets. */
  budgetOwner?(tx: Tx, requesterId: number, year: number | null): Promise<number | null>;
  /** Types that rules can refer to, in display order. */
  types(tx: Tx): Promise<RequestType[]>;
  kindNames?(tx: Tx): Promise<({ type: string } & NamedRecord)[]>;
  /**
   * Runs a fixed number of statements for any number of ids; deleted requests are left out. The caller has read the steps for all families
   * in one query.
   */
  entries(
    tx: Tx,
    ids: readonly number[],
    steps: ReadonlyMap<number, readonly RequestStep[]>,
  ): Promise<Map<number, ListedRequest>>;
  rows(
    tx: Tx,
    ids: readonly number[],
    steps: ReadonlyMap<number, readonly RequestStep[]>,
  ): Promise<Map<number, RequestSummary>>;
  /** Values for notification texts, taken from the facts shown in the inbox. */
  words(facts: ListedRequest["facts"]): Partial<RequestValues>;
  /**
   * Removes facts meant only for the current approvers, for all other readers. By default nothing is removed.
   * @param mine whether the request is the reader's own.
   */
  unasked?(facts: ListedRequest["facts"], mine: boolean): ListedRequest["facts"];
  /** Notifies users other than the readers of the changed requests, such as viewers of a total that includes these requests. */
  changed?(tx: Tx, requests: readonly RequestSummary[]): Promise<void>;
  /** SQL query `SELECT request_id …` for the request whose own document is file $1. */
  readonly ownFiles?: string;
  /** Records a decision through the service that single decisions use. @throws Problem 404, 403, 409. */
  decide(
    tx: Tx,
    actor: Actor,
    id: number,
    decision: ApprovalDecision,
    input: { version?: number; note: string | null },
  ): Promise<unknown>;
  /** Undoes the caller's own decision. @throws Problem 404, 403, 409 when it is too late. */
  undo(tx: Tx, actor: Actor, id: number): Promise<RequestRow>;
  /**
   * Deletes the requester's draft, or cancels a returned request in their name, because they leave the tenant.
   * @throws Problem 404, 409.
   */
  withdraw?(tx: Tx, requester: Actor, request: Pick<RequestRow, "id" | "status">): Promise<void>;
  /** Steps to escalate before the setting's deadline because the requested time starts soon. */
  urgent?(tx: Tx, now: Date): Promise<OverdueStep[]>;
  /** Closes requests that weren't decided in time. @returns their number. */
  expire?(tx: Tx, now: Date): Promise<number>;
  /** Whether a reader of the request may also read its comments; defaults to true. */
  readsTalk?(tx: Tx, actor: Actor, id: number): Promise<boolean>;
  /** Returns those of `people` who may be notified of comments. */
  talkReaders?(tx: Tx, people: readonly number[], id: number): Promise<readonly number[]>;
  visible(tx: Tx, actor: Actor, id: number): Promise<RequestRow>;
}

export const requestFamilyServices =
  defineSlot<Readonly<Record<RequestFamily, FamilyService>>>("requestFamilyServices");
