import { Button, Modal, TextInput } from "@mantine/core";
import { payFinance } from "../../shared/finance/finance-commands.contract";
import type { FinanceDetail } from "../../shared/finance/finance-reply.contract";
import { paySchema } from "../../shared/finance/finance.schema";
import { call } from "../platform/api";
import { Message, useText } from "../platform/intl/useText";
import { useOrganisationToday } from "../platform/useOrganisationToday";
import { DateField } from "../ui/fields/DateField";
import { Form } from "../ui/form/Form";
import { useForm } from "../ui/form/form";
import { Money } from "../ui/signs/Money";
import { toast } from "../ui/toast/toast";
import classes from "./FinanceDialog.module.css";

interface PayDialogProps {
  request: FinanceDetail;
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Writes down when a request was paid, and by which reference it is found again. */
export function PayDialog({ opened, onClose, ...props }: PayDialogProps) {
  const text = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={text("finance.pay.title")}
      closeButtonProps={{ "aria-label": text("action.close") }}
    >
      {opened && <PayForm {...props} onClose={onClose} />}
    </Modal>
  );
}

function PayForm({ request, onClose, onDone }: Omit<PayDialogProps, "opened">) {
  const text = useText();
  const today = useOrganisationToday();
  const form = useForm(paySchema, {
    initialValues: { date: today as string | null, reference: "" },
    onSubmit: async ({ date, reference }) => {
      const body = { date, reference, version: request.version };
      const answer = await call(payFinance, { params: { id: request.id }, body });
      toast.done(answer.message ?? "");
      onDone();
      onClose();
    },
  });
  return (
    <Form form={form} className={classes.form}>
      <p className={classes.what}>
        <Message
          id="finance.pay.what"
          values={{
            amount: <Money amount={request.amount} currency={request.currency} />,
            to: <bdi>{request.supplier ?? request.requester.fullname}</bdi>,
          }}
        />
      </p>
      <TextInput data-autofocus label={text("finance.pay.reference")} maxLength={100} {...form.field("reference")} />
      <DateField label={text("finance.paidOn")} max={today} {...form.choice<string | null>("date")} />
      <footer className={classes.actions}>
        <Button onClick={onClose}>{text("action.cancel")}</Button>
        <Button type="submit" variant="filled" loading={form.sending}>
          {text("finance.pay.submit")}
        </Button>
      </footer>
    </Form>
  );
}
