import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { type AnyObjectSchema, object } from "yup";
import { type DraftConflict, isDraftConflict } from "../../ui/form/draft";
import { useForm } from "../../ui/form/form";
import { useRestoredCopy } from "../../ui/form/unsaved-copy";
import { toast } from "../../ui/toast/toast";
import { requestAddress, type RequestFormOptions, type RequestRecord } from "./request-form.options";
import { useRequestDraft, useSaving } from "./useRequestDraft";

/** Whether the draft button or the submit button started the current submission. The rules read it before the next render. */
class SubmitMode {
  isDraft = false;
  choose(isDraft: boolean): void {
    this.isDraft = isDraft;
  }
}

/** For requests that only the server checks. */
const serverRules: AnyObjectSchema = object();

/**
 * Values, draft, copy on this device and sending of a request of any family. The draft is saved while typing; what the server doesn't have
 * is kept on this device and restored when the form is opened again.
 */
export function useRequestForm<
  V extends Record<string, unknown> = Record<string, unknown>,
  Detail extends RequestRecord = RequestRecord,
  Extra = unknown,
>(familyOptions: RequestFormOptions<V, Detail, Extra>) {
  const { family, record, extra, schema: schemaOf, onRefusal, readStoredVersion } = familyOptions;
  const options = { copyPlace: (id: number | undefined) => `${family}:${id ?? "new"}`, ...familyOptions };
  const navigate = useNavigate();
  const [start] = useState(options.initialValues);
  const restored = useRestoredCopy(options.copyPlace(record?.id), start);
  const [isRestored, setRestored] = useState(restored !== null);
  const [isDiscarded, setDiscarded] = useState(false);
  const [mode] = useState(() => new SubmitMode());
  const [isDraftSubmitted, setDraftSubmitted] = useState(false);
  const [schema] = useState(() => schemaOf?.(() => mode.isDraft) ?? serverRules);
  const draft = useRequestDraft(options, start, restored?.version);
  const form = useForm<AnyObjectSchema, V>(schema, {
    initialValues: { ...(restored?.value ?? start), ...options.presetValues },
    fieldsWithoutValue: options.fieldsWithoutValue ?? [],
    onSubmit: (_, { typedValues }) => send(typedValues),
  });
  const { values, sending: isSending } = form;
  const saving = useSaving(options, draft, { values, isSending, restored, isDiscarded }, form.markErrors);
  // Navigates only after the render in which nothing is unsaved, so that the guard doesn't ask.
  useEffect(() => {
    if (isDiscarded) void navigate(requestAddress(family, "list"), { replace: true });
  }, [isDiscarded, family, navigate]);

  const onProblem = (error: unknown) => {
    if (isDraftConflict(error)) return; // shown by the notice
    if (!onRefusal) throw error;
    onRefusal(error);
  };
  const send = async (sentValues: V): Promise<void> => {
    const { isDraft } = mode;
    const errors = (isDraft ? options.checkDraft : options.check)?.(sentValues) ?? {};
    if (Object.keys(errors).length > 0) {
      if (isDraft) draft.cannotSave();
      return form.showErrors(errors);
    }
    try {
      if (!isDraft && options.needsStoredDraft) await saving.storedId(sentValues);
      const { message, data } = await draft.save({ values: sentValues, extra }, { draft: isDraft });
      toast.done(message ?? "");
      if (!isDraft || options.closesWithDraft)
        void navigate(requestAddress(family, "view", data.id), { replace: true });
    } catch (error) {
      onProblem(error);
    }
  };
  const submit = (isDraft: boolean) => {
    mode.choose(isDraft);
    setDraftSubmitted(isDraft);
    // Without rules for drafts, the form stays enabled while a draft is saved.
    if (!isDraft || schemaOf) void form.submit();
    else if (!form.reportUnreadableText()) void send(values);
  };
  const saveMine = async (conflict: DraftConflict) => {
    const id = draft.latestId();
    try {
      draft.takeOver(id !== null && readStoredVersion ? await readStoredVersion(id) : conflict.version);
    } catch (error) {
      return onProblem(error);
    }
    if (conflict.draft) await saving.saveQuietly();
    else submit(false);
  };

  return {
    family,
    /** The request that the form was opened with. */
    record,
    draft,
    ...saving,
    form: {
      ...form,
      onSubmit: (event: { preventDefault: () => void }) => {
        event.preventDefault();
        submit(false);
      },
    },
    restored: isRestored ? restored : null,
    isSavingDraft: isSending && isDraftSubmitted,
    isSending: isSending && !isDraftSubmitted,
    submit,
    saveMine,
    onProblem,
    dropRestored: () => {
      if (record) draft.takeOver(record.version);
      setRestored(false);
      form.reset({ values: start });
    },
    /** Closes the form without saving. */
    close: () => setDiscarded(true),
  };
}

type AnyRequestForm = ReturnType<typeof useRequestForm>;

/** The part of the form that its frame uses, without the types of a family. */
export type RequestDocument = Omit<AnyRequestForm, "draft" | "form" | "save" | "saveQuietly" | "storedId"> & {
  form: Pick<AnyRequestForm["form"], "attach" | "onSubmit" | "sending" | "problem" | "draft">;
  draft: Pick<AnyRequestForm["draft"], "record" | "state" | "conflict">;
};
