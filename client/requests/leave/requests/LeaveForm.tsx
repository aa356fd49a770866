import { usePeopleOptions } from "../../../ui/fields/usePeopleOptions";
import { Button, Select } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import {
  discardLeave,
  type LeaveDetail,
  previewLeave,
} from "../../../../shared/requests/leave/requests/leave.contract";
import { leaveRequestSchema } from "../../../../shared/requests/leave/requests/leave.schema";
import { listLeaveTypes } from "../../../../shared/requests/leave/types/types.contract";
import { isAmount } from "../../../../shared/kernel/money";
import { legacyUsers } from "../../../../shared/kernel/visible-users.contract";
import { ChainPreview } from "../../../approvals/approvals/ChainPreview";
import { BackToRequest, ReturnReason } from "../../../approvals/approvals/ReturnReason";
import { paths } from "../../../platform/paths";
import { Message, useText } from "../../../platform/intl/useText";
import { useAction, useEndpoint } from "../../../platform/query";
import { useCan, useCurrentUser } from "../../../platform/session";
import { ConfirmDialog } from "../../../ui/ConfirmDialog";
import { type DraftConflict, type DraftState, isDraftConflict } from "../../../ui/form/draft";
import { DraftConflictNotice } from "../../../ui/form/DraftConflictNotice";
import { DraftGuard } from "../../../ui/form/DraftGuard";
import { StoredDraftNotice } from "../../../ui/form/StoredDraftNotice";
import { useRestoredCopy } from "../../../ui/form/unsaved-copy";
import { DraftStatus } from "../../../ui/form/DraftStatus";
import { Form } from "../../../ui/form/Form";
import { useForm } from "../../../ui/form/form";
import { PageHead } from "../../../ui/PageHead";
import { toast } from "../../../ui/toast/toast";
import { TeamPreview } from "../cover/TeamPreview";
import { LeaveDocument } from "./LeaveDocument";
import { LeaveFields } from "./LeaveFields";
import head from "../../../ui/form/HeadActions.module.css";
import classes from "./LeaveForm.module.css";
import { LeavePreview } from "./LeavePreview";
import { initialLeaveDates, type LeaveFormValues, type LeaveValues, toLeaveValues } from "./leave-form";
import { hasRequiredLeaveFields, leaveCopyPlace, useLeaveDraft } from "./useLeaveDraft";
import { clearButton } from "../../../ui/fields/clear-button";

export function LeaveForm({ leave }: { leave: LeaveDetail | null }) {
  const text = useText();
  const navigate = useNavigate();
  const types = useEndpoint(listLeaveTypes).data?.data ?? [];
  const people = useEndpoint(legacyUsers).data?.data ?? [];
  const [search] = useSearchParams();
  const [chosen, setChosen] = useState<File | null>(null);
  const [sent, setSent] = useState(false);
  /** Whether the restored values were dropped. */
  const [discarded, setDiscarded] = useState(false);
  /** True if the draft button started the current submission. `keeping` holds the same value as state, for the button's spinner. */
  const asDraft = useRef(false);
  const [keeping, setKeeping] = useState(false);
  const attempt = (draftOnly: boolean) => {
    asDraft.current = draftOnly;
    setKeeping(draftOnly);
  };
  const ofDraft = leave === null || leave.status === "draft";
  const [start] = useState<LeaveFormValues>(() => ({
    ...toLeaveValues(leave),
    ...(leave ? {} : initialLeaveDates(search.get("day"))),
    attachment: null,
  }));
  const restored = useRestoredCopy(leaveCopyPlace(leave?.id), plain(start));
  const form = useForm(leaveRequestSchema, {
    // The day that the form was opened for takes precedence over the days of the restored request.
    initialValues: { ...start, ...restored?.value, ...(leave ? {} : initialLeaveDates(search.get("day"))) },
    onSubmit: async () => {
      setSent(true);
      try {
        const answer = await draft.save({ values: plain(values), file: chosen }, { draft: asDraft.current });
        toast.done(answer.message ?? "");
        void navigate(paths.leave("view", answer.data.id), { replace: true });
      } catch (error) {
        setSent(false);
        if (!isDraftConflict(error)) throw error;
      }
    },
  });
  const { values } = form;
  const forOther = values.user_id !== null;
  const other = people.find(({ id }) => id === values.user_id);
  // Leave entered for another employee has no draft.
  const typedAsDraft = ofDraft && !forOther;
  const based = leave && restored?.version ? { ...leave, version: restored.version } : leave;
  const draft = useLeaveDraft(based, plain(start), plain(values), typedAsDraft && !sent);
  const preview = usePreview(values);
  const type = types.find(({ id }) => id === values.leave_type_id);
  const file = draft.record?.file ?? null;

  const onDevice = (state: DraftState): DraftState =>
    state.is === "unsaved" ? { is: "unsaved", why: text("leave.draft.failed") } : state;

  const choose = (picked: File) => {
    setChosen(picked);
    form.setValue("attachment", null); // clears the error of the previous file
    if (!typedAsDraft || !hasRequiredLeaveFields(values)) return;
    draft
      .save({ values: plain(values), file: picked }, { draft: true })
      .then(() => setChosen(null))
      .catch(() => {}); // the save state next to the title shows the error, and the next attempt repeats it
  };
  const saveMine = (conflict: DraftConflict) => {
    draft.takeOver(conflict.version);
    attempt(conflict.draft);
    if (!conflict.draft) return void form.submit();
    draft
      .save({ values: plain(values), file: chosen }, { draft: true })
      .then(() => setChosen(null))
      .catch(() => {}); // shown next to the title
  };
  const unchoose = () => {
    setChosen(null);
    if (file && !chosen) draft.save({ values: plain(values), removeFile: true }, { draft: true }).catch(() => {});
  };
  return (
    <Form form={form} className={head.form}>
      <DraftGuard dirty={!typedAsDraft && form.dirty && !sent} />
      <PageHead
        title={text(leave?.sent_at ? "leave.changeTitle" : "leave.newTitle")}
        status={<DraftStatus state={onDevice(draft.state)} restoredAt={discarded ? undefined : restored?.at} />}
      />
      <div className={classes.columns}>
        <div className={classes.main}>
          {leave && <ReturnReason request={leave} />}
          {restored && !discarded && (!typedAsDraft || draft.conflict) && (
            <StoredDraftNotice
              at={restored.at}
              onDiscard={() => {
                if (leave) draft.takeOver(leave.version);
                setDiscarded(true);
                form.reset({ values: start });
              }}
            />
          )}
          <DraftConflictNotice conflict={draft.conflict} onSaveMine={saveMine} />
          <div className={classes.fields}>
            {draft.record === null && <LeavePersonField form={form} value={values.user_id} />}
            <LeaveFields form={form} values={values} types={types} preview={preview} other={other} />
            {!values.credit && (
              <LeaveDocument
                file={file}
                chosen={chosen}
                needed={(preview?.needs_attachment ?? false) && !forOther}
                after={type?.attachment_after ?? null}
                unit={type?.unit ?? "days"}
                error={form.choice("attachment").error}
                onChoose={choose}
                onRemove={unchoose}
              />
            )}
          </div>
          {!values.credit && (
            <div className={classes.team}>
              <TeamPreview values={values} person={forOther ? (other ?? null) : null} />
            </div>
          )}
        </div>
        <div className={classes.beside}>
          {preview && <LeavePreview preview={preview} unit={type?.unit ?? "days"} />}
          {values.leave_type_id !== null && !forOther && (
            <ChainPreview
              family="leave"
              type={String(values.leave_type_id)}
              amount={preview ? String(preview.absence_days) : null}
            />
          )}
        </div>
      </div>
      <div className={head.actions}>
        {typedAsDraft && <Discard leave={draft.record} onDone={draft.forget} />}
        {leave?.sent_at && <BackToRequest family="leave" id={leave.id} />}
        <div className={classes.actions}>
          {typedAsDraft && (
            <Button
              loading={form.sending && keeping}
              onClick={() => {
                attempt(true);
                void form.submit();
              }}
            >
              {text("leave.saveDraft")}
            </Button>
          )}
          <Button
            type="submit"
            variant="filled"
            loading={form.sending && !keeping}
            leftSection={<IconSend size={16} stroke={1.75} className="flip" aria-hidden />}
            onClick={() => attempt(false)}
          >
            {text(forOther ? "leave.enter" : "leave.send")}
          </Button>
        </div>
      </div>
    </Form>
  );
}

const plain = ({ attachment: _, ...values }: LeaveFormValues): LeaveValues => values as LeaveValues;

function usePreview(values: LeaveValues) {
  const {
    leave_type_id,
    start_date,
    end_date,
    start_half,
    end_half,
    start_time,
    end_time,
    hours,
    credit,
    break_minutes,
    user_id,
  } = values;
  const query = {
    leave_type_id: leave_type_id as number,
    start_date: start_date as string,
    end_date: end_date as string,
    start_half: start_half ?? undefined,
    end_half: end_half ?? undefined,
    start_time: start_time ?? undefined,
    end_time: end_time ?? undefined,
    credit: credit || undefined,
    break_minutes: /^\d+$/.test(break_minutes) ? Number(break_minutes) : undefined,
    hours: isAmount(hours) ? Number(hours) : undefined,
    user_id: user_id ?? undefined,
  };
  const enabled = hasRequiredLeaveFields(values) && (hours === "" || isAmount(hours));
  const { data } = useEndpoint(previewLeave, { query }, { enabled, staleTime: 0, retry: false });
  return enabled ? data?.data : undefined;
}

function Discard({ leave, onDone }: { leave: LeaveDetail | null; onDone: () => void }) {
  const text = useText();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const over = () => {
    onDone();
    void navigate(paths.leaves, { replace: true });
  };
  const discard = useAction(discardLeave, { onSuccess: over });
  return (
    <>
      <Button variant="subtle" onClick={() => (leave ? setAsking(true) : over())}>
        {text("leave.discard")}
      </Button>
      {leave && (
        <ConfirmDialog
          opened={asking}
          title={text("leave.discard.title")}
          confirmLabel={text("leave.discard")}
          pending={discard.isPending}
          onConfirm={() => discard.mutate({ params: { id: leave.id } })}
          onClose={() => setAsking(false)}
        >
          {text("leave.discard.why")}
        </ConfirmDialog>
      )}
    </>
  );
}

interface LeavePersonFieldProps {
  form: Pick<ReturnType<typeof useForm<typeof leaveRequestSchema, LeaveFormValues>>, "setValue" | "choice">;
  value: number | null;
}

function LeavePersonField({ form, value }: LeavePersonFieldProps) {
  const mayEnter = useCan()("leave-request-hr-approve");
  return mayEnter ? <Choice form={form} value={value} /> : null;
}

function Choice({ form, value }: LeavePersonFieldProps) {
  const text = useText();
  const me = useCurrentUser();
  const people = useEndpoint(legacyUsers).data?.data ?? [];
  const others = people.filter(({ id, active }) => active && id !== me.id);
  const other = others.find(({ id }) => id === value);
  return (
    <div className={classes.whose}>
      <Select
        searchable
        clearable
        label={text("leave.for")}
        placeholder={text("leave.forMe")}
        clearButtonProps={clearButton(text("leave.forMe"))}
        data={usePeopleOptions(others)}
        {...form.choice<string>("user_id")}
        value={value === null ? null : String(value)}
        onChange={(id) => form.setValue("user_id", id === null ? null : Number(id))}
      />
      {other && (
        <p role="status">
          <Message id="leave.forOther.why" values={{ name: <bdi>{other.fullname}</bdi> }} />
        </p>
      )}
    </div>
  );
}
