import { Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { checkAnswers, startingAnswers } from "../../../shared/requests/forms/forms.answers.rules";
import {
  addFormFile,
  createFormRequest,
  type FormRequestDetail,
  readFormRequest,
  removeFormFile,
  updateFormRequest,
} from "../../../shared/requests/forms/forms.contract";
import type { FormAnswers, FormDefinition } from "../../../shared/requests/forms/forms.definition";
import { formChoices, readForm } from "../../../shared/requests/forms/form-templates.contract";
import { BackToRequest, ReturnReason } from "../../approvals/approvals/ReturnReason";
import { paths } from "../../platform/paths";
import { call, newIdempotencyKey } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import type { MessageId } from "../../platform/intl/catalogues";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { queryClient, queryKeyOf, refetch, useEndpoint } from "../../platform/query";
import { upload } from "../../platform/upload";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { DraftStatus } from "../../ui/form/DraftStatus";
import { PageHead } from "../../ui/PageHead";
import { toast } from "../../ui/toast/toast";
import { countFiles, FormFields } from "./fields/FormFields";
import classes from "./fields/FormFields.module.css";
import { useFormTexts } from "./useFormTexts";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { type DraftConflict, isDraftConflict, useDraft, useAutosave } from "../../ui/form/draft";
import { DraftConflictNotice } from "../../ui/form/DraftConflictNotice";
import { StoredDraftNotice } from "../../ui/form/StoredDraftNotice";
import { useRestoredCopy, useUnsavedCopy } from "../../ui/form/unsaved-copy";

interface FormFillProps {
  form: { id: number; version: number; definition: FormDefinition };
  request: FormRequestDetail | null;
}

const noChoices = { people: [], departments: [], roles: [] };

export function FormFill({ form, request }: FormFillProps) {
  const text = useText();
  const { titleOf, descriptionOf } = useFormTexts();
  const navigate = useNavigate();
  const { definition } = form;
  const sentBefore = request !== null && request.status !== "draft";
  const choices = useEndpoint(formChoices).data?.data ?? noChoices;
  const [start] = useState<FormAnswers>(() => request?.answers ?? startingAnswers(definition));
  const restored = useRestoredCopy(copyPlace(form.id, request?.id), start);
  const [answers, setAnswers] = useState<FormAnswers>(restored?.value ?? start);
  const [files, setFiles] = useState(request?.files ?? []);
  const [touched, setTouched] = useState(restored !== null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [note, setNote] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const frame = useRef<HTMLFormElement>(null);
  const draft = useFormDraft({
    formId: form.id,
    formVersion: form.version,
    request: request && restored?.version ? { ...request, version: restored.version } : request,
    answers,
    touched,
    sending,
    onSaved: (kept) => {
      // Switches to the draft's URL without a navigation, which would remount the screen.
      if (kept.status === "draft") window.history.replaceState(window.history.state, "", paths.form("edit", kept.id));
    },
  });
  const say = (message: string) => text(message as MessageId);
  const refuse = (wrong: Record<string, string>) => setErrors(wrong);
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      frame.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
  }, [errors]);

  const onProblem = (error: Error) => {
    if (!(error instanceof ProblemError)) return reportFailure(error);
    if (error.code === "form.newVersion") {
      setNote(error.message);
      return void refetch(readForm);
    }
    if (isDraftConflict(error)) return;
    const wrong = Object.entries(error.errors).map(([path, [first]]) => [path.replace(/^answers\./, ""), first ?? ""]);
    if (wrong.some(([path]) => definition.fields.some(({ id }) => id === path?.split(".")[0]))) {
      return refuse(Object.fromEntries(wrong) as Record<string, string>);
    }
    return reportFailure(error);
  };
  const send = async () => {
    const checked = checkAnswers(definition, answers, countFiles(files));
    const wrong = Object.entries(checked.errors).map(([path, [first = ""]]) => [path, say(first)]);
    refuse(Object.fromEntries(wrong) as Record<string, string>);
    if (wrong.length > 0) return;
    setSending(true);
    try {
      const { message, data } = await draft.save(answers, { draft: false });
      toast.done(message ?? "");
      setTouched(false);
      queryClient.setQueryData(queryKeyOf(readFormRequest, { id: data.id }, {}), { data });
      void navigate(paths.form("view", data.id), { replace: true });
    } catch (error) {
      onProblem(error as Error);
    } finally {
      setSending(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const saveMine = ({ version, draft: asDraft }: DraftConflict) => {
    draft.takeOver(version);
    void (asDraft ? draft.save(answers, { draft: true }).catch(onProblem) : send());
  };
  const addFiles = async (field: string, chosen: readonly File[]) => {
    try {
      const id = await draft.begun();
      for (const file of chosen) {
        const body = new FormData();
        body.append("field", field);
        body.append("file", file);
        const idempotencyKey = newIdempotencyKey();
        const sent = { params: { id }, body, idempotencyKey, signal: new AbortController().signal };
        setFiles((await upload(addFormFile, { ...sent, onProgress: () => undefined })).data.files);
      }
      setErrors(({ [field]: _, ...rest }) => rest);
    } catch (error) {
      const first = error instanceof ProblemError && (error.errors.file ?? error.errors.field)?.[0];
      if (first) refuse({ ...errors, [field]: first });
      else onProblem(error as Error);
    }
  };
  const removeFile = async (file: number) => {
    try {
      const id = await draft.begun();
      setFiles((await call(removeFormFile, { params: { id, file } })).data.files);
    } catch (error) {
      onProblem(error as Error);
    }
  };
  const answer = (id: string, value: unknown) => {
    setTouched(true);
    setAnswers((now) => ({ ...now, [id]: value }));
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([path]) => path.split(".")[0] !== id)));
  };
  // The notice below the title says the same and can discard the draft.
  const hasNotice = restored !== null && touched;
  return (
    <form ref={frame} noValidate onSubmit={onSubmit}>
      <DraftGuard dirty={draft.unsaved && draft.state.is === "unsaved"} />
      <PageHead
        title={<bdi>{titleOf(definition)}</bdi>}
        status={!(hasNotice && draft.state.is === "saved") && <DraftStatus state={draft.state} />}
      />
      <div className={classes.sheet}>
        {request && <ReturnReason request={request} />}
        {hasNotice && (
          <StoredDraftNotice
            at={restored.at}
            onDiscard={() => {
              if (request) draft.takeOver(request.version);
              setTouched(false);
              setAnswers(start);
            }}
          />
        )}
        {definition.description && <p className={classes.why}>{descriptionOf(definition)}</p>}
        <DraftConflictNotice conflict={draft.conflict} onSaveMine={saveMine} />
        {note && (
          <p className={classes.note} role="alert">
            {note}
          </p>
        )}
        <FormFields
          definition={definition}
          answers={answers}
          errors={errors}
          choices={choices}
          files={files}
          onAnswer={answer}
          onFiles={(field, chosen) => void addFiles(field, chosen)}
          onRemoveFile={(id) => void removeFile(id)}
        />
        <div className={classes.buttons}>
          {sentBefore ? (
            <BackToRequest family="form" id={request.id} />
          ) : (
            <Button
              variant="subtle"
              color="gray"
              disabled={sending}
              onClick={() =>
                void draft.save(answers, { draft: true }).then(({ message }) => toast.done(message ?? ""), onProblem)
              }
            >
              {text("forms.saveDraft")}
            </Button>
          )}
          <Button
            type="submit"
            variant="filled"
            loading={sending}
            leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
          >
            {text(sentBefore ? "forms.sendAgain" : "forms.send")}
          </Button>
        </div>
      </div>
    </form>
  );
}

interface DraftOptions {
  formId: number;
  formVersion: number;
  request: FormRequestDetail | null;
  answers: FormAnswers;
  touched: boolean;
  sending: boolean;
  onSaved: (request: FormRequestDetail) => void;
}

const copyPlace = (formId: number, requestId: number | undefined): string =>
  requestId === undefined ? `form:${formId}:new` : `form:request:${requestId}`;

function useFormDraft({ formId, formVersion, request, answers, touched, sending, onSaved }: DraftOptions) {
  const draft = useDraft<FormAnswers, ReplyOf<typeof updateFormRequest>>(request, {
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
    copyPlace: (id) => copyPlace(formId, id),
    onSaved: ({ data }) => onSaved(data),
  });
  const { save, record } = draft;
  useUnsavedCopy(copyPlace(formId, record?.id), answers, touched && !draft.has(answers), () => record?.version ?? null);
  const unsaved = touched && !sending && !draft.has(answers);
  const saveQuietly = () => save(answers, { draft: true }).catch(() => undefined); // the error is shown next to the title
  useAutosave(JSON.stringify(answers), unsaved, saveQuietly, { whenLeft: true });
  return {
    ...draft,
    unsaved,
    /** Resolves to the draft's id, creating the draft if there is none. */
    begun: async () => record?.id ?? (await save(answers, { draft: true })).data.id,
  };
}
