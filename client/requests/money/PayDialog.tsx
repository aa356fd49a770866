import { TextInput } from "@mantine/core";
import type { InferType } from "yup";
import { paySchema } from "../../../shared/requests/money/money.schema";
import { Message, useText } from "../../platform/intl/useText";
import { useOrganizationToday } from "../../platform/useOrganizationToday";
import { DateField } from "../../ui/fields/DateField";
import { DialogForm } from "../../ui/form/DialogForm";
import { useForm } from "../../ui/form/form";
import { Money } from "../../ui/signs/Money";
import { toast } from "../../ui/toast/toast";
import { Dialog } from "../../ui/Dialog";
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
    <DialogForm form={form} onClose={onClose} submitLabel={text("finance.pay.submit")}>
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
    </DialogForm>
  );
}
