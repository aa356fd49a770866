import { Button, TextInput } from "@mantine/core";
import type { InferType } from "yup";
import { paySchema } from "../../../shared/requests/money/money.schema";
import { Message, useText } from "../../platform/intl/useText";
import { useOrganizationToday } from "../../platform/useOrganizationToday";
import { DateField } from "../../ui/fields/DateField";
import { Form } from "../../ui/form/Form";
import { useForm } from "../../ui/form/form";
import { Money } from "../../ui/signs/Money";
import { toast } from "../../ui/toast/toast";
import { Dialog } from "../../ui/Dialog";
import flow from "../../ui/layout/flow.module.css";
import tones from "../../ui/layout/tones.module.css";

interface PayDialogProps {
  pay: (body: InferType<typeof paySchema>) => Promise<{ message?: string | undefined }>;
  request: { version: number; amount: string; currency: string };
  payee: string;
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function PayDialog({ opened, onClose, ...props }: PayDialogProps) {
  const text = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={text("finance.pay.title")}>
      {opened && <PayForm {...props} onClose={onClose} />}
    </Dialog>
  );
}

function PayForm({ pay, request, payee, onClose, onDone }: Omit<PayDialogProps, "opened">) {
  const text = useText();
  const today = useOrganizationToday();
  const form = useForm(paySchema, {
    initialValues: { date: today as string | null, reference: "" },
    onSubmit: async ({ date, reference }) => {
      const body = { date, reference, version: request.version };
      const answer = await pay(body);
      toast.done(answer.message ?? "");
      onDone();
      onClose();
    },
  });
  return (
    <Form form={form} className={flow.stackWide}>
      <p className={tones.muted}>
        <Message
          id="finance.pay.what"
          values={{
            amount: <Money amount={request.amount} currency={request.currency} />,
            to: <bdi>{payee}</bdi>,
          }}
        />
      </p>
      <TextInput data-autofocus label={text("finance.pay.reference")} {...form.field("reference")} />
      <DateField label={text("finance.paidOn")} max={today} {...form.valueProps<string | null>("date")} />
      <footer className={flow.actions}>
        <Button onClick={onClose}>{text("action.cancel")}</Button>
        <Button type="submit" variant="filled" loading={form.sending}>
          {text("finance.pay.submit")}
        </Button>
      </footer>
    </Form>
  );
}
