import { useSingleRun } from "../../../platform/single-run";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { definitionProblems } from "../../../../shared/requests/forms/forms.problems.rules";
import {
  type FormDetail,
  publishForm,
  readForm,
  saveForm,
} from "../../../../shared/requests/forms/form-templates.contract";
import type { FormDefinition } from "../../../../shared/requests/forms/forms.definition";
import { call } from "../../../platform/api";
import { reportFailure } from "../../../platform/failure";
import type { MessageId } from "../../../platform/intl/catalogues";
import { useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { queryKeyOf, queryClient } from "../../../platform/query";
import { type DraftState, useAutosave } from "../../../ui/form/draft";
import { readDraft } from "../../../platform/drafts/drafts";
import { useUnsavedCopy } from "../../../ui/form/unsaved-copy";
import { toast } from "../../../ui/toast/toast";

export interface BuilderConflict {
  name: string | null;
}

const isDefinition = (value: unknown): value is FormDefinition => {
  const { title, fields } = (value ?? {}) as Record<string, unknown>;
  return typeof title === "string" && Array.isArray(fields);
};

const definitionOf = (form: FormDetail): FormDefinition => form.draft_definition ?? (form.definition as FormDefinition);

/** Problems that prevent publication: the definition's own ones, shown after the first attempt, and those for which the server refused it. */
function usePublicationProblems(definition: FormDefinition) {
  const text = useText();
  const [refusal, setRefusal] = useState<Record<string, string>>({});
  const [isOwnShown, setOwnShown] = useState(false);
  const own = useMemo(() => definitionProblems(definition), [definition]);
  const errors = useMemo(() => {
    if (!isOwnShown) return refusal;
    const ownTexts = Object.entries(own).map(([path, [first = ""]]) => [path, text(first as MessageId)]);
    return { ...refusal, ...(Object.fromEntries(ownTexts) as Record<string, string>) };
  }, [isOwnShown, own, refusal, text]);
  return {
    /** Texts by path. */
    errors,
    hasOwn: Object.keys(own).length > 0,
    showOwn: () => setOwnShown(true),
    hideOwn: () => setOwnShown(false),
    refuse: ({ errors: errorsByPath }: ProblemError) =>
      setRefusal(Object.fromEntries(Object.entries(errorsByPath).map(([path, [first = ""]]) => [path, first]))),
    clearRefusal: () => setRefusal({}),
  };
}

/** The form being edited: saved as a draft while typing and updated with other users' changes. */
export function useFormBuilder(form: FormDetail) {
  const draftKey = `form:template:${form.id}`;
  const [localDraft] = useState(() => readDraft(draftKey, isDefinition));
  const [definition, setDefinition] = useState(() => localDraft?.value ?? definitionOf(form));
  const [state, setState] = useState<DraftState>(() =>
    form.draft_definition && form.saved_at ? { is: "saved", at: form.saved_at } : { is: "unwritten" },
  );
  const [conflict, setConflict] = useState<BuilderConflict | null>(null);
  const problems = usePublicationProblems(definition);
  const version = useRef(localDraft?.version ?? form.version);
  const [savedText, setSavedText] = useState(() => JSON.stringify(definitionOf(form)));
  const saveQueue = useRef<Promise<unknown>>(Promise.resolve());
  const definitionText = JSON.stringify(definition);

  const applyReply = (answer: { data: FormDetail }, sent: string) => {
    version.current = answer.data.version;
    setSavedText(sent);
    queryClient.setQueryData(queryKeyOf(readForm, { id: form.id }, {}), answer);
  };
  const write = async (definition: FormDefinition) => {
    const sent = JSON.stringify(definition);
    if (sent === savedText) return;
    const body = { definition: definition as never, version: version.current };
    applyReply(await call(saveForm, { params: { id: form.id }, body }), sent);
  };
  const save = async (definition: FormDefinition): Promise<boolean> => {
    setState({ is: "saving" });
    const writing = saveQueue.current.then(() => write(definition));
    saveQueue.current = writing.catch(() => undefined);
    try {
      await writing;
      setState({ is: "saved", at: new Date().toISOString() });
      return true;
    } catch (error) {
      const problem = error instanceof ProblemError ? error : null;
      setState({ is: "unsaved", why: problem?.message ?? null });
      if (problem?.code === "request.stale") setConflict({ name: problem.by?.fullname ?? null });
      return false;
    }
  };
  const dirty = definitionText !== savedText;
  useUnsavedCopy(draftKey, definition, { isUnsaved: dirty, restored: localDraft, versionOf: () => version.current });
  useAutosave(definitionText, dirty && !conflict, () => save(definition));

  const adopt = (theirs: FormDetail) => {
    const theirDefinition = definitionOf(theirs);
    version.current = theirs.version;
    setSavedText(JSON.stringify(theirDefinition));
    setDefinition(theirDefinition);
    setConflict(null);
    setState({ is: "unwritten" });
  };
  // Adopts another user's version immediately when there are no unsaved changes.
  const follow = useEffectEvent((theirs: FormDetail) => {
    if (theirs.version > version.current && !dirty) adopt(theirs);
  });
  useEffect(() => follow(form), [form]);

  const [run] = useSingleRun();
  const publish = () => run(["publish", definition], sendPublication);
  const sendPublication = async (): Promise<boolean> => {
    problems.showOwn();
    problems.clearRefusal();
    if (problems.hasOwn || !(await save(definition))) return false;
    try {
      const answer = await call(publishForm, { params: { id: form.id }, body: { version: version.current } });
      applyReply(answer, definitionText);
      problems.hideOwn();
      setState({ is: "unwritten" });
      toast.done(answer.message ?? "");
      return true;
    } catch (error) {
      reportFailure(error as Error);
      if (!(error instanceof ProblemError)) return false;
      problems.refuse(error);
      return false;
    }
  };
  return {
    definition,
    change: (next: FormDefinition) => {
      problems.clearRefusal();
      setDefinition(next);
    },
    state,
    unsaved: dirty,
    /** Errors by path, shown after the first attempt to publish. */
    errors: problems.errors,
    missing: Object.keys(problems.errors).length,
    publish,
    conflict,
    takeTheirs: async () =>
      adopt(
        (
          await queryClient.fetchQuery({
            queryKey: queryKeyOf(readForm, { id: form.id }, {}),
            queryFn: () => call(readForm, { params: { id: form.id } }),
            staleTime: 0,
          })
        ).data,
      ),
    keepMine: async () => {
      const { data } = await call(readForm, { params: { id: form.id } });
      version.current = data.version;
      setSavedText(JSON.stringify(definitionOf(data)));
      setConflict(null);
    },
  };
}

export type FormBuilderState = ReturnType<typeof useFormBuilder>;
