import { createFormRequest, type FormRequestDetail, updateFormRequest } from "../../shared/forms/forms.contract";
import type { Answers } from "../../shared/forms/forms.definition";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import { call } from "../platform/api";
import { useDraft, useSavingAtRest } from "../ui/form/draft";

interface DraftOptions {
  formId: number;
  formVersion: number;
  request: FormRequestDetail | null;
  answers: Answers;
  /** Something was typed, and isn't being sent: only then there is anything to keep. */
  active: boolean;
  onSaved: (request: FormRequestDetail) => void;
}

/** Keeps a form as a draft while it is filled in, and sends it. */
export function useFormDraft({ formId, formVersion, request, answers, active, onSaved }: DraftOptions) {
  const draft = useDraft<Answers, ReplyOf<typeof updateFormRequest>>(request, {
    create: (given, { draft: asDraft, idempotencyKey }) =>
      call(createFormRequest, {
        body: { answers: given, draft: asDraft, form_version: formVersion, form_id: formId },
        idempotencyKey,
      }),
    update: ({ id, version }, given, { draft: asDraft }) =>
      call(updateFormRequest, {
        params: { id },
        body: { answers: given, draft: asDraft, form_version: formVersion, version },
      }),
    onSaved: ({ data }) => onSaved(data),
  });
  const { save, record } = draft;
  const unsaved = active && !draft.has(answers);
  const saveQuietly = () => save(answers, { draft: true }).catch(() => undefined); // said beside the title
  useSavingAtRest(JSON.stringify(answers), unsaved, saveQuietly, { whenLeft: true });
  return {
    ...draft,
    /** Something on the screen isn't with the server. */
    unsaved,
    /** The id of the draft; it is begun where there is none yet. */
    begun: async () => record?.id ?? (await save(answers, { draft: true })).data.id,
  };
}
