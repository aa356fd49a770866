import type { KeyedDraft } from "../../platform/drafts/drafts";
import { useAutosave, useDraft } from "../../ui/form/draft";
import { useUnsavedCopy } from "../../ui/form/unsaved-copy";
import { requestAddress, type RequestFormOptions, type RequestRecord, type SavedRequest } from "./request-form.options";

interface Content<V, Extra> {
  values: V;
  extra?: Extra | undefined;
}

type DraftOptions<V, Detail, Extra> = RequestFormOptions<V, Detail, Extra> & {
  copyPlace: (id: number | undefined) => string;
};

/** The draft on the server. `version` is the one that a restored copy is based on. */
export function useRequestDraft<V, Detail extends RequestRecord, Extra>(
  { family, record, create, update, copyPlace }: DraftOptions<V, Detail, Extra>,
  start: V,
  version: number | null | undefined,
) {
  return useDraft<Content<V, Extra>, SavedRequest<Detail>>(
    record && version ? { ...record, version } : record,
    {
      create: ({ values, extra }, how) => create(values, { ...how, extra }),
      update: (before, { values, extra }, how) => update(before, values, { ...how, extra }),
      written: ({ values }) => values,
      copyPlace,
      onSaved: ({ data }, { draft, begun }) => {
        // Switches to the draft's URL without a navigation, which would remount the screen.
        if (draft && begun)
          window.history.replaceState(window.history.state, "", requestAddress(family, "edit", data.id));
      },
    },
    { values: start },
  );
}

interface TypedValues<V> {
  values: V;
  isSending: boolean;
  /** The copy of this device that the form was opened with. */
  restored: KeyedDraft<V> | null;
  /** True after the draft was discarded. */
  isDiscarded: boolean;
}

/** Saves values while they are typed, and keeps a copy on this device while the server doesn't have them. */
export function useSaving<V, Detail extends RequestRecord, Extra>(
  { copyPlace, draftTarget, checkDraft, savesWhenLeft = false, extra: nextExtra }: DraftOptions<V, Detail, Extra>,
  draft: ReturnType<typeof useRequestDraft<V, Detail, Extra>>,
  { values, isSending, restored, isDiscarded }: TypedValues<V>,
  showDraftErrors: (errors: Record<string, string>) => void,
) {
  const target = draftTarget?.(values, draft.record !== null) ?? "server";
  const isUnsaved = !isDiscarded && target !== "none" && !draft.has({ values });
  // Autosaves send it too, since an earlier attempt may have failed.
  const save = (extra = nextExtra) => draft.save({ values, extra }, { draft: true });
  /** The status next to the title shows an error. */
  const saveQuietly = async () => {
    const errors = checkDraft?.(values) ?? {};
    showDraftErrors(errors);
    if (target === "invalid" || Object.keys(errors).length > 0) draft.cannotSave();
    else await save().catch(() => undefined);
  };
  const isWaiting = isUnsaved && !isSending;
  useAutosave(JSON.stringify(values), isWaiting && target !== "device", saveQuietly, { whenLeft: savesWhenLeft });
  const place = isDiscarded ? null : copyPlace(draft.record?.id);
  useUnsavedCopy(place, values, { isUnsaved, restored, versionOf: () => draft.record?.version ?? null });
  return {
    /** True while the server doesn't have the values and they aren't being sent. */
    isUnsaved: isWaiting,
    save,
    saveQuietly,
    /** Returns the draft's id; creates the draft if there is none. */
    storedId: async (content = values): Promise<number> =>
      draft.latestId() ?? (await draft.save({ values: content }, { draft: true })).data.id,
  };
}
