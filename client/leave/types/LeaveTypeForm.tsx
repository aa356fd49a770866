import { Button } from "@mantine/core";
import { useRef } from "react";
import { Link, useNavigate } from "react-router-dom";
import { leaveTypeSchema } from "../../../shared/leave/leave.schema";
import { createLeaveType, type LeaveType, updateLeaveType } from "../../../shared/leave/leave-types.contract";
import { paths } from "../../platform/paths";
import { call } from "../../platform/api";
import { useNameOf } from "../../platform/intl/useNameOf";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { Form } from "../../ui/form/Form";
import { useForm } from "../../ui/form/form";
import { PageHead } from "../../ui/PageHead";
import { toast } from "../../ui/toast/toast";
import { LeaveTypeActions } from "./LeaveTypeActions";
import classes from "./LeaveTypeForm.module.css";
import { TypeBasics, TypeCarrying, TypeDays, TypeNames, TypeRules } from "./LeaveTypeFields";
import { TypeBlocks } from "./TypeBlocks";
import { typeValues } from "./leave-type-form";

/** All that is settled about one kind of leave. Days that were given already stay as they are. */
export function LeaveTypeForm({ type }: { type: LeaveType | null }) {
  const text = useText();
  const nameOf = useNameOf();
  /** The state that the form began with; after a clash the one that is overwritten knowingly. */
  const version = useRef(type?.version);
  const navigate = useNavigate();
  const form = useForm(leaveTypeSchema, {
    initialValues: typeValues(type),
    onSubmit: async (values, { idempotencyKey }) => {
      const body = { ...values, active: type?.active ?? true };
      try {
        const { message } = type
          ? await call(updateLeaveType, { params: { id: type.id }, body: { ...body, version: version.current } })
          : await call(createLeaveType, { body, idempotencyKey });
        toast.done(message ?? "");
        form.reset();
        void navigate(paths.leaveTab("types"));
      } catch (error) {
        if (error instanceof ProblemError && error.code === "leave.typeStale") {
          version.current = (error.record as { version: number }).version;
        }
        throw error;
      }
    },
  });
  return (
    <Form form={form}>
      <DraftGuard dirty={form.dirty && !form.sending} />
      <PageHead title={type ? nameOf(type) : text("leaveType.newTitle")}>
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
        {form.values.can_update_balance && <TypeCarrying form={form} />}
        <TypeRules form={form} />
        <TypeBlocks form={form} />
      </div>
    </Form>
  );
}
