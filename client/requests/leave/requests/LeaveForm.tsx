import {
  discardLeave,
  type LeaveDetail,
  previewLeave,
} from "../../../../shared/requests/leave/requests/leave.contract";
import { listLeaveTypes } from "../../../../shared/requests/leave/types/types.contract";
import { isAmount } from "../../../../shared/kernel/money";
import { listVisiblePeople } from "../../../../shared/kernel/visible-users.contract";
import { ChainPreview } from "../../../approvals/approvals/ChainPreview";
import { RequestForm } from "../../../approvals/documents/RequestForm";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useCan } from "../../../platform/session";
import type { DraftState } from "../../../ui/form/draft";
import { FailedReads } from "../../../ui/states/FailedReads";
import { TeamPreview } from "../cover/TeamPreview";
import { LeaveDocument } from "./LeaveDocument";
import { LeaveFields } from "./LeaveFields";
import classes from "./LeaveForm.module.css";
import { LeavePersonField } from "./LeavePersonField";
import { LeavePreview } from "./LeavePreview";
import { discardTexts, hasRequiredLeaveFields, type LeaveValues } from "./leave-form";
import { useLeaveForm } from "./useLeaveForm";

export function LeaveForm({ leave }: { leave: LeaveDetail | null }) {
  const text = useText();
  const mayEnter = useCan()("leave-request-hr-approve");
  const typesQuery = useEndpoint(listLeaveTypes);
  const types = typesQuery.data?.data ?? [];
  const people = useEndpoint(listVisiblePeople);
  const { document, isDraft, chosenFile, chooseFile, removeFile } = useLeaveForm(leave);
  const { form, draft } = document;
  const { values } = form;
  const forOther = values.user_id !== null;
  const other = people.data?.data.find(({ id }) => id === values.user_id);
  const preview = usePreview(values);
  const type = types.find(({ id }) => id === values.leave_type_id);
  const unit = type?.unit ?? "days";
  const state: DraftState =
    draft.state.is === "unsaved" ? { is: "unsaved", why: text("leave.draft.failed") } : draft.state;
  return (
    <RequestForm
      document={{ ...document, draft: { ...draft, state } }}
      title={text(leave?.sent_at ? "leave.changeTitle" : "leave.newTitle")}
      layout={classes}
      discard={isDraft ? { endpoint: discardLeave, texts: discardTexts } : undefined}
      saveLabel={isDraft ? "leave.saveDraft" : undefined}
      sendLabel={forOther ? "leave.enter" : "leave.send"}
      isGuarded={!isDraft && form.dirty && document.isUnsaved}
      aside={
        <>
          {preview && <LeavePreview preview={preview} unit={unit} />}
          {values.leave_type_id !== null && !forOther && (
            <ChainPreview
              family="leave"
              type={String(values.leave_type_id)}
              amount={preview ? String(preview.absence_days) : null}
            />
          )}
        </>
      }
    >
      <div className={classes.fields}>
        <FailedReads reads={[typesQuery, people]} />
        {draft.record === null && mayEnter && <LeavePersonField form={form} value={values.user_id} />}
        <LeaveFields form={form} values={values} types={types} preview={preview} other={other} />
        {!values.credit && (
          <LeaveDocument
            file={draft.record?.file ?? null}
            chosen={chosenFile}
            needed={(preview?.needs_attachment ?? false) && !forOther}
            after={type?.attachment_after ?? null}
            unit={unit}
            error={form.errorAt("attachment")}
            onChoose={chooseFile}
            onRemove={removeFile}
          />
        )}
      </div>
      {!values.credit && (
        <div className={classes.team}>
          <TeamPreview values={values} person={forOther ? (other ?? null) : null} />
        </div>
      )}
    </RequestForm>
  );
}

function usePreview(values: LeaveValues) {
  const { hours, break_minutes } = values;
  const query = {
    leave_type_id: values.leave_type_id as number,
    start_date: values.start_date as string,
    end_date: values.end_date as string,
    start_half: values.start_half ?? undefined,
    end_half: values.end_half ?? undefined,
    start_time: values.start_time ?? undefined,
    end_time: values.end_time ?? undefined,
    credit: values.credit || undefined,
    break_minutes: /^\d+$/.test(break_minutes) ? Number(break_minutes) : undefined,
    hours: isAmount(hours) ? Number(hours) : undefined,
    user_id: values.user_id ?? undefined,
  };
  const enabled = hasRequiredLeaveFields(values) && (hours === "" || isAmount(hours));
  const { data } = useEndpoint(previewLeave, { query }, { enabled, staleTime: 0, retry: false });
  return enabled ? data?.data : undefined;
}
