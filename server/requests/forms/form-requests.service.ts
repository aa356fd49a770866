import type { InferType } from "yup";
import { checkAnswers, draftAnswers, draftErrors } from "../../../shared/requests/forms/forms.answers.rules";
import type { FormDefinition } from "../../../shared/requests/forms/forms.definition";
import { type formRequestSchema, formLimits } from "../../../shared/requests/forms/forms.schema";
import { formLifecycle } from "../../../shared/requests/forms/forms.workflow";
import { userStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { sendRequest } from "../../approvals/approvals/approvals-sending.service";
import type { StoredBytes } from "../../approvals/documents/serve-document";
import { defineDocument, type PreparedDocument } from "../../approvals/documents/document.service";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import { refuseUnknownReferences, refuseInvalidAnswers, unknownAnswers } from "./form-answers.service";
import { planFormChain } from "./form-chain";
import { FormRequestEntity } from "./forms.entity";
import { formRules, mayUseForm } from "./forms.policy";
import { loadRequester } from "./forms.service";
import {
  deleteFormFile,
  deleteFilesExcept,
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

type Input = InferType<typeof formRequestSchema>;
/** A new request names its form; a change may omit the answers. */
type FormInput = Omit<Input, "form_id" | "answers"> & { form_id?: number; answers?: unknown; version?: number };

/** The form, locked; undefined if it was deleted. */
type FormContext = FormRow | undefined;

/** Locks the form, so that no version is published between validation and sending. */
async function lockForm(tx: Tx, id: number | undefined): Promise<FormRow | undefined> {
  if (id === undefined) return undefined;
  await tx.rows(lockFormToSend, [id]);
  return tx.one<FormRow>(findForm, [id]);
}

/** Rejects sending when a new version was published; the user must review it first. */
function refuseOtherVersion(form: FormRow, filledVersion: number | undefined): void {
  if (filledVersion !== undefined && filledVersion !== form.published) {
    throw new Problem("form.newVersion", { record: { form_id: form.id, published: form.published } });
  }
}

export const formDocument = defineDocument<FormRequestRow, FormInput, FormContext>({
  family: "form",
  workflow: formLifecycle,
  rules: formRules,
  find: (tx, id) => tx.one<FormRequestRow>(findFormRequest, [id]),
  async lock(tx, id) {
    await tx.rows(lockFormRequest, [id]);
    return tx.one<FormRequestRow>(findFormRequest, [id]);
  },
  async begin(tx, _, { id, input }) {
    const formId = id === null ? input?.form_id : (await tx.one<{ id: number }>(formOfRequest, [id]))?.id;
    return lockForm(tx, formId);
  },
  prepare: (tx, actor, input, before, form) =>
    before ? prepareChange(tx, input, before, form) : prepareNew(tx, actor, input, form),
  async send(tx, actor, request, { context: form, input, before }) {
    const { id, status, formId, definition } = request;
    const person = await loadRequester(tx, actor);
    if (status === "draft") {
      if (!form || !mayUseForm(form, person)) throw invalidFieldProblem("form_id", "field.unknown");
      refuseOtherVersion(form, request.formVersion);
    }
    const files = await countFormFiles(tx, id);
    const {
      answers,
      errors,
      shown: visibleFields,
    } = checkAnswers(definition, input?.answers ?? request.answers, files);
    refuseInvalidAnswers({ ...errors, ...(await unknownAnswers(tx, definition, answers, before?.answers ?? {})) });
    await tx.repo(FormRequestEntity).update({ id }, { answers } as never);
    await tx.rows(deleteFilesExcept, [id, [...visibleFields]]);
    const chain = await planFormChain(tx, { id: formId, definition }, person, answers, files);
    await sendRequest(tx, await formRules(tx), request, chain);
  },
  emitSaved: (tx, userId, id, version) => tx.emit("form_request.saved", userStream(userId), { id, version }),
  emitDeleted: (tx, userId, id) => tx.emit("form_request.deleted", userStream(userId), { id }),
});

/** @throws Problem 409 when another version is published; 422 for invalid answers and unknown references in a draft. */
async function prepareNew(tx: Tx, actor: Actor, input: FormInput, form: FormContext): Promise<PreparedDocument> {
  const person = await loadRequester(tx, actor);
  if (!form || !mayUseForm(form, person)) throw invalidFieldProblem("form_id", "field.unknown");
  refuseOtherVersion(form, input.form_version);
  const definition = form.definition as FormDefinition;
  const answers = draftAnswers(definition, input.answers);
  if (input.draft) {
    refuseInvalidAnswers(draftErrors(definition, input.answers));
    await refuseUnknownReferences(tx, definition, answers, {});
  }
  return {
    departmentId: person.departmentId,
    type: String(form.id),
    async store(id) {
      await tx.repo(FormRequestEntity).insert({ id, formId: form.id, formVersion: form.published, answers } as never);
    },
  };
}

/** A draft moves to the form version its owner has filled in. @throws Problem 409 when another version is published; 422. */
async function prepareChange(
  tx: Tx,
  input: FormInput,
  before: FormRequestRow,
  form: FormContext,
): Promise<PreparedDocument> {
  const isDraft = before.status === "draft";
  const takesPublished = isDraft && form?.published != null && input.form_version === form.published;
  if (isDraft && form && !input.draft) refuseOtherVersion(form, input.form_version);
  const definition = takesPublished ? (form.definition as FormDefinition) : before.definition;
  const formVersion = takesPublished ? (form.published as number) : before.formVersion;
  const answers = input.answers == null ? before.answers : draftAnswers(definition, input.answers);
  if (input.draft) {
    refuseInvalidAnswers(draftErrors(definition, input.answers, await countFormFiles(tx, before.id)));
    await refuseUnknownReferences(tx, definition, answers, before.answers);
  }
  return {
    departmentId: before.departmentId,
    type: before.type,
    async store(id) {
      await tx.repo(FormRequestEntity).update({ id }, { answers, formVersion } as never);
    },
  };
}

async function countFormFiles(tx: Tx, id: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { field } of await tx.rows<{ field: string }>(filesOfRequests, [[id]])) {
    counts[field] = (counts[field] ?? 0) + 1;
  }
  return counts;
}

/**
 * Returns the request if the actor may add a file to the field now.
 * @throws Problem 404; 403 for another user's request; 409 when it can't be edited; 422 for a field without files or with too many.
 */
export async function authorizeFormFile(tx: Tx, actor: Actor, id: number, field: string): Promise<FormRequestRow> {
  const request = await formDocument.authorizeFileChange(tx, actor, id);
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
  { insert }: StoredBytes,
): Promise<void> {
  const request = await authorizeFormFile(tx, actor, id, field);
  await tx.rows(insertFormFile, [id, field, (await insert()).id]);
  await formDocument.markFilesChanged(tx, actor, request);
}

/** @throws Problem 404, 403, 409. */
export async function deleteStoredFormFile(tx: Tx, actor: Actor, id: number, fileId: number): Promise<void> {
  const request = await formDocument.authorizeFileChange(tx, actor, id);
  if (!(await tx.one(deleteFormFile, [id, fileId]))) throw new Problem("notFound");
  await formDocument.markFilesChanged(tx, actor, request);
}
