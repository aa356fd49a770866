import { Button, Select, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { BulkResult } from "../../../shared/kernel/bulk-result";
import {
  approvePaymentBatch,
  cancelPaymentBatch,
  changePaymentBatch,
  executePayments,
  type PaymentBatchDetail,
  type PaymentBatchItem,
  readPaymentBatch,
  reopenPaymentBatch,
  returnPayments,
} from "../../../shared/requests/payments/payment-batches.contract";
import { listPaymentAccounts } from "../../../shared/requests/payments/payment-accounts.contract";
import type { CurrencyCode } from "../../../shared/kernel/money";
import {
  editBatchSchema,
  executeSchema,
  reopenSchema,
  returnSchema,
} from "../../../shared/requests/payments/payments.schema";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { refetch, useAction, useEndpoint } from "../../platform/query";
import { useOrganizationToday } from "../../platform/useOrganizationToday";
import { CancelButton } from "../../ui/CancelButton";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { Dialog } from "../../ui/Dialog";
import { DateField } from "../../ui/fields/DateField";
import { ChangedRecordNotice } from "../../ui/form/ChangedRecordNotice";
import { DialogForm } from "../../ui/form/DialogForm";
import { useForm } from "../../ui/form/form";
import { useEditedForm } from "../../ui/form/useEditedRecord";
import { Money } from "../../ui/signs/Money";
import { toast } from "../../ui/toast/toast";
import { showBatchChange } from "./batch-change";
import { PayableChoice, usePayables } from "./PayableChoice";
import { FailedReads } from "../../ui/states/FailedReads";
import classes from "./Payments.module.css";
import flow from "../../ui/layout/flow.module.css";

interface BatchDialogProps {
  batch: PaymentBatchDetail;
  opened: boolean;
  onClose: () => void;
}

const showChangeAndClose = (onClose: () => void) => (reply: Parameters<typeof showBatchChange>[0]) => {
  showBatchChange(reply);
  onClose();
};

export function AddRequestsDialog({ opened, ...props }: BatchDialogProps) {
  const text = useText();
  return (
    <Dialog opened={opened} onClose={props.onClose} size={640} title={text("batch.add")}>
      {opened && <AddRequests {...props} />}
    </Dialog>
  );
}

function AddRequests({ batch, onClose }: Omit<BatchDialogProps, "opened">) {
  const text = useText();
  const payables = usePayables({ currency: batch.currency as CurrencyCode, format: batch.format }, batch.id);
  const { chosen } = payables;
  const add = useAction(changePaymentBatch, { onSuccess: showChangeAndClose(onClose) });
  const requests = chosen.map(({ request_id: id }) => id);
  return (
    <div className={flow.stackWide}>
      <PayableChoice
        payables={payables}
        currency={batch.currency}
        executionOn={batch.execution_on}
        onChange={payables.choose}
        disabled={add.isPending}
      />
      <footer className={flow.actions}>
        <CancelButton isSending={add.isPending} onClick={onClose} />
        <Button
          variant="filled"
          disabled={chosen.length === 0}
          loading={add.isPending}
          onClick={() => add.mutate({ params: { id: batch.id }, body: { add: requests, version: batch.version } })}
        >
          {text("batch.addCount", { count: chosen.length })}
        </Button>
      </footer>
    </div>
  );
}

export function EditBatchDialog({ opened, ...props }: BatchDialogProps) {
  const text = useText();
  return (
    <Dialog opened={opened} onClose={props.onClose} title={text("batch.edit")}>
      {opened && <EditBatch {...props} />}
    </Dialog>
  );
}

interface EditedBatch extends Record<string, unknown> {
  account_id: number;
  execution_on: string | null;
}

const editedValuesOf = ({ account, execution_on }: PaymentBatchDetail): EditedBatch => ({
  account_id: account.id,
  execution_on,
});

function EditBatch({ batch, onClose }: Omit<BatchDialogProps, "opened">) {
  const text = useText();
  const today = useOrganizationToday();
  const query = useEndpoint(listPaymentAccounts);
  const accounts = query.data?.data ?? [];
  const form = useForm<typeof editBatchSchema, EditedBatch>(editBatchSchema, {
    initialValues: editedValuesOf(batch),
    onSubmit: async ({ account_id, execution_on }, { idempotencyKey }) => {
      // An unchanged account may be archived, and another user's change of an unchanged field is kept.
      const start = form.startValues;
      const body = {
        version: edited.version,
        ...(account_id !== start.account_id && { account_id }),
        ...(execution_on !== start.execution_on && { execution_on }),
      };
      try {
        showBatchChange(await call(changePaymentBatch, { params: { id: batch.id }, body, idempotencyKey }));
        onClose();
      } catch (error) {
        if (error instanceof ProblemError && error.code === "request.stale")
          edited.overwrite((await call(readPaymentBatch, { params: { id: batch.id } })).data);
        throw error;
      }
    },
  });
  const edited = useEditedForm(form, batch, { valuesOf: editedValuesOf });
  const offered = [batch.account, ...accounts.filter(({ id, archived }) => !archived && id !== batch.account.id)];
  return (
    <DialogForm form={form} onClose={onClose} canSubmit={form.dirty}>
      <ChangedRecordNotice edited={edited} />
      <DateField label={text("batch.executionOn")} min={today} {...form.valueProps<string | null>("execution_on")} />
      <FailedReads reads={[query]} />
      <Select
        label={text("batch.account")}
        allowDeselect={false}
        data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.valueProps<unknown>("account_id")}
        value={String(form.values.account_id)}
        onChange={(id) => form.setValue("account_id", Number(id))}
      />
    </DialogForm>
  );
}

export function ReopenDialog({ opened, ...props }: BatchDialogProps) {
  const text = useText();
  return (
    <Dialog opened={opened} onClose={props.onClose} title={text("batch.reopen")}>
      {opened && <Reopen {...props} />}
    </Dialog>
  );
}

function Reopen({ batch, onClose }: Omit<BatchDialogProps, "opened">) {
  const text = useText();
  const form = useForm(reopenSchema, {
    draft: { storageKey: `batch:reopen:${batch.id}` },
    initialValues: { reason: "" },
    onSubmit: async ({ reason }, submission) => {
      const body = { reason, version: batch.version };
      showBatchChange(await call(reopenPaymentBatch, { params: { id: batch.id }, body, ...submission }));
      onClose();
    },
  });
  return (
    <DialogForm form={form} onClose={onClose} submitLabel={text("batch.reopen")}>
      <p className={classes.note}>{text("batch.reopen.why")}</p>
      {batch.status === "approved" && <p className={classes.warning}>{text("batch.reopen.file")}</p>}
      <Textarea label={text("batch.reason")} autosize minRows={2} data-autofocus {...form.field("reason")} />
    </DialogForm>
  );
}

export function ApproveDialog({ batch, opened, onClose }: BatchDialogProps) {
  const text = useText();
  const approve = useAction(approvePaymentBatch, { onSuccess: showChangeAndClose(onClose) });
  return (
    <ConfirmDialog
      opened={opened}
      title={text("batch.approve.title", { code: batch.code })}
      confirmLabel={text("batch.approve")}
      tone="accent"
      pending={approve.isPending}
      onConfirm={() => approve.mutate({ params: { id: batch.id }, body: { version: batch.version } })}
      onClose={onClose}
    >
      <p>{text("batch.approve.why")}</p>
      <p className={classes.total}>
        <span>{text("batch.countOf", { count: batch.items })}</span>
        <Money amount={batch.total} currency={batch.currency} />
      </p>
    </ConfirmDialog>
  );
}

export function CancelDialog({ batch, opened, onClose }: BatchDialogProps) {
  const text = useText();
  const cancel = useAction(cancelPaymentBatch, { onSuccess: showChangeAndClose(onClose) });
  return (
    <ConfirmDialog
      opened={opened}
      title={text("batch.cancel.title", { code: batch.code })}
      confirmLabel={text("batch.cancel")}
      pending={cancel.isPending}
      onConfirm={() => cancel.mutate({ params: { id: batch.id }, body: { version: batch.version } })}
      onClose={onClose}
    >
      <p>{text("batch.cancel.why")}</p>
    </ConfirmDialog>
  );
}

interface SettleProps extends BatchDialogProps {
  items: readonly PaymentBatchItem[];
  onDone: () => void;
}

/** Refused items are listed by name; the others are settled. */
function Report({
  results,
  items,
  onDone,
}: Pick<SettleProps, "items" | "onDone"> & { results: readonly BulkResult[] }) {
  const text = useText();
  const numbers = new Map(items.map(({ id, number }) => [id, number]));
  const refused = results.filter(({ done }) => !done);
  return (
    <div className={flow.stackWide}>
      <p role="status">{text("batch.settled", { count: results.length - refused.length })}</p>
      <ul className={classes.refused}>
        {refused.map(({ id, message }) => (
          <li key={id}>
            <b>
              <bdi>{numbers.get(id)}</bdi>
            </b>{" "}
            {message}
          </li>
        ))}
      </ul>
      <footer className={flow.actions}>
        <Button variant="filled" onClick={onDone}>
          {text("action.close")}
        </Button>
      </footer>
    </div>
  );
}

function useSettled(onDone: () => void) {
  const [results, setResults] = useState<readonly BulkResult[] | null>(null);
  const settle = ({ message, data }: { message?: string | undefined; data: { results: readonly BulkResult[] } }) => {
    void refetch(readPaymentBatch);
    if (data.results.some(({ done }) => !done)) return setResults(data.results);
    toast.done(message ?? "");
    onDone();
  };
  return { results, settle };
}

export function ExecuteDialog({ opened, ...props }: SettleProps) {
  const text = useText();
  return (
    <Dialog opened={opened} onClose={props.onClose} title={text("batch.execute.title")}>
      {opened && <Execute {...props} />}
    </Dialog>
  );
}

function Execute({ batch, items: given, onClose, onDone }: Omit<SettleProps, "opened">) {
  const text = useText();
  const today = useOrganizationToday();
  const [items] = useState(given);
  const { results, settle } = useSettled(onDone);
  const form = useForm(executeSchema, {
    initialValues: { items: items.map(({ id }) => id), date: today as string | null, reference: "" },
    onSubmit: async (body, submission) =>
      settle(await call(executePayments, { params: { id: batch.id }, body, ...submission })),
  });
  if (results) return <Report results={results} items={items} onDone={onDone} />;
  return (
    <DialogForm form={form} onClose={onClose} submitLabel={text("batch.execute")}>
      <p className={classes.note}>{text("batch.execute.why", { count: items.length })}</p>
      <TextInput label={text("finance.pay.reference")} data-autofocus {...form.field("reference")} />
      <DateField label={text("finance.paidOn")} max={today} {...form.valueProps<string | null>("date")} />
    </DialogForm>
  );
}

export function ReturnDialog({ opened, ...props }: SettleProps) {
  const text = useText();
  return (
    <Dialog opened={opened} onClose={props.onClose} title={text("batch.return.title")}>
      {opened && <Return {...props} />}
    </Dialog>
  );
}

function Return({ batch, items: given, onClose, onDone }: Omit<SettleProps, "opened">) {
  const text = useText();
  const [items] = useState(given);
  const { results, settle } = useSettled(onDone);
  const form = useForm(returnSchema, {
    draft: { storageKey: `batch:return:${batch.id}`, keptFields: ["reason"] },
    initialValues: { items: items.map(({ id }) => id), reason: "" },
    onSubmit: async (body, submission) =>
      settle(await call(returnPayments, { params: { id: batch.id }, body, ...submission })),
  });
  if (results) return <Report results={results} items={items} onDone={onDone} />;
  return (
    <DialogForm form={form} onClose={onClose} submitLabel={text("batch.return")}>
      <p className={classes.note}>{text("batch.return.why", { count: items.length })}</p>
      <TextInput label={text("batch.reason")} data-autofocus {...form.field("reason")} />
    </DialogForm>
  );
}
