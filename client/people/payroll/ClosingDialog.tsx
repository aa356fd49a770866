import { Button, Checkbox } from "@mantine/core";
import { type FormEvent, useState } from "react";
import {
  closePayrollMonth,
  type PayrollDetail,
  readPayrollMonth,
} from "../../../shared/people/payroll/payroll.contract";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { useAction, useEndpoint } from "../../platform/query";
import { CancelButton } from "../../ui/CancelButton";
import { Dialog } from "../../ui/Dialog";
import { toast } from "../../ui/toast/toast";
import { refetchPayroll } from "./payroll-calls";
import classes from "./payroll.module.css";

interface MonthDialogProps {
  detail: PayrollDetail;
  name: string;
  onClose: () => void;
}

/**
 * Closing with open points requires a confirmation that names them. A change of the points invalidates the confirmation. The rows are those
 * that were shown when the dialog opened: a later change refuses the closing once, so that the user can check them.
 */
export function ClosingDialog({ detail, name, onClose }: MonthDialogProps) {
  const { month, closing, points, token, to_settle } = detail;
  const text = useText();
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const options = { staleTime: 0, gcTime: 0 };
  const opened = useEndpoint(readPayrollMonth, { params: { month }, query: { with_content: true } }, options).data;
  const [content, setContent] = useState<string | null>(null);
  if (content === null && opened) setContent(opened.data.content);
  const close = useAction(closePayrollMonth, {
    onSuccess: ({ message }) => {
      toast.done(message ?? "");
      refetchPayroll();
      onClose();
    },
    onProblem: (error) => {
      if (error instanceof ProblemError && error.code === "payroll.changed")
        setContent((error.record as PayrollDetail).content);
      refetchPayroll();
      return false;
    },
  });
  const ready = content !== null && (points.length === 0 || confirmed === token);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (content === null || !ready || close.isPending) return;
    close.mutate({ params: { month }, body: { closing, accepted: token, content } });
  };
  return (
    <Dialog opened onClose={onClose} size={520} title={text("payroll.close.title", { month: name })}>
      <form onSubmit={submit} className={classes.form}>
        <p>{text("payroll.close.why")}</p>
        {to_settle > 0 && <p>{text("payroll.close.pays", { count: to_settle })}</p>}
        {points.length > 0 && (
          <>
            <ul className={classes.named}>
              {points.map(({ kind, count, items }) => (
                <li key={kind}>
                  <strong>{text(`payroll.point.${kind}`, { count })}</strong>{" "}
                  <bdi className={classes.quiet}>
                    {items
                      .slice(0, 8)
                      .map(({ user }) => user.fullname)
                      .join(text("list.comma"))}
                    {count > 8 && ` ${text("payroll.morePoints", { count: count - 8 })}`}
                  </bdi>
                </li>
              ))}
            </ul>
            <Checkbox
              label={text("payroll.close.confirm")}
              checked={confirmed === token}
              onChange={({ currentTarget }) => setConfirmed(currentTarget.checked ? token : null)}
            />
          </>
        )}
        <footer className={classes.footer}>
          <CancelButton isSending={close.isPending} onClick={onClose} />
          <Button type="submit" variant="filled" disabled={!ready} loading={close.isPending}>
            {text("payroll.close.do")}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
