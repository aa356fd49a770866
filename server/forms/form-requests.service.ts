import type { InferType } from "yup";
import type { Decision } from "../../shared/approvals/approvals.workflow";
import { checkAnswers, draftAnswers } from "../../shared/forms/forms.answers.rules";
import type { Answers, FormDefinition } from "../../shared/forms/forms.definition";
import type { formRequestSchema, updateFormRequestSchema } from "../../shared/forms/forms.schema";
import { formLife } from "../../shared/forms/forms.workflow";
import { userStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import { cancelRequest, decideRequest } from "../approvals/approvals.service";
import { sendRequest } from "../approvals/approvals-sending.service";
import type { RequestRow } from "../approvals/request.entity";
import { undoDecision } from "../approvals/decision-undo.service";
import { requireRoomForDraft } from "../approvals/drafts.service";
import { RequestEntity } from "../approvals/request.entity";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { refuseStrangers, refuseWrong, unknownAnswers } from "./form-answers.service";
import { chainOfForm } from "./form-chain";
import { FormRequestEntity } from "./forms.entity";
import { authorizeSeeing } from "../approvals/request-readers.policy";
import { formRules, mayUse } from "./forms.policy";
import { personOf } from "./forms.service";
import {
  dropFormFiles,
  filesOfRequests,
  findForm,
  findFormRequest,
  formOfRequest,
  type FormRequestRow,
  type FormRow,
  lockFormRequest,
  lockFormToSend,
} from "./forms.sql";

/** @throws Problem 404 when it doesn't exist or isn't theirs to see. */
export async function visibleFormRequest(tx: Tx, actor: Actor, id: number): Promise<FormRequestRow> {
  const request = await tx.one<FormRequestRow>(findFormRequest, [id]);
  if (!request) throw new Problem("notFound");
  await authorizeSeeing(tx, actor, request);
  return request;
}

/** The same, locked until the transaction ends. @throws Problem 409 when `version` isn't the present one. */
export async function lockedFormRequest(tx: Tx, actor: Actor, id: number, version?: number): Promise<FormRequestRow> {
  await tx.rows(lockFormRequest, [id]);
  const request = await visibleFormRequest(tx, actor, id);
  if (version !== undefined && version !== request.version) {
    throw new Problem("request.stale", { record: { id, status: request.status, version: request.version } });
  }
  return request;
}

/** The form, held until the transaction ends: nothing is published between the check and the sending. */
async function heldForm(tx: Tx, id: number | undefined): Promise<FormRow | undefined> {
  if (id === undefined) return undefined;
  await tx.rows(lockFormToSend, [id]);
  return tx.one<FormRow>(findForm, [id]);
}

type Input = InferType<typeof formRequestSchema>;

/** Fills in a form and sends it, or keeps a draft. @throws Problem 404, 409 for another version, 422 (one draft too many among them). */
export async function createFormRequest(tx: Tx, actor: Actor, input: Input): Promise<number> {
  const person = await personOf(tx, actor);
  const form = await heldForm(tx, input.form_id);
  if (!form || !mayUse(form, person)) throw invalid("form_id", "field.unknown");
  refuseOtherForm(form, input.form_version);
  if (input.draft) await requireRoomForDraft(tx, actor.id, "form");
  const { id } = await tx.repo(RequestEntity).insert({
    family: "form",
    requesterId: actor.id,
    departmentId: person.departmentId,
    type: String(form.id),
  });
  const answers = draftAnswers(form.definition as FormDefinition, input.answers);
  if (input.draft) await refuseStrangers(tx, form.definition as FormDefinition, answers, {});
  await tx.repo(FormRequestEntity).insert({ id, formId: form.id, formVersion: form.published, answers } as never);
  if (input.draft) tell(tx, actor, id, 1);
  else await send(tx, actor, form, await own(tx, id), { given: input.answers, before: {} });
  return id;
}

const tell = (tx: Tx, actor: Actor, id: number, version: number) =>
  tx.emit("form_request.saved", userStream(actor.id), { id, version });

/** What was published meanwhile is looked at before it is sent. */
function refuseOtherForm(form: FormRow, filled: number | undefined): void {
  if (filled !== undefined && filled !== form.published) {
    throw new Problem("form.newVersion", { record: { form_id: form.id, published: form.published } });
  }
}

const own = async (tx: Tx, id: number) => (await tx.one<FormRequestRow>(findFormRequest, [id])) as FormRequestRow;

/**
 * Changes a draft or what was sent back; without `draft` it is sent as well. A draft follows its form to the version that
 * its owner has in hand.
 * @throws Problem 404, 403 for another's, 409 (sent already; stale; another version), 422.
 */
export async function updateFormRequest(
  tx: Tx,
  actor: Actor,
  id: number,
  input: InferType<typeof updateFormRequestSchema>,
): Promise<void> {
  const form = await heldForm(tx, (await tx.one<{ id: number }>(formOfRequest, [id]))?.id);
  const request = await lockedFormRequest(tx, actor, id, input.version);
  requireOwn(actor, request);
  if (!isOpen(request)) throw new Problem("request.wrongState");
  const moves = request.status === "draft" && form?.published != null && input.form_version === form.published;
  if (request.status === "draft" && form && !input.draft) refuseOtherForm(form, input.form_version);
  const definition = moves ? (form.definition as FormDefinition) : request.definition;
  const formVersion = moves ? (form.published as number) : request.formVersion;
  const answers = input.answers == null ? request.answers : draftAnswers(definition, input.answers);
  if (input.draft) await refuseStrangers(tx, definition, answers, request.answers);
  const version = request.version + 1;
  await tx.repo(FormRequestEntity).update({ id }, { answers, formVersion } as never);
  await tx.repo(RequestEntity).update({ id }, { version, updatedAt: () => "now()" });
  if (input.draft) tell(tx, actor, id, version);
  else {
    const given = input.answers ?? request.answers;
    await send(tx, actor, form, await own(tx, id), { given, before: request.answers });
  }
}

/** @throws Problem 404, 403, 409, 422. */
export async function sendFormRequest(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const form = await heldForm(tx, (await tx.one<{ id: number }>(formOfRequest, [id]))?.id);
  const request = await lockedFormRequest(tx, actor, id, version);
  requireOwn(actor, request);
  await send(tx, actor, form, request, { given: request.answers, before: request.answers });
}

/** @throws Problem 403. */
export function requireOwn(actor: Actor, request: FormRequestRow): void {
  if (request.requesterId !== actor.id) throw new Problem("permission.denied");
}

const actionFor = ({ status }: Pick<FormRequestRow, "status">) => (status === "draft" ? "SEND" : "RESUBMIT");

/** A draft, or sent back: its owner has it in hand. */
export const isOpen = (request: Pick<FormRequestRow, "status">): boolean =>
  formLife.after({ status: request.status, steps: ["manager"], at: 0 }, actionFor(request)) !== null;

async function send(
  tx: Tx,
  actor: Actor,
  form: FormRow | undefined,
  request: FormRequestRow,
  { given, before }: { given: unknown; before: Answers },
): Promise<void> {
  if (!isOpen(request)) throw new Problem("request.wrongState");
  const person = await personOf(tx, actor);
  if (request.status === "draft") {
    if (!form || !mayUse(form, person)) throw invalid("form_id", "field.unknown");
    refuseOtherForm(form, request.formVersion);
  }
  const { definition } = request;
  const files = await fileCounts(tx, request.id);
  const { answers, errors, shown } = checkAnswers(definition, given, files);
  const all = { ...errors, ...(await unknownAnswers(tx, definition, answers, before)) };
  refuseWrong(all);
  await tx.repo(FormRequestEntity).update({ id: request.id }, { answers } as never);
  await tx.rows(dropFormFiles, [request.id, [...shown]]);
  const chain = await chainOfForm(tx, { id: request.formId, definition }, person, answers, files);
  await sendRequest(tx, await formRules(tx), request, chain);
}

export async function fileCounts(tx: Tx, id: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { field } of await tx.rows<{ field: string }>(filesOfRequests, [[id]])) {
    counts[field] = (counts[field] ?? 0) + 1;
  }
  return counts;
}

/** @throws Problem 404, 403 (own, or not asked), 409 (stale, decided already). */
export async function decideFormRequest(
  tx: Tx,
  actor: Actor,
  id: number,
  decision: Decision,
  how: { version?: number; note: string | null },
): Promise<void> {
  const request = await lockedFormRequest(tx, actor, id);
  await decideRequest(tx, await formRules(tx), actor, request, decision, how);
}

/** @throws Problem 404, 403, 409 when it is too late. */
export async function undoFormDecision(tx: Tx, actor: Actor, id: number): Promise<RequestRow> {
  return undoDecision(tx, actor, await lockedFormRequest(tx, actor, id));
}

/** @throws Problem 404, 403 for another's, 409 once it is decided. */
export async function cancelFormRequest(tx: Tx, actor: Actor, id: number, version?: number): Promise<void> {
  const request = await lockedFormRequest(tx, actor, id, version);
  requireOwn(actor, request);
  if (request.status === "draft") throw new Problem("request.wrongState"); // it is thrown away instead
  await cancelRequest(tx, await formRules(tx), request);
}

/** Throws a draft away, with its files. @throws Problem 404, 403, 409 for what was sent. */
export async function deleteFormRequest(tx: Tx, actor: Actor, id: number): Promise<void> {
  const request = await lockedFormRequest(tx, actor, id);
  requireOwn(actor, request);
  if (request.status !== "draft") throw new Problem("request.wrongState");
  await tx.repo(RequestEntity).delete({ id });
  tx.emit("form_request.deleted", userStream(actor.id), { id });
}
