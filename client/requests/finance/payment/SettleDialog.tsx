import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { settleFinance } from "../../../../shared/requests/finance/finance-commands.contract";
import type { FinanceDetail } from "../../../../shared/requests/finance/finance-reply.contract";
import { settleSchema } from "../../../../shared/requests/finance/finance.schema";
import { settlementOf } from "../../../../shared/requests/finance/finance.settlement.rules";
import { isAmount, sumOfMoney } from "../../../../shared/kernel/money";
import { call } from "../../../platform/api";
import { Message, useText } from "../../../platform/intl/useText";
import { AmountField } from "../../../ui/fields/AmountField";
import { DialogForm } from "../../../ui/form/DialogForm";
import { useForm } from "../../../ui/form/form";
import { useRowKeys } from "../../../ui/form/row-keys";
import { Money } from "../../../ui/signs/Money";
import { toast } from "../../../ui/toast/toast";
import dialog from "../../money/PayDialog.module.css";
import classes from "./SettleDialog.module.css";
import { Dialog } from "../../../ui/Dialog";

interface SettleDialogProps {
  request: FinanceDetail;
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}

interface Receipt {
  details: string;
  amount: string;
}

interface Values extends Record<string, unknown> {
  receipts: Receipt[];
  returned: string;
  reimbursed: string;
}

/** Adds receipts and returned or reimbursed amounts to a cash advance, and shows the remaining balance while typing. */
export function SettleDialog({ opened, onClose, ...props }: SettleDialogProps) {
  const text = useText();
  return (
    <Dialog opened={opened} onClose={onClose} size={560} title={text("finance.settle.title")}>
      {opened && <SettleForm {...props} onClose={onClose} />}
    </Dialog>
  );
}

const validAmount = (amount: string) => (isAmount(amount.trim()) ? amount : "");
const filledReceipts = (receipts: readonly Receipt[]) =>
  receipts.filter(({ details, amount }) => details.trim() || amount);

function SettleForm({ request, onClose, onDone }: Omit<SettleDialogProps, "opened">) {
  const text = useText();
  const { currency, settlement, version } = request;
  const form = useForm(settleSchema, {
    initialValues: { receipts: [], returned: "", reimbursed: "" } as Values,
    onSubmit: async ({ receipts, returned, reimbursed }) => {
      const body = { version, receipts, returned, reimbursed };
      const answer = await call(settleFinance, { params: { id: request.id }, body });
      toast.done(answer.message ?? "");
      onDone();
      onClose();
    },
  });
  const { values } = form;
  const { receipts } = values;
  const keys = useRowKeys(receipts);
  const setReceipts = (next: Receipt[]) => form.setValue("receipts", next);
  const change = (at: number, changes: Partial<Receipt>) =>
    setReceipts(receipts.map((one, place) => (place === at ? { ...one, ...changes } : one)));
  const after = settlementOf(
    {
      given: settlement?.given,
      receipts: [settlement?.spent, ...filledReceipts(receipts).map(({ amount }) => validAmount(amount))],
      returned: sumOfMoney([settlement?.returned, validAmount(values.returned)], currency),
      reimbursed: sumOfMoney([settlement?.reimbursed, validAmount(values.reimbursed)], currency),
    },
    currency,
  );
  const errorAt = (path: string) => form.valueProps<unknown>(path as "receipts").error;
  return (
    <DialogForm form={form} onClose={onClose} submitLabel={text("finance.settle.submit")}>
      <ul className={classes.receipts} aria-label={text("finance.settle.receipts")}>
        {receipts.map((receipt, at) => (
          <li key={keys[at]}>
            <TextInput
              label={text("finance.settle.receipt", { number: at + 1 })}
              autoFocus
              value={receipt.details}
              error={errorAt(`receipts.${at}.details`)}
              onChange={(event) => change(at, { details: event.currentTarget.value })}
            />
            <AmountField
              label={text("finance.amount")}
              currency={currency}
              value={receipt.amount}
              error={errorAt(`receipts.${at}.amount`)}
              onChange={(amount) => change(at, { amount })}
            />
            <ActionIcon
              aria-label={text("finance.settle.removeReceipt", { number: at + 1 })}
              onClick={() => setReceipts(receipts.filter((_, place) => place !== at))}
            >
              <IconX size={14} stroke={1.75} aria-hidden />
            </ActionIcon>
          </li>
        ))}
        <li>
          <Button
            variant="subtle"
            justify="flex-start"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => setReceipts([...receipts, { details: "", amount: "" }])}
          >
            {text("finance.settle.addReceipt")}
          </Button>
        </li>
      </ul>
      <div className={dialog.pair}>
        <AmountField
          label={text("finance.settle.returned")}
          currency={currency}
          {...form.valueProps<string>("returned")}
        />
        <AmountField
          label={text("finance.settle.reimbursed")}
          currency={currency}
          {...form.valueProps<string>("reimbursed")}
        />
      </div>
      <p className={classes.result} aria-live="polite">
        <Remainder after={after} currency={currency} />
      </p>
    </DialogForm>
  );
}

function Remainder({ after, currency }: { after: ReturnType<typeof settlementOf>; currency: string }) {
  const text = useText();
  if (after.settled) return text("finance.settle.even");
  const back = /[1-9]/.test(after.to_return);
  return (
    <Message
      id={back ? "finance.settle.toReturn" : "finance.settle.toReimburse"}
      values={{ amount: <Money amount={back ? after.to_return : after.to_reimburse} currency={currency} /> }}
    />
  );
}
