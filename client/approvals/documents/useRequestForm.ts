import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { type AnyObjectSchema, object } from "yup";
import type { RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import { type RequestFamily, requestFamilyDefinitions } from "../../../shared/approvals/approvals/families";
import { type DraftConflict, isDraftConflict, useAutosave, useDraft } from "../../ui/form/draft";
import { useForm } from "../../ui/form/form";
import { useRestoredCopy, useUnsavedCopy } from "../../ui/form/unsaved-copy";
import { toast } from "../../ui/toast/toast";

interface RequestRecord {
  id: number;
  version: number;
  sent_at: string | null;
  steps: readonly RequestStep[];
}

interface SavedRequest<Detail> {
  data: Detail;
  message?: string | undefined;
}

interface SaveOptions<Extra> {
  draft: boolean;
  /** Content besides the values that is sent once, such as a file. */
  extra: Extra | undefined;
}

interface RequestFormOptions<V, Detail, Extra> {
  family: RequestFamily;
  /** Null for a new request. */
  record: Detail | null;
  initialValues: () => V;
  /** Values that take precedence over those of a restored copy. */
  presetValues?: Partial<V>;
  fieldsWithoutValue?: readonly string[];
  /** Rules to check before the request is sent. Without a schema only the server checks it. */
  schema?: (isDraft: () => boolean) => AnyObjectSchema;
  /** Checks that no schema can express, with their errors by field. */
  check?: (values: V) => Record<string, string>;
  /** Place of the copy on this device, by default `family:id`. */
  copyPlace?: (id: number | undefined) => string;
  create: (values: V, options: SaveOptions<Extra> & { idempotencyKey: string }) => Promise<SavedRequest<Detail>>;
  update: (
    before: { id: number; version: number },
    values: V,
    options: SaveOptions<Extra>,
  ) => Promise<SavedRequest<Detail>>;
  extra?: Extra;
  /** Whether a new request contains nothing worth saving. */
  isUntouched?: (values: V) => boolean;
  /** Whether the values are saved while typing, by default always. Others stay on this device. */
  isAutosaved?: (values: V) => boolean;
  /** Whether the server accepts the values as a draft. */
  isValidDraft?: (values: V) => boolean;
  savesWhenLeft?: boolean;
  /** Set if the extra content can only be added to a stored request. */
  needsStoredDraft?: boolean;
  closesWithDraft?: boolean;
  /** Shows a refusal. By default it is shown at the fields and above the form. */
  onRefusal?: (error: unknown) => void;
  /** Reads the version that another user saved, before it is overwritten. */
  readStoredVersion?: (id: number) => Promise<number>;
  onSaved?: (record: Detail, how: { draft: boolean }) => void;
}

interface Content<V, Extra> {
  values: V;
  extra?: Extra | undefined;
}

/** Whether the draft button or the submit button started the current submission. The rules read it before the next render. */
class SubmitMode {
  isDraft = false;
  choose(isDraft: boolean): void {
    this.isDraft = isDraft;
  }
}

/** For requests that only the server checks. */
const serverRules: AnyObjectSchema = object();

export const requestAddress = (family: RequestFamily, mode: "view" | "edit" | "list", id?: number): string =>
  ["", requestFamilyDefinitions[family].folder, mode, ...(id === undefined ? [] : [id])].join("/");

/**
 * Values, draft, copy on this device and sending of a request of any family. The draft is saved while typing; what the server doesn't have
 * is kept on this device and restored when the form is opened again.
 */
export function useRequestForm<
  V extends Record<string, unknown> = Record<string, unknown>,
  Detail extends RequestRecord = RequestRecord,
  Extra = unknown,
>(options: RequestFormOptions<V, Detail, Extra>) {
  const { family, record, copyPlace = (id) => `${family}:${id ?? "new"}`, extra, onRefusal } = options;
  const navigate = useNavigate();
  const [start] = useState(options.initialValues);
  const restored = useRestoredCopy(copyPlace(record?.id), start);
  const [isRestored, setRestored] = useState(restored !== null);
  const [isDiscarded, setDiscarded] = useState(false);
  const [mode] = useState(() => new SubmitMode());
  const [isDraftSubmitted, setDraftSubmitted] = useState(false);
  const [schema] = useState(() => options.schema?.(() => mode.isDraft) ?? serverRules);

  const draft = useDraft<Content<V, Extra>, SavedRequest<Detail>>(
    record && restored?.version ? { ...record, version: restored.version } : record,
    {
      create: ({ values, extra }, how) => options.create(values, { ...how, extra }),
      update: (before, { values, extra }, how) => options.update(before, values, { ...how, extra }),
      written: ({ values }) => values,
      copyPlace,
      onSaved: ({ data }, { draft, begun }) => {
        // Switches to the draft's URL without a navigation, which would remount the screen.
        if (draft && begun)
          window.history.replaceState(window.history.state, "", requestAddress(family, "edit", data.id));
        options.onSaved?.(data, { draft });
      },
    },
    { values: start },
  );
  const form = useForm<AnyObjectSchema, V>(schema, {
    initialValues: { ...(restored?.value ?? start), ...options.presetValues },
    fieldsWithoutValue: options.fieldsWithoutValue ?? [],
    onSubmit: (_, { typedValues }) => send(typedValues),
  });
  const { values } = form;

  const onProblem = (error: unknown) => {
    if (isDraftConflict(error)) return; // shown by the notice
    if (!onRefusal) throw error;
    onRefusal(error);
  };
  const send = async (sent: V): Promise<void> => {
    const asDraft = mode.isDraft;
    const errors = asDraft ? {} : (options.check?.(sent) ?? {});
    if (Object.keys(errors).length > 0) return form.showErrors(errors);
    try {
      if (!asDraft && options.needsStoredDraft) await storedId();
      const { message, data } = await draft.save({ values: sent, extra }, { draft: asDraft });
      toast.done(message ?? "");
      if (!asDraft || options.closesWithDraft)
        void navigate(requestAddress(family, "view", data.id), { replace: true });
    } catch (error) {
      onProblem(error);
    }
  };
  const submit = (asDraft: boolean) => {
    mode.choose(asDraft);
    setDraftSubmitted(asDraft);
    // Without rules for drafts, the form stays enabled while a draft is saved.
    void (asDraft && !options.schema ? send(values) : form.submit());
  };
  const storedId = async (content = values): Promise<number> =>
    draft.latestId() ?? (await draft.save({ values: content }, { draft: true })).data.id;
  const save = (once?: Extra) => draft.save({ values, extra: once }, { draft: true });
  /** The status next to the title shows an error. */
  const saveQuietly = async (once?: Extra) => {
    if (options.isValidDraft?.(values) === false) draft.cannotSave();
    else await save(once).catch(() => undefined);
  };
  const saveMine = async (conflict: DraftConflict) => {
    const id = draft.latestId();
    try {
      draft.takeOver(id !== null && options.readStoredVersion ? await options.readStoredVersion(id) : conflict.version);
    } catch (error) {
      return onProblem(error);
    }
    if (conflict.draft) await saveQuietly(extra);
    else submit(false);
  };

  const isEmpty = draft.record === null && (options.isUntouched?.(values) ?? false);
  const isUnsaved = !isDiscarded && !isEmpty && !draft.has({ values });
  const isWaiting = isUnsaved && !form.sending;
  useAutosave(JSON.stringify(values), isWaiting && (options.isAutosaved?.(values) ?? true), saveQuietly, {
    whenLeft: options.savesWhenLeft ?? false,
  });
  const place = isDiscarded ? null : copyPlace(draft.record?.id);
  useUnsavedCopy(place, values, isUnsaved, () => draft.record?.version ?? null);
  // Navigates only after the render in which nothing is unsaved, so that the guard doesn't ask.
  useEffect(() => {
    if (isDiscarded) void navigate(requestAddress(family, "list"), { replace: true });
  }, [isDiscarded, family, navigate]);

  return {
    family,
    /** The request that the form was opened with. */
    record,
    draft,
    form: {
      ...form,
      onSubmit: (event: { preventDefault: () => void }) => {
        event.preventDefault();
        submit(false);
      },
    },
    restored: isRestored ? restored : null,
    /** True while the server doesn't have the values and they aren't being sent. */
    isUnsaved: isWaiting,
    isSavingDraft: form.sending && isDraftSubmitted,
    isSending: form.sending && !isDraftSubmitted,
    submit,
    onProblem,
    save,
    saveQuietly,
    saveMine,
    /** Returns the draft's id; creates the draft if there is none. */
    storedId,
    dropRestored: () => {
      if (record) draft.takeOver(record.version);
      setRestored(false);
      form.reset({ values: start });
    },
    /** Closes the form without saving. */
    close: () => setDiscarded(true),
  };
}

export type RequestDocument = Pick<
  ReturnType<typeof useRequestForm>,
  | "family"
  | "record"
  | "restored"
  | "isUnsaved"
  | "isSavingDraft"
  | "isSending"
  | "submit"
  | "saveMine"
  | "dropRestored"
  | "close"
> & {
  form: Pick<ReturnType<typeof useRequestForm>["form"], "attach" | "onSubmit" | "sending" | "problem" | "draft">;
  draft: Pick<ReturnType<typeof useRequestForm>["draft"], "record" | "state" | "conflict">;
};
