import { Textarea } from "@mantine/core";
import {
  type PayrollDetail,
  reopenPayrollMonth,
  reopenPayrollSchema,
} from "../../../shared/people/payroll/payroll.contract";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { Dialog } from "../../ui/Dialog";
import { DialogForm } from "../../ui/form/DialogForm";
import { useForm } from "../../ui/form/form";
import { toast } from "../../ui/toast/toast";
import { refetchPayroll } from "./payroll-calls";
import classes from "./payroll.module.css";

interface ReopenDialogProps {
  detail: PayrollDetail;
  name: string;
  onClose: () => void;
}

export function ReopenDialog({ detail: { month, closing }, name, onClose }: ReopenDialogProps) {
  const text = useText();
  const form = useForm(reopenPayrollSchema, {
    draft: { storageKey: `payroll:reopen:${month}`, keptFields: ["reason"] },
    initialValues: { closing, reason: "" },
    onSubmit: async (body, { idempotencyKey }) => {
      const { message } = await call(reopenPayrollMonth, { params: { month }, body, idempotencyKey });
      toast.done(message ?? "");
      refetchPayroll();
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} size={460} title={text("payroll.reopen.title", { month: name })}>
      <DialogForm form={form} onClose={onClose} submitLabel={text("payroll.reopen")}>
        <p className={classes.quiet}>{text("payroll.reopen.why")}</p>
        <Textarea label={text("payroll.reason")} autosize minRows={2} data-autofocus {...form.field("reason")} />
      </DialogForm>
    </Dialog>
  );
}
