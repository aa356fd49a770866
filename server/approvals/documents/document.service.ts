import type { ApprovalDecision, RequestWorkflow } from "../../../shared/approvals/approvals/approvals.workflow";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import { Problem } from "../../../shared/kernel/problems";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { cancelRequest, decideRequest, type RequestFamilyRules } from "../approvals/approvals.service";
import { closeUndoWindow, undoDecision } from "../approvals/decision-undo.service";
import { RequestEntity, type RequestRow } from "../approvals/request.entity";
import { requireOwnRequest, requireVisibleRequest } from "../approvals/request-readers.policy";
import { enforceDraftLimit } from "./draft-limit";

/** Fields that each input of a document has beside the family's own. */
export interface DocumentInput {
  /** Whether the document is only saved; otherwise it is sent as well. */
  draft?: boolean;
  version?: number;
}

/** An input that was checked, together with how to store it. */
export interface PreparedDocument {
  /** By default the actor. */
  requesterId?: number;
  /** Stored for a new request only; `send` updates it where the family follows the requester's department. */
  departmentId: number | null;
  type: string;
  /** Stores the family's own rows of request `id`. */
  store(id: number): Promise<void>;
}

/** Draft or changed request before it is sent. */
export interface WrittenDocument<Row, Input, Context> {
  context: Context;
  /** Null when a stored draft is sent. */
  input: Input | null;
  /** The request before the change; null for a new one. */
  before: Row | null;
}

/**
 * Definition of the documents of a request family. `Context` is the data that the family locks and reads before the request itself is
 * locked, for example the form that is filled in.
 */
export interface DocumentFamily<Row extends RequestRow, Input extends DocumentInput, Context = undefined> {
  family: RequestFamily;
  workflow: RequestWorkflow;
  rules(tx: Tx): RequestFamilyRules | Promise<RequestFamilyRules>;
  find(tx: Tx, id: number): Promise<Row | undefined>;
  /** Like `find`, with the request and its document locked until the transaction ends. */
  lock(tx: Tx, id: number): Promise<Row | undefined>;
  /** @param id the request, null for a new one; `input` is null when a stored draft is sent. */
  begin?(tx: Tx, actor: Actor, target: { id: number | null; input: Input | null }): Promise<Context>;
  /** Whether the actor may change the request now; by default its requester while it can be sent. @throws Problem 403, 409, 422. */
  authorizeChange?(actor: Actor, row: Row, context: Context): void;
  /** Checks the input. Fields that it omits keep the value of `before`, the request before the change. @throws Problem 422. */
  prepare(tx: Tx, actor: Actor, input: Input, before: Row | null, context: Context): Promise<PreparedDocument>;
  /** Computes again what depends on the day, such as exchange rates, before a stored draft is sent. */
  refresh?(tx: Tx, actor: Actor, row: Row): Promise<void>;
  /** Refuses an incomplete document, plans the chain and starts the approval. @throws Problem 422. */
  send(tx: Tx, actor: Actor, row: Row, written: WrittenDocument<Row, Input, Context>): Promise<void>;
  /** Updates other open screens of the same user. */
  emitSaved(tx: Tx, userId: number, id: number, version: number): void;
  /** By default `emitSaved`. */
  emitDeleted?(tx: Tx, userId: number, id: number): void;
  /** Effects of a decision; `before` is the request before the decision. */
  afterDecision?(tx: Tx, actor: Actor, before: Row, decided: RequestRow): Promise<void>;
  /** Effects of an undone decision; `before` is the request with that decision. */
  afterUndo?(tx: Tx, actor: Actor, before: Row): Promise<void>;
  /** By default only the requester may cancel. @throws Problem 403. */
  authorizeCancelling?(actor: Actor, row: Row): void;
  afterCancelling?(tx: Tx, actor: Actor, before: Row): Promise<void>;
}

type DecisionInput = { version?: number; note: string | null };

/** A request that was never sent. It can be deleted, but not cancelled. */
export const isUnsent = ({ status, sentAt }: Pick<RequestRow, "status" | "sentAt">): boolean =>
  status === "draft" && sentAt === null;

/** @throws Problem 409 unless the request is a draft or was returned. */
function refuseUnlessSendable(workflow: RequestWorkflow, { status }: Pick<RequestRow, "status">): void {
  const action = status === "draft" ? "SEND" : "RESUBMIT";
  if (!workflow.after({ status, steps: ["manager"], at: 0 }, action)) throw new Problem("request.wrongState");
}

/** The life of a family's documents: written as drafts, sent, decided, cancelled, deleted. Each function runs in the caller's transaction. */
export type RequestDocument<Row extends RequestRow, Input extends DocumentInput> = ReturnType<
  typeof defineDocument<Row, Input, unknown>
>;

export function defineDocument<Row extends RequestRow, Input extends DocumentInput, Context = undefined>(
  family: DocumentFamily<Row, Input, Context>,
) {
  const { loadVisible, loadLocked, ...access } = documentAccess(family);
  return {
    loadVisible,
    loadLocked,
    ...documentWriting(family, { loadLocked, ...access }),
    ...documentLife(family, loadLocked),
    ...documentFiles(family, { loadLocked, ...access }),
  };
}

/** The part of a family's definition for reading and locking documents, without their input. */
type StoredFamily<Row extends RequestRow> = Pick<DocumentFamily<Row, DocumentInput>, "workflow" | "find" | "lock">;
type DocumentAccess<Row extends RequestRow> = ReturnType<typeof documentAccess<Row>>;

function documentAccess<Row extends RequestRow>(family: StoredFamily<Row>) {
  const reload = async (tx: Tx, id: number) => (await family.lock(tx, id)) as Row;

  /** @throws Problem 404 when the request doesn't exist or isn't visible to the actor. */
  const loadVisible = async (tx: Tx, actor: Actor, id: number): Promise<Row> =>
    requireVisibleRequest(tx, actor, await family.find(tx, id));

  /** Like `loadVisible`, with the request locked until the transaction ends. @throws Problem 404; 409 when `version` is stale. */
  const loadLocked = async (tx: Tx, actor: Actor, id: number, version?: number): Promise<Row> =>
    requireVisibleRequest(tx, actor, await family.lock(tx, id), version);

  const authorizeSending = (actor: Actor, row: Row): void => {
    requireOwnRequest(actor, row);
    refuseUnlessSendable(family.workflow, row);
  };

  return { reload, loadVisible, loadLocked, authorizeSending };
}

/** Writing before the approval: new documents, changes, sending. */
function documentWriting<Row extends RequestRow, Input extends DocumentInput, Context>(
  family: DocumentFamily<Row, Input, Context>,
  { reload, loadLocked, authorizeSending }: Pick<DocumentAccess<Row>, "reload" | "loadLocked" | "authorizeSending">,
) {
  const begin: NonNullable<typeof family.begin> = async (...target) => (await family.begin?.(...target)) as Context;

  /** Creates and sends a request, or saves a draft. @throws Problem 422 naming all wrong fields, also when the draft limit is reached. */
  async function create(tx: Tx, actor: Actor, input: Input): Promise<number> {
    const context = await begin(tx, actor, { id: null, input });
    const { requesterId = actor.id, departmentId, type, store } = await family.prepare(tx, actor, input, null, context);
    if (input.draft) await enforceDraftLimit(tx, requesterId, family.family);
    const { id } = await tx.repo(RequestEntity).insert({ family: family.family, requesterId, departmentId, type });
    await store(id);
    if (input.draft) family.emitSaved(tx, actor.id, id, 1);
    else await family.send(tx, actor, await reload(tx, id), { context, input, before: null });
    return id;
  }

  /**
   * Updates a draft or a returned request; without `draft` it is also sent. Omitted fields keep their value.
   * @throws Problem 404; 403 for another user's request; 409 when it was already sent or the version is stale; 422.
   */
  async function update(tx: Tx, actor: Actor, id: number, input: Input): Promise<void> {
    const context = await begin(tx, actor, { id, input });
    const before = await loadLocked(tx, actor, id, input.version);
    (family.authorizeChange ?? authorizeSending)(actor, before, context);
    const { type, store } = await family.prepare(tx, actor, input, before, context);
    const version = before.version + 1;
    await tx.repo(RequestEntity).update({ id }, { type, version, updatedAt: () => "now()" });
    await store(id);
    if (input.draft) family.emitSaved(tx, actor.id, id, version);
    else await family.send(tx, actor, await reload(tx, id), { context, input, before });
  }

  /** Sends what is stored. @throws Problem 404; 403 for another user's request; 409 when it was already sent or is stale; 422. */
  async function send(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
    const context = await begin(tx, actor, { id, input: null });
    const before = await loadLocked(tx, actor, id, version);
    authorizeSending(actor, before);
    await family.refresh?.(tx, actor, before);
    const row = family.refresh ? await reload(tx, id) : before;
    await family.send(tx, actor, row, { context, input: null, before });
  }

  return { create, update, send };
}

/** Changes of a stored document: its decision, and its end. */
function documentLife<Row extends RequestRow, Input extends DocumentInput, Context>(
  family: DocumentFamily<Row, Input, Context>,
  loadLocked: DocumentAccess<Row>["loadLocked"],
) {
  /**
   * @throws Problem 404; 403 for the actor's own request, or when the actor isn't an approver; 409 when the version is stale or the request
   *   is already decided.
   */
  async function decide(
    tx: Tx,
    actor: Actor,
    id: number,
    decision: ApprovalDecision,
    how: DecisionInput,
  ): Promise<void> {
    const before = await loadLocked(tx, actor, id);
    const decided = await decideRequest(tx, await family.rules(tx), actor, before, decision, how);
    await family.afterDecision?.(tx, actor, before, decided);
  }

  /** Undoes the actor's own decision. @throws Problem 404, 403; 409 when it is too late. */
  async function undo(tx: Tx, actor: Actor, id: number): Promise<RequestRow> {
    const before = await loadLocked(tx, actor, id);
    const undone = await undoDecision(tx, actor, before);
    await family.afterUndo?.(tx, actor, before);
    return undone;
  }

  /** @throws Problem 404; 403 for another user's request; 409 for a request that was never sent, or can't be cancelled any more. */
  async function cancel(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
    const before = await loadLocked(tx, actor, id, version);
    (family.authorizeCancelling ?? requireOwnRequest)(actor, before);
    if (isUnsent(before)) throw new Problem("request.wrongState");
    await cancelRequest(tx, await family.rules(tx), before);
    await family.afterCancelling?.(tx, actor, before);
  }

  /** Deletes a request that was never sent, with its files. @throws Problem 404; 403 for another user's draft; 409 once it was sent. */
  async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
    const before = await loadLocked(tx, actor, id);
    requireOwnRequest(actor, before);
    if (!isUnsent(before)) throw new Problem("request.wrongState");
    await tx.repo(RequestEntity).delete({ id });
    if (family.emitDeleted) family.emitDeleted(tx, actor.id, id);
    else family.emitSaved(tx, actor.id, id, before.version);
  }

  /** Deletes a request that was never sent, or cancels a returned one, because its requester leaves. @throws Problem 404, 409. */
  async function withdraw(tx: Tx, requester: Actor, { id }: Pick<RequestRow, "id">): Promise<void> {
    await (isUnsent(await loadLocked(tx, requester, id)) ? remove : cancel)(tx, requester, id);
  }

  return { decide, undo, cancel, remove, withdraw };
}

/** Files can be changed whenever the document can be sent. */
function documentFiles<Row extends RequestRow>(
  { emitSaved }: Pick<DocumentFamily<Row, DocumentInput>, "emitSaved">,
  { loadLocked, authorizeSending }: Pick<DocumentAccess<Row>, "loadLocked" | "authorizeSending">,
) {
  /** Returns the request if the actor may change its files now. @throws Problem 404; 403 for another user's request; 409. */
  async function authorizeFileChange(tx: Tx, actor: Actor, id: number): Promise<Row> {
    const row = await loadLocked(tx, actor, id);
    authorizeSending(actor, row);
    return row;
  }

  /** The version stays unchanged, so that fields edited concurrently can still be saved. */
  async function markFilesChanged(tx: Tx, actor: Actor, { id, version }: Row): Promise<void> {
    await closeUndoWindow(tx, id);
    await tx.repo(RequestEntity).update({ id }, { updatedAt: () => "now()" });
    emitSaved(tx, actor.id, id, version);
  }

  return { authorizeFileChange, markFilesChanged };
}
