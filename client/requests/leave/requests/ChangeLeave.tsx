import { Button, Switch, Textarea } from "@mantine/core";
import { useNavigate } from "react-router-dom";
import {
  changeLeave,
  type LeaveDetail,
  previewLeave,
  readLeave,
} from "../../../../shared/requests/leave/requests/leave.contract";
import { leaveChangeSchema } from "../../../../shared/requests/leave/requests/leave.schema";
import { listLeaveTypes } from "../../../../shared/requests/leave/types/types.contract";
import { grantedLeaveStatuses, type LeaveStatus } from "../../../../shared/requests/leave/requests/leave.workflow";
import { call } from "../../../platform/api";
import { useText } from "../../../platform/intl/useText";
import { paths } from "../../../platform/paths";
import { ProblemError } from "../../../platform/problem-error";
import { useEndpoint } from "../../../platform/query";
import { useCurrentUser } from "../../../platform/session";
import { CancelButton } from "../../../ui/CancelButton";
import { Dialog } from "../../../ui/Dialog";
import { DateField } from "../../../ui/fields/DateField";
import { TimeField } from "../../../ui/fields/TimeField";
import { OptionalLabel } from "../../../ui/fields/OptionalLabel";
import { Form } from "../../../ui/form/Form";
import { useForm } from "../../../ui/form/form";
import { mergeChanges } from "../../../ui/form/useEditedRecord";
import { toast } from "../../../ui/toast/toast";
import classes from "./LeaveForm.module.css";
import { LeavePreview } from "./LeavePreview";
import { OverlapNote } from "./OverlapNote";
import { useLeaveTexts } from "../types/useLeaveTexts";

interface ChangeLeaveProps {
  leave: LeaveDetail;
  opened: boolean;
  onClose: () => void;
}

export function ChangeLeave({ leave, opened, onClose }: ChangeLeaveProps) {
  const text = useText();
  return (
    <Dialog opened={opened} onClose={onClose} size={560} title={text("leave.changeDates")}>
      {opened && <Fields leave={leave} onClose={onClose} />}
    </Dialog>
  );
}

interface ChangeValues extends Record<string, unknown> {
  start_date: string | null;
  end_date: string | null;
  start_half: "afternoon" | null;
  end_half: "morning" | null;
  start_time: string | null;
  end_time: string | null;
  reason: string;
}

/** The requested dates, or those of a change that waits for approval. */
function valuesOf(leave: LeaveDetail): ChangeValues {
  const { start_date, end_date, start_half, end_half, part } = leave.pending_change ?? leave;
  const isGranted = grantedLeaveStatuses.includes(leave.status as LeaveStatus);
  return {
    start_date,
    end_date,
    start_half,
    end_half,
    start_time: part?.start_time ?? null,
    end_time: part?.end_time ?? null,
    reason: isGranted ? "" : (leave.reason ?? ""),
  };
}

/** One value: the last day of one span may not be combined with the first day or the halves of another. */
const spanFields = ["start_date", "end_date", "start_half", "end_half", "start_time", "end_time"] as const;

function Fields({ leave, onClose }: Omit<ChangeLeaveProps, "opened">) {
  const text = useText();
  const me = useCurrentUser();
  const navigate = useNavigate();
  const { amountOf, datesOf } = useLeaveTexts();
  const { unit } = leave.leave_type;
  const type = useEndpoint(listLeaveTypes).data?.data.find(({ id }) => id === leave.leave_type.id);
  const start = leave.pending_change ?? leave;
  const granted = grantedLeaveStatuses.includes(leave.status as LeaveStatus);
  const own = leave.requester.id === me.id;
  const form = useForm<typeof leaveChangeSchema, ChangeValues>(leaveChangeSchema, {
    draft: { storageKey: `leave:change:${leave.id}`, version: leave.version, keptFields: ["reason"] },
    initialValues: valuesOf(leave),
    onSubmit: async (body, { version }) => {
      try {
        const { message, data } = await call(changeLeave, { params: { id: leave.id }, body: { ...body, version } });
        toast.done(message ?? "");
        onClose();
        if (data.id !== leave.id) void navigate(paths.leave("view", data.id));
      } catch (error) {
        if (error instanceof ProblemError && error.code === "request.stale") {
          const current = (await call(readLeave, { params: { id: leave.id } })).data;
          form.adopt(valuesOf(current), (edit, next) => mergeChanges(edit, next, [spanFields]));
        }
        throw error;
      }
    },
  });
  const { values } = form;
  const preview = usePreview(leave, values);
  const against = preview?.refusals.filter(({ message }) => message !== "leave.overlap") ?? [];
  const why = !granted ? "leave.changeDates.pending" : own ? "leave.changeDates.approved" : "leave.changeDates.atOnce";
  return (
    <Form form={form} className={classes.change}>
      <p className={classes.note}>{text(why, { dates: datesOf(leave), days: amountOf(leave.days, unit) })}</p>
      <div className={classes.pair}>
        <DateField
          label={text("leave.firstDay")}
          {...form.valueProps<string | null>("start_date")}
          onChange={(day) => {
            form.setValue("start_date", day);
            if (day !== null && (start.part || values.end_date === null || values.end_date < day))
              form.setValue("end_date", day);
          }}
        />
        {!start.part && (
          <DateField
            label={text("leave.lastDay")}
            min={values.start_date}
            {...form.valueProps<string | null>("end_date")}
          />
        )}
      </div>
      {start.part && (
        <div className={classes.pair}>
          <TimeField label={text("leave.part.from")} {...form.valueProps<string>("start_time")} />
          <TimeField label={text("leave.part.to")} {...form.valueProps<string>("end_time")} />
        </div>
      )}
      {type?.half_days && (
        <div className={classes.switches}>
          <Switch
            label={text("leave.firstHalf")}
            checked={values.start_half !== null}
            onChange={(event) => form.setValue("start_half", event.currentTarget.checked ? "afternoon" : null)}
            error={form.valueProps("start_half").error}
          />
          <Switch
            label={text("leave.lastHalf")}
            checked={values.end_half !== null}
            onChange={(event) => form.setValue("end_half", event.currentTarget.checked ? "morning" : null)}
            error={form.valueProps("end_half").error}
          />
        </div>
      )}
      <Textarea
        autosize
        minRows={2}
        label={<OptionalLabel label={text(own ? "leave.note" : "leave.noteEntered")} />}
        {...form.field("reason")}
      />
      {preview && (
        <p role="status" className={classes.note}>
          {text("leave.changeDates.days", { before: amountOf(leave.days, unit), after: amountOf(preview.days, unit) })}
        </p>
      )}
      {preview && preview.overlaps.length > 0 && <OverlapNote overlaps={preview.overlaps} />}
      {against.map(({ field, message }) => (
        <p key={`${field} ${message}`} role="alert" className={classes.note}>
          {text(message as "leave.notEnough")}
        </p>
      ))}
      {preview && <LeavePreview preview={preview} unit={unit} />}
      <div className={classes.actions}>
        <CancelButton isSending={form.sending} onClick={form.cancel(onClose)} />
        <Button type="submit" variant="filled" loading={form.sending} disabled={!form.dirty}>
          {text(granted && own ? "leave.changeDates.send" : "action.save")}
        </Button>
      </div>
    </Form>
  );
}

function usePreview(leave: LeaveDetail, values: ChangeValues) {
  const { start_date, end_date, start_half, end_half, start_time, end_time } = values;
  const me = useCurrentUser();
  const enabled = start_date !== null && end_date !== null && end_date >= start_date;
  const query = {
    leave_type_id: leave.leave_type.id,
    start_date: start_date as string,
    end_date: end_date as string,
    start_half: start_half ?? undefined,
    end_half: end_half ?? undefined,
    start_time: start_time ?? undefined,
    end_time: end_time ?? undefined,
    user_id: leave.requester.id === me.id ? undefined : leave.requester.id,
    changing: leave.id,
  };
  const { data } = useEndpoint(previewLeave, { query }, { enabled, staleTime: 0, retry: false });
  return enabled ? data?.data : undefined;
}
