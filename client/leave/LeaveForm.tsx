import { Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { discardLeave, type LeaveDetail, previewLeave } from "../../shared/leave/leave.contract";
import { leaveRequestSchema } from "../../shared/leave/leave.schema";
import { listLeaveTypes } from "../../shared/leave/leave-types.contract";
import { ChainPreview } from "../approvals/ChainPreview";
import { BackToRequest, SentBack } from "../approvals/SentBack";
import { paths } from "../platform/paths";
import { useText } from "../platform/intl/useText";
import { useAction, useEndpoint } from "../platform/query";
import { useCurrentUser } from "../platform/session";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import type { DraftState } from "../ui/form/draft";
import { DraftGuard } from "../ui/form/DraftGuard";
import { DraftLine } from "../ui/form/DraftLine";
import { Form } from "../ui/form/Form";
import { useForm } from "../ui/form/form";
import { PageHead } from "../ui/PageHead";
import { toast } from "../ui/toast/toast";
import { FormTeam } from "./team/FormTeam";
import { LeaveDocument } from "./LeaveDocument";
import { LeaveFields } from "./LeaveFields";
import { LeaveFor } from "./LeaveFor";
import classes from "./LeaveForm.module.css";
import { LeavePreview } from "./LeavePreview";
import { beginningOn, type LeaveFormValues, type LeaveValues, valuesOf } from "./leave-form";
import { isComplete, storedValues, useLeaveDraft } from "./useLeaveDraft";

/** Asks for leave: what it costs, what is left, who else is away and where it goes stand beside it while one chooses. */
export function LeaveForm({ leave }: { leave: LeaveDetail | null }) {
  const text = useText();
  const navigate = useNavigate();
  const me = useCurrentUser();
  const types = useEndpoint(listLeaveTypes).data?.data ?? [];
  const [search] = useSearchParams();
  const [chosen, setChosen] = useState<File | null>(null);
  const [sent, setSent] = useState(false);
  /** Which of the two buttons was pressed: for the attempt under way, and for its sign. */
  const asDraft = useRef(false);
  const [keeping, setKeeping] = useState(false);
  const attempt = (draftOnly: boolean) => {
    asDraft.current = draftOnly;
    setKeeping(draftOnly);
  };
  const ofDraft = leave === null || leave.status === "draft";
  const [start] = useState<LeaveFormValues>(() => ({
    ...valuesOf(leave),
    ...(leave ? {} : storedValues(me.id)),
    ...(leave ? {} : beginningOn(search.get("day"))),
    attachment: null,
  }));
  const form = useForm(leaveRequestSchema, {
    initialValues: start,
    onSubmit: async () => {
      setSent(true);
      try {
        const answer = await draft.save({ values: plain(values), file: chosen }, { draft: asDraft.current });
        toast.done(answer.message ?? "");
        void navigate(paths.leave("view", answer.data.id), { replace: true });
      } catch (error) {
        setSent(false);
        throw error;
      }
    },
  });
  const { values } = form;
  const forOther = values.user_id !== null;
  // Leave for somebody else is entered at once.
  const typedAsDraft = ofDraft && !forOther;
  const draft = useLeaveDraft(leave, plain(values), typedAsDraft && !sent);
  const preview = usePreview(values);
  const file = draft.record?.file ?? null;

  const onDevice = (state: DraftState): DraftState =>
    state.is === "unsaved" ? { is: "unsaved", why: text("leave.draft.failed") } : state;

  const choose = (picked: File) => {
    setChosen(picked);
    form.setValue("attachment", null); // what was said of the one before is over
    if (!typedAsDraft || !isComplete(values)) return;
    draft
      .save({ values: plain(values), file: picked }, { draft: true })
      .then(() => setChosen(null))
      .catch(() => {}); // said beside the title, and again with the next try
  };
  const unchoose = () => {
    setChosen(null);
    if (file && !chosen) draft.save({ values: plain(values), removeFile: true }, { draft: true }).catch(() => {});
  };
  return (
    <Form form={form}>
      <DraftGuard dirty={!typedAsDraft && form.dirty && !sent} />
      <PageHead
        title={text(leave?.sent_at ? "leave.changeTitle" : "leave.newTitle")}
        sub={<DraftLine state={onDevice(draft.state)} />}
      >
        {typedAsDraft && <Discard leave={draft.record} onDone={draft.forget} />}
        {leave?.sent_at && <BackToRequest family="leave" id={leave.id} />}
        {typedAsDraft && (
          <Button
            className={classes.wide}
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
      </PageHead>
      <div className={classes.columns}>
        <div className={classes.main}>
          {leave && <SentBack request={leave} />}
          <div className={classes.fields}>
            {draft.record === null && <LeaveFor form={form} value={values.user_id} />}
            <LeaveFields form={form} values={values} types={types} preview={preview} />
            <LeaveDocument
              file={file}
              chosen={chosen}
              needed={(preview?.needs_attachment ?? false) && !forOther}
              after={types.find(({ id }) => id === values.leave_type_id)?.attachment_after ?? null}
              error={form.choice("attachment").error}
              onChoose={choose}
              onRemove={unchoose}
            />
          </div>
          <FormTeam values={values} />
        </div>
        <div className={classes.beside}>
          {preview && <LeavePreview preview={preview} />}
          {values.leave_type_id !== null && !forOther && (
            <ChainPreview
              family="leave"
              type={String(values.leave_type_id)}
              amount={preview ? String(preview.days) : null}
            />
          )}
        </div>
      </div>
    </Form>
  );
}

const plain = ({ attachment: _, ...values }: LeaveFormValues): LeaveValues => values as LeaveValues;

function usePreview(values: LeaveValues) {
  const { leave_type_id, start_date, end_date, start_half, end_half, user_id } = values;
  const query = {
    leave_type_id: leave_type_id as number,
    start_date: start_date as string,
    end_date: end_date as string,
    start_half: start_half ?? undefined,
    end_half: end_half ?? undefined,
    user_id: user_id ?? undefined,
  };
  const enabled = isComplete(values);
  const { data } = useEndpoint(previewLeave, { query }, { enabled, staleTime: 0, retry: false });
  return enabled ? data?.data : undefined;
}

/** Throws the draft away, wherever it is kept. */
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
