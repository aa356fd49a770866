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

/** What prevents publication: the definition's own problems, shown after the first attempt, and those for which the server refused it. */
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
  const place = `form:template:${form.id}`;
  const [copy] = useState(() => readDraft(place, isDefinition));
  const [definition, setDefinition] = useState(() => copy?.value ?? definitionOf(form));
  const [state, setState] = useState<DraftState>(() =>
    form.draft_definition && form.saved_at ? { is: "saved", at: form.saved_at } : { is: "unwritten" },
  );
  const [clash, setClash] = useState<BuilderConflict | null>(null);
  const problems = usePublicationProblems(definition);
  const version = useRef(copy?.version ?? form.version);
  const [saved, setSaved] = useState(() => JSON.stringify(definitionOf(form)));
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const present = JSON.stringify(definition);

  const keep = (answer: { data: FormDetail }, sent: string) => {
    version.current = answer.data.version;
    setSaved(sent);
    queryClient.setQueryData(queryKeyOf(readForm, { id: form.id }, {}), answer);
  };
  const write = async (definition: FormDefinition) => {
    const sent = JSON.stringify(definition);
    if (sent === saved) return;
    const body = { definition: definition as never, version: version.current };
    keep(await call(saveForm, { params: { id: form.id }, body }), sent);
  };
  const save = async (definition: FormDefinition): Promise<boolean> => {
    setState({ is: "saving" });
    const writing = line.current.then(() => write(definition));
    line.current = writing.catch(() => undefined);
    try {
      await writing;
      setState({ is: "saved", at: new Date().toISOString() });
      return true;
    } catch (error) {
      const problem = error instanceof ProblemError ? error : null;
      setState({ is: "unsaved", why: problem?.message ?? null });
      if (problem?.code === "request.stale") setClash({ name: problem.by?.fullname ?? null });
      return false;
    }
  };
  const dirty = present !== saved;
  useUnsavedCopy(place, definition, dirty, () => version.current);
  useAutosave(present, dirty && !clash, () => save(definition));

  const adopt = (theirs: FormDetail) => {
    const now = definitionOf(theirs);
    version.current = theirs.version;
    setSaved(JSON.stringify(now));
    setDefinition(now);
    setClash(null);
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
      keep(answer, present);
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
    clash,
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
      setSaved(JSON.stringify(definitionOf(data)));
      setClash(null);
    },
  };
}

export type FormBuilderState = ReturnType<typeof useFormBuilder>;
