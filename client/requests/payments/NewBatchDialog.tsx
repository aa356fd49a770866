import { Select } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { type CurrencyCode, currencyCodes } from "../../../shared/kernel/money";
import { listPaymentAccounts, type PaymentAccount } from "../../../shared/requests/payments/payment-accounts.contract";
import { createPaymentBatch, type PayableRequest } from "../../../shared/requests/payments/payment-batches.contract";
import { nextExecutionDay } from "../../../shared/requests/payments/bank-days.rules";
import { useWeek } from "../../platform/week";
import { batchFormats, batchSchema } from "../../../shared/requests/payments/payments.schema";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { useOrganizationToday } from "../../platform/useOrganizationToday";
import { Dialog } from "../../ui/Dialog";
import { DateField } from "../../ui/fields/DateField";
import { DialogForm } from "../../ui/form/DialogForm";
import { useForm } from "../../ui/form/form";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import { Link } from "react-router-dom";
import { PayableChoice, usePayables } from "./PayableChoice";
import classes from "./Payments.module.css";
import flow from "../../ui/layout/flow.module.css";

export function NewBatchDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const text = useText();
  return (
    <Dialog opened={opened} onClose={onClose} size={640} title={text("batch.new")}>
      {opened && <WithAccounts onClose={onClose} />}
    </Dialog>
  );
}

function WithAccounts({ onClose }: { onClose: () => void }) {
  const text = useText();
  const can = useCan();
  const query = useEndpoint(listPaymentAccounts);
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={4} />} failed={text("bankAccount.failed")}>
      {({ data }) => {
        const accounts = data.filter(({ archived }) => !archived);
        return accounts.length > 0 ? (
          <NewBatch accounts={accounts} onClose={onClose} />
        ) : (
          <div className={flow.stackWide}>
            <p className={classes.note}>{text("batch.noAccounts")}</p>
            {can("payment-settings") && <Link to={paths.invoiceSettings}>{text("title.financeSettings")}</Link>}
          </div>
        );
      }}
    </QueryBoundary>
  );
}

interface NewBatchProps {
  accounts: readonly PaymentAccount[];
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  account_id: number;
  currency: CurrencyCode;
  format: (typeof batchFormats)[number];
  execution_on: string | null;
  requests: number[];
}

function NewBatch({ accounts, onClose }: NewBatchProps) {
  const text = useText();
  const navigate = useNavigate();
  const today = useOrganizationToday();
  const { weekend } = useWeek();
  const [dueUntil, setDueUntil] = useState<string | null>(null);
  const form = useForm(batchSchema, {
    initialValues: {
      account_id: accounts[0]?.id ?? 0,
      currency: "EUR",
      format: "sepa",
      execution_on: nextExecutionDay(today, "EUR", weekend),
      requests: [],
    } as Values,
    onSubmit: async (body, submission) => {
      const { data, message } = await call(createPaymentBatch, {
        body: { ...body, requests: payables.chosen.map(({ request_id: id }) => id) },
        ...submission,
      });
      toast.done(message ?? "");
      onClose();
      void navigate(paths.paymentBatch(data.id));
    },
  });
  const { currency, format } = form.values;
  const payables = usePayables({ currency, format, ...(dueUntil && { due_until: dueUntil }) });
  const count = payables.chosen.length;
  const choose = (rows: PayableRequest[]) => {
    payables.choose(rows);
    form.setValue(
      "requests",
      rows.map(({ request_id: id }) => id),
    );
  };
  return (
    <DialogForm form={form} onClose={onClose} submitLabel={text("batch.create", { count })} canSubmit={count > 0}>
      <div className={classes.pair}>
        <Select
          label={text("batch.account")}
          allowDeselect={false}
          data={accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.valueProps<unknown>("account_id")}
          value={String(form.values.account_id)}
          onChange={(id) => form.setValue("account_id", Number(id))}
        />
        <DateField label={text("batch.executionOn")} min={today} {...form.valueProps<string | null>("execution_on")} />
        <Select
          label={text("batch.currency")}
          allowDeselect={false}
          searchable
          limit={100}
          data={[...currencyCodes]}
          value={currency}
          onChange={(code) => {
            form.setValue("currency", (code ?? "EUR") as CurrencyCode);
            const { execution_on } = form.values;
            form.setValue("execution_on", execution_on && nextExecutionDay(execution_on, code ?? "EUR", weekend));
            form.setValue("format", code === "EUR" ? "sepa" : "csv");
            choose([]);
          }}
        />
        <Select
          label={text("batch.format")}
          allowDeselect={false}
          disabled={currency !== "EUR"}
          data={batchFormats.map((value) => ({ value, label: text(`batch.format.${value}`) }))}
          {...form.valueProps<unknown>("format")}
          value={format}
          onChange={(value) => {
            form.setValue("format", value === "csv" ? "csv" : "sepa");
            choose([]);
          }}
        />
        <DateField
          label={text("batch.dueUntil")}
          value={dueUntil}
          onChange={(day) => {
            setDueUntil(day);
            choose([]);
          }}
        />
      </div>
      <PayableChoice
        payables={payables}
        currency={currency}
        executionOn={form.values.execution_on}
        disabled={form.sending}
        onChange={choose}
      />
    </DialogForm>
  );
}
