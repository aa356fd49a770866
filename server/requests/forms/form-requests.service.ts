import type { InferType } from "yup";
import type { ApprovalDecision } from "../../../shared/approvals/approvals/approvals.workflow";
import { checkAnswers, draftAnswers } from "../../../shared/requests/forms/forms.answers.rules";
import type { FormAnswers, FormDefinition } from "../../../shared/requests/forms/forms.definition";
import {
  type formRequestSchema,
  formLimits,
  type updateFormRequestSchema,
} from "../../../shared/requests/forms/forms.schema";
import { formLifecycle } from "../../../shared/requests/forms/forms.workflow";
import { userStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { cancelRequest, decideRequest } from "../../approvals/approvals/approvals.service";
import { sendRequest } from "../../approvals/approvals/approvals-sending.service";
import { RequestEntity, type RequestRow } from "../../approvals/approvals/request.entity";
import { closeUndoWindow, undoDecision } from "../../approvals/approvals/decision-undo.service";
import { enforceDraftLimit } from "../../approvals/approvals/draft-limit";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import { refuseUnknownReferences, refuseInvalidAnswers, unknownAnswers } from "./form-answers.service";
import { planFormChain } from "./form-chain";
import { FormRequestEntity } from "./forms.entity";
import { requireOwnRequest, requireVisibleRequest } from "../../approvals/approvals/request-readers.policy";
import { formRules, mayUseForm } from "./forms.policy";
import { loadRequester } from "./forms.service";
import {
  deleteFormFile,
  dropFormFiles,
  filesOfRequests,
  findForm,
  findFormRequest,
  formOfRequest,
  type FormRequestRow,
  type FormRow,
  insertFormFile,
  lockFormRequest,
  lockFormToSend,
} from "./forms.sql";
import type { FileEntity } from "../../platform/files/file.entity";

export const loadVisibleFormRequest = async (tx: Tx, actor: Actor, id: number): Promise<FormRequestRow> =>
  requireVisibleRequest(tx, actor, await tx.one<FormRequestRow>(findFormRequest, [id]));

/**
 * Like `loadVisibleFormRequest`, with the request locked until the transaction ends.
 * @throws Problem 404; 409 when `version` is stale.
 */
async function loadLockedFormRequest(tx: Tx, actor: Actor, id: number, version?: number): Promise<FormRequestRow> {
  await tx.rows(lockFormRequest, [id]);
  return requireVisibleRequest(tx, actor, await tx.one<FormRequestRow>(findFormRequest, [id]), version);
}

/** Locks the form, so that no version is published between validation and sending. */
async function heldForm(tx: Tx, id: number | undefined): Promise<FormRow | undefined> {
  if (id === undefined) return undefined;
  await tx.rows(lockFormToSend, [id]);
  return tx.one<FormRow>(findForm, [id]);
}

type Input = InferType<typeof formRequestSchema>;

/**
 * Fills in a form and sends it, or saves a draft.
 * @throws Problem 404; 409 when another version is published; 422 for invalid answers, and when the draft limit is reached.
 */
export async function createFormRequest(tx: Tx, actor: Actor, input: Input): Promise<number> {
  const person = await loadRequester(tx, actor);
  const form = await heldForm(tx, input.form_id);
  if (!form || !mayUseForm(form, person)) throw invalidFieldProblem("form_id", "field.unknown");
  refuseOtherForm(form, input.form_version);
  if (input.draft) await enforceDraftLimit(tx, actor.id, "form");
  const { id } = await tx.repo(RequestEntity).insert({
    family: "form",
    requesterId: actor.id,
    departmentId: person.departmentId,
    type: String(form.id),
  });
  const answers = draftAnswers(form.definition as FormDefinition, input.answers);
  if (input.draft) await refuseUnknownReferences(tx, form.definition as FormDefinition, answers, {});
  await tx.repo(FormRequestEntity).insert({ id, formId: form.id, formVersion: form.published, answers } as never);
  if (input.draft) emitFormRequest(tx, actor, id, 1);
  else await send(tx, actor, form, await own(tx, id), { given: input.answers, before: {} });
  return id;
}

const emitFormRequest = (tx: Tx, actor: Actor, id: number, version: number) =>
  tx.emit("form_request.saved", userStream(actor.id), { id, version });

/** Rejects sending when a new version was published; the user must review it first. */
function refuseOtherForm(form: FormRow, filled: number | undefined): void {
  if (filled !== undefined && filled !== form.published) {
    throw new Problem("form.newVersion", { record: { form_id: form.id, published: form.published } });
  }
}

const own = async (tx: Tx, id: number) => (await tx.one<FormRequestRow>(findFormRequest, [id])) as FormRequestRow;

/**
 * Updates a draft or a returned request; without `draft` it is also sent. A draft moves to the form version its owner has filled in.
 * @throws Problem 404; 403 for another user's request; 409 when it was already sent, is stale, or another version is published; 422.
 */
export async function updateFormRequest(
  tx: Tx,
  actor: Actor,
  id: number,
  input: InferType<typeof updateFormRequestSchema>,
): Promise<void> {
  const form = await heldForm(tx, (await tx.one<{ id: number }>(formOfRequest, [id]))?.id);
  const request = await loadLockedFormRequest(tx, actor, id, input.version);
  requireOwnRequest(actor, request);
  refuseUnlessEditable(request);
  const moves = request.status === "draft" && form?.published != null && input.form_version === form.published;
  if (request.status === "draft" && form && !input.draft) refuseOtherForm(form, input.form_version);
  const definition = moves ? (form.definition as FormDefinition) : request.definition;
  const formVersion = moves ? (form.published as number) : request.formVersion;
  const answers = input.answers == null ? request.answers : draftAnswers(definition, input.answers);
  if (input.draft) await refuseUnknownReferences(tx, definition, answers, request.answers);
  const version = request.version + 1;
  await tx.repo(FormRequestEntity).update({ id }, { answers, formVersion } as never);
  await tx.repo(RequestEntity).update({ id }, { version, updatedAt: () => "now()" });
  if (input.draft) emitFormRequest(tx, actor, id, version);
  else {
    const given = input.answers ?? request.answers;
    await send(tx, actor, form, await own(tx, id), { given, before: request.answers });
  }
}

export async function sendFormRequest(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const form = await heldForm(tx, (await tx.one<{ id: number }>(formOfRequest, [id]))?.id);
  const request = await loadLockedFormRequest(tx, actor, id, version);
  requireOwnRequest(actor, request);
  await send(tx, actor, form, request, { given: request.answers, before: request.answers });
}

/** @throws Problem 409 unless the request is a draft or was returned. */
function refuseUnlessEditable({ status }: FormRequestRow): void {
  const action = status === "draft" ? "SEND" : "RESUBMIT";
  if (!formLifecycle.after({ status, steps: ["manager"], at: 0 }, action)) throw new Problem("request.wrongState");
}

async function send(
  tx: Tx,
  actor: Actor,
  form: FormRow | undefined,
  request: FormRequestRow,
  { given, before }: { given: unknown; before: FormAnswers },
): Promise<void> {
  refuseUnlessEditable(request);
  const person = await loadRequester(tx, actor);
  if (request.status === "draft") {
    if (!form || !mayUseForm(form, person)) throw invalidFieldProblem("form_id", "field.unknown");
    refuseOtherForm(form, request.formVersion);
  }
  const { definition } = request;
  const files = await countFormFiles(tx, request.id);
  const { answers, errors, shown } = checkAnswers(definition, given, files);
  const all = { ...errors, ...(await unknownAnswers(tx, definition, answers, before)) };
  refuseInvalidAnswers(all);
  await tx.repo(FormRequestEntity).update({ id: request.id }, { answers } as never);
  await tx.rows(dropFormFiles, [request.id, [...shown]]);
  const chain = await planFormChain(tx, { id: request.formId, definition }, person, answers, files);
  await sendRequest(tx, await formRules(tx), request, chain);
}

async function countFormFiles(tx: Tx, id: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { field } of await tx.rows<{ field: string }>(filesOfRequests, [[id]])) {
    counts[field] = (counts[field] ?? 0) + 1;
  }
  return counts;
}

/**
 * @throws Problem 404; 403 for the actor's own request, or when the actor isn't an approver; 409 when the version is stale or the request
 *   is already decided.
 */
export async function decideFormRequest(
  tx: Tx,
  actor: Actor,
  id: number,
  decision: ApprovalDecision,
  how: { version?: number; note: string | null },
): Promise<void> {
  const request = await loadLockedFormRequest(tx, actor, id);
  await decideRequest(tx, await formRules(tx), actor, request, decision, how);
}

export async function undoFormDecision(tx: Tx, actor: Actor, id: number): Promise<RequestRow> {
  return undoDecision(tx, actor, await loadLockedFormRequest(tx, actor, id));
}

/** @throws Problem 404; 403 for another user's request; 409 once the request is decided. */
export async function cancelFormRequest(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const request = await loadLockedFormRequest(tx, actor, id, version);
  requireOwnRequest(actor, request);
  if (request.status === "draft") throw new Problem("request.wrongState"); // drafts can be deleted but not cancelled
  await cancelRequest(tx, await formRules(tx), request);
}

/**
 * Deletes a draft with its files.
 * @throws Problem 404; 403 for another user's draft; 409 once it was sent.
 */
export async function deleteFormRequest(tx: Tx, actor: Actor, id: number): Promise<void> {
  const request = await loadLockedFormRequest(tx, actor, id);
  requireOwnRequest(actor, request);
  if (request.status !== "draft") throw new Problem("request.wrongState");
  await tx.repo(RequestEntity).delete({ id });
  tx.emit("form_request.deleted", userStream(actor.id), { id });
}

/**
 * Returns the request if the actor may change its files now.
 * @throws Problem 404; 403 for another user's request; 409 when it can't be edited; 422 for a field without files.
 */
export async function authorizeFormFile(tx: Tx, actor: Actor, id: number, field?: string): Promise<FormRequestRow> {
  const request = await loadLockedFormRequest(tx, actor, id);
  requireOwnRequest(actor, request);
  refuseUnlessEditable(request);
  if (field === undefined) return request;
  if (!request.definition.fields.some((one) => one.id === field && one.kind === "file")) {
    throw invalidFieldProblem("field", "field.unknown");
  }
  if (((await countFormFiles(tx, id))[field] ?? 0) >= formLimits.files)
    throw invalidFieldProblem("file", "field.tooMany");
  return request;
}

export async function storeFormFile(
  tx: Tx,
  actor: Actor,
  id: number,
  field: string,
  keep: () => Promise<FileEntity>,
): Promise<void> {
  const request = await authorizeFormFile(tx, actor, id, field);
  await tx.rows(insertFormFile, [id, field, (await keep()).id]);
  await changed(tx, actor, request);
}

export async function deleteStoredFormFile(tx: Tx, actor: Actor, id: number, fileId: number): Promise<void> {
  const request = await authorizeFormFile(tx, actor, id);
  if (!(await tx.one(deleteFormFile, [id, fileId]))) throw new Problem("notFound");
  await changed(tx, actor, request);
}

/** The version stays unchanged, so that answers edited concurrently can still be saved. */
async function changed(tx: Tx, actor: Actor, { id, version }: FormRequestRow): Promise<void> {
  await closeUndoWindow(tx, id);
  await tx.repo(RequestEntity).update({ id }, { updatedAt: () => "now()" });
  tx.emit("form_request.saved", userStream(actor.id), { id, version });
}
