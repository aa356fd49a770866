import type { FormRequest, FormRequestDetail } from "../../../shared/requests/forms/forms.contract";
import type { FormAnswers, FormField } from "../../../shared/requests/forms/forms.definition";
import type { RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import { ownerActions, presentDecisionState } from "../../approvals/documents/document.present";
import { presentRequest } from "../../approvals/approvals/approvals.present";
import { presentStoredFile } from "../../work/attachments/attachments.present";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";
import { referencedIds } from "./form-answers.service";
import { formRules } from "./forms.policy";
import { filesOfRequests, type FormRequestRow, type ListedFormRequest, namesOfAnswers } from "./forms.sql";

export type FormListRow = Omit<ListedFormRequest, "fields" | "answers">;

export function presentFormRequest(row: FormListRow, steps: readonly RequestStep[]): FormRequest {
  return {
    ...presentRequest(row, steps),
    form: { id: row.formId, title: row.title, translations: row.translations },
    form_version: row.formVersion,
  };
}

interface FileRow {
  request_id: number;
  field: string;
  id: number;
  name: string;
  type: string;
  size: number;
  previewState: string;
}

export type FormFile = FormRequestDetail["files"][number];

export async function filesByRequest(tx: Tx, ids: readonly number[]): Promise<Map<number, FormFile[]>> {
  const files = new Map<number, FormFile[]>();
  for (const { request_id, field, previewState, ...file } of await tx.rows<FileRow>(filesOfRequests, [[...ids]])) {
    const presentedFile = { ...presentStoredFile({ ...file, preview: previewState === "ready" }), field };
    files.set(request_id, [...(files.get(request_id) ?? []), presentedFile]);
  }
  return files;
}

type Names = FormRequestDetail["names"];

export async function answerNamesFor(
  tx: Tx,
  filled: readonly { fields: readonly FormField[]; answers: FormAnswers }[],
): Promise<Names> {
  const pointed = filled.map((one) => referencedIds(one, one.answers));
  const users = pointed.flatMap((one) => one.users);
  const departments = pointed.flatMap((one) => one.departments);
  if (users.length + departments.length === 0) return { people: [], departments: [] };
  return (await tx.one<Names>(namesOfAnswers, [users, departments])) as Names;
}

export async function presentFormRequestDetail(
  tx: Tx,
  actor: Actor,
  request: FormRequestRow,
): Promise<FormRequestDetail> {
  const rules = await formRules(tx);
  const { steps, possible, canDecide, on_behalf_of } = await presentDecisionState(tx, actor, request, rules);
  const { title, translations } = request.definition;
  return {
    ...presentFormRequest({ ...request, title, translations }, steps),
    definition: request.definition,
    answers: request.answers,
    files: (await filesByRequest(tx, [request.id])).get(request.id) ?? [],
    names: await answerNamesFor(tx, [{ fields: request.definition.fields, answers: request.answers }]),
    steps,
    can: { ...ownerActions(actor, request, possible, { isComplete: true }), ...canDecide },
    on_behalf_of,
  };
}
