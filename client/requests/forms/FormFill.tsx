import { useState } from "react";
import type { FormRequestDetail } from "../../../shared/requests/forms/forms.contract";
import { listFormChoices } from "../../../shared/requests/forms/form-templates.contract";
import { RequestForm } from "../../approvals/documents/RequestForm";
import { useEndpoint } from "../../platform/query";
import { FormFields } from "./fields/FormFields";
import classes from "./fields/FormFields.module.css";
import { type FilledForm, useFormFill } from "./useFormFill";
import { useFormTexts } from "./useFormTexts";
import { FailedReads } from "../../ui/states/FailedReads";

interface FormFillProps {
  form: FilledForm;
  request: FormRequestDetail | null;
}

const noChoices = { people: [], departments: [], roles: [] };

export function FormFill({ form: filledForm, request }: FormFillProps) {
  const { titleOf, descriptionOf } = useFormTexts();
  const { definition } = filledForm;
  const choices = useEndpoint(listFormChoices);
  const [versionNote, setVersionNote] = useState<string | null>(null);
  const { document, answers, files, addFiles, removeFile } = useFormFill(filledForm, request, setVersionNote);
  const { form } = document;
  const isSent = Boolean(request?.sent_at);
  return (
    <RequestForm
      document={document}
      title={<bdi>{titleOf(definition)}</bdi>}
      layout={{ columns: classes.sheet }}
      saveLabel={isSent ? undefined : "forms.saveDraft"}
      sendLabel={isSent ? "forms.sendAgain" : "forms.send"}
    >
      {definition.description && <p className={classes.why}>{descriptionOf(definition)}</p>}
      {versionNote && (
        <p className={classes.note} role="alert">
          {versionNote}
        </p>
      )}
      <FailedReads reads={[choices]} />
      <FormFields
        definition={definition}
        answers={answers}
        errorAt={form.errorAt}
        choices={choices.data?.data ?? noChoices}
        files={files}
        onAnswer={form.setValue}
        onFiles={(field, chosen) => void addFiles(field, chosen)}
        onRemoveFile={(id) => void removeFile(id)}
      />
    </RequestForm>
  );
}
