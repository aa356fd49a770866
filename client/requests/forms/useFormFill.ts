import { useState } from "react";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { FieldErrors } from "../../../shared/kernel/problems";
import {
  checkAnswers,
  draftErrors,
  startingAnswers,
  withoutRemovedChoices,
} from "../../../shared/requests/forms/forms.answers.rules";
import {
  addFormFile,
  createFormRequest,
  type FormRequestDetail,
  readFormRequest,
  removeFormFile,
  updateFormRequest,
} from "../../../shared/requests/forms/forms.contract";
import type { FormAnswers, FormDefinition } from "../../../shared/requests/forms/forms.definition";
import { readForm } from "../../../shared/requests/forms/form-templates.contract";
import { sendFile } from "../../approvals/documents/send-file";
import { useRequestForm } from "../../approvals/documents/useRequestForm";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import type { MessageId } from "../../platform/intl/catalogues";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { queryClient, queryKeyOf, refetch } from "../../platform/query";
import { countFiles } from "./fields/FormFields";

export interface FilledForm {
  id: number;
  version: number;
  definition: FormDefinition;
}

/** Document of a filled form with its files. A new version of the form is reported to `onNewVersion`. */
export function useFormFill(
  { id: formId, version: formVersion, definition }: FilledForm,
  request: FormRequestDetail | null,
  onNewVersion: (message: string) => void,
) {
  const text = useText();
  const [files, setFiles] = useState(request?.files ?? []);
  const offered = (answers: FormAnswers) => withoutRemovedChoices(definition, answers);
  const bodyOf = (answers: FormAnswers, draft: boolean) => ({
    answers: offered(answers),
    draft,
    form_version: formVersion,
  });
  const textsOf = (errors: FieldErrors) =>
    Object.fromEntries(Object.entries(errors).map(([path, [first = ""]]) => [path, text(first as MessageId)]));
  /** The view of a request that was sent begins with the reply. */
  const showSent = async (saving: Promise<ReplyOf<typeof updateFormRequest>>) => {
    const { data, message } = await saving;
    if (data.status !== "draft") queryClient.setQueryData(queryKeyOf(readFormRequest, { id: data.id }, {}), { data });
    return { data, message };
  };
  const document = useRequestForm<FormAnswers, FormRequestDetail>({
    family: "form",
    record: request,
    initialValues: () => request?.answers ?? startingAnswers(definition),
    copyPlace: (id) => (id === undefined ? `form:${formId}:new` : `form:request:${id}`),
    create: (answers, { draft, idempotencyKey }) =>
      showSent(call(createFormRequest, { body: { ...bodyOf(answers, draft), form_id: formId }, idempotencyKey })),
    update: ({ id, version }, answers, { draft }) =>
      showSent(call(updateFormRequest, { params: { id }, body: { ...bodyOf(answers, draft), version } })),
    savesWhenLeft: true,
    check: (answers) => textsOf(checkAnswers(definition, offered(answers), countFiles(files)).errors),
    checkDraft: (answers) => textsOf(draftErrors(definition, offered(answers), countFiles(files))),
    onRefusal: (error) => onRefusal(error),
  });
  const { draft, form } = document;

  const onRefusal = (error: unknown) => {
    if (!(error instanceof ProblemError)) return reportFailure(error as Error);
    if (error.code === "form.newVersion") {
      onNewVersion(error.message);
      return void refetch(readForm);
    }
    const errors = Object.entries(error.errors).map(([path, [first = ""]]) => [path.replace(/^answers\./, ""), first]);
    const isOfField = ([path = ""]: string[]) => definition.fields.some(({ id }) => id === path.split(".")[0]);
    if (errors.some(isOfField)) form.showErrors(Object.fromEntries(errors) as Record<string, string>);
    else reportFailure(error);
  };
  return {
    document,
    /** The typed answers as they are sent, on which the visible fields depend. */
    answers: offered(form.values),
    files,
    addFiles: async (field: string, chosen: readonly File[]) => {
      try {
        const id = await document.storedId();
        for (const file of chosen)
          setFiles((await draft.change(() => sendFile(addFormFile, { id }, file, { field }))).files);
        form.clearErrors(field);
      } catch (error) {
        const refusal = error instanceof ProblemError && (error.errors.file ?? error.errors.field)?.[0];
        if (refusal) form.showErrors({ [field]: refusal });
        else document.onProblem(error);
      }
    },
    removeFile: async (file: number) => {
      try {
        const id = await document.storedId();
        setFiles((await draft.change(() => call(removeFormFile, { params: { id, file } }))).files);
      } catch (error) {
        document.onProblem(error);
      }
    },
  };
}
