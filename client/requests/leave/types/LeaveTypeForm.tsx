import { Button } from "@mantine/core";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { leaveTypeSchema } from "../../../../shared/requests/leave/types/types.schema";
import {
  archiveLeaveType,
  createLeaveType,
  deleteLeaveType,
  type LeaveType,
  restoreLeaveType,
  updateLeaveType,
} from "../../../../shared/requests/leave/types/types.contract";
import { paths } from "../../../platform/paths";
import { useNameOf } from "../../../platform/intl/useNameOf";
import { useText } from "../../../platform/intl/useText";
import { DraftGuard } from "../../../ui/form/DraftGuard";
import { Form } from "../../../ui/form/Form";
import { useRecordForm } from "../../../ui/records/useRecordForm";
import { PageHead } from "../../../ui/PageHead";
import { toast } from "../../../ui/toast/toast";
import classes from "./LeaveTypeForm.module.css";
import { TypeBasics, TypeCarryOver, TypeDays, TypeNames, TypeRules } from "./LeaveTypeFields";
import { BlockedDates } from "./BlockedDates";
import { toLeaveTypeValues } from "./leave-type-form";
import { useAction } from "../../../platform/query";
import { ConfirmDialog } from "../../../ui/ConfirmDialog";

/** Editor of a leave type. Changes don't affect days already granted. */
export function LeaveTypeForm({ type }: { type: LeaveType | null }) {
  const text = useText();
  const nameOf = useNameOf();
  const navigate = useNavigate();
  const form = useRecordForm(leaveTypeSchema, {
    record: type,
    valuesOf: toLeaveTypeValues,
    entries: ["translations"],
    create: createLeaveType,
    update: updateLeaveType,
    onClose: () => {
      form.reset();
      void navigate(paths.leaveTab("types"));
    },
  });
  return (
    <Form form={form}>
      <DraftGuard dirty={form.dirty && !form.sending} />
      <PageHead title={type ? nameOf(type) : text("leaveType.newTitle")}>
        {type?.can_update_balance && (
          <Button component={Link} to={paths.leaveType("rules", type.id)}>
            {text("title.leaveRules")}
          </Button>
        )}
        {type && <LeaveTypeActions type={type} />}
        <Button component={Link} to={paths.leaveTab("types")} variant="subtle" color="gray">
          {text("action.cancel")}
        </Button>
        <Button type="submit" variant="filled" loading={form.sending}>
          {text("action.save")}
        </Button>
      </PageHead>
      <div className={classes.page}>
        <TypeBasics form={form} />
        <TypeNames form={form} />
        <TypeDays form={form} />
        {form.values.can_update_balance && <TypeCarryOver form={form} />}
        <TypeRules form={form} />
        <BlockedDates form={form} />
      </div>
    </Form>
  );
}

/** Types in use are archived and can be restored; unused ones can be deleted. */
function LeaveTypeActions({ type }: { type: LeaveType }) {
  const text = useText();
  const nameOf = useNameOf();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const done = ({ message }: { message?: string }) => {
    toast.done(message ?? "");
    void navigate(paths.leaveTab("types"));
  };
  const archive = useAction(archiveLeaveType, { onSuccess: done });
  const restore = useAction(restoreLeaveType, { onSuccess: done });
  const remove = useAction(deleteLeaveType, { onSuccess: done });
  const params = { id: type.id };
  return (
    <>
      {type.can.delete && (
        <Button variant="subtle" color="danger" onClick={() => setAsking(true)}>
          {text("action.delete")}
        </Button>
      )}
      {type.can.archive && (
        <Button loading={archive.isPending} onClick={() => archive.mutate({ params })}>
          {text("leaveType.archive")}
        </Button>
      )}
      {type.can.restore && (
        <Button loading={restore.isPending} onClick={() => restore.mutate({ params })}>
          {text("leaveType.restore")}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={text("leaveType.delete.title", { name: nameOf(type) })}
        confirmLabel={text("action.delete")}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
        onClose={() => setAsking(false)}
      >
        {text("leaveType.delete.why")}
      </ConfirmDialog>
    </>
  );
}
