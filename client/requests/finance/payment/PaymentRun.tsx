import { dueDayOf } from "../../../../shared/requests/finance/finance.due.rules";
import { Button, Checkbox, Progress, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { listFinance } from "../../../../shared/requests/finance/finance.contract";
import {
  listPayable,
  type Payable,
  payFinanceRun,
} from "../../../../shared/requests/finance/finance-commands.contract";
import { payRunBatchSize, payRunSchema } from "../../../../shared/requests/finance/finance.schema";
import { sumOfMoney } from "../../../../shared/kernel/money";
import { call } from "../../../platform/api";
import { useFormat, useText } from "../../../platform/intl/useText";
import { refetch, useEndpoint } from "../../../platform/query";
import { useOrganizationToday } from "../../../platform/useOrganizationToday";
import { DateField } from "../../../ui/fields/DateField";
import { DialogForm } from "../../../ui/form/DialogForm";
import { useForm } from "../../../ui/form/form";
import { Money } from "../../../ui/signs/Money";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { OfflineError, ProblemError } from "../../../platform/problem-error";
import { downloadFinanceList } from "../finance.download";
import dialog from "../../money/PayDialog.module.css";
import { payInBatches, type RunOutcome } from "./payment-run";
import classes from "./PaymentRun.module.css";
import { Dialog } from "../../../ui/Dialog";
import flow from "../../../ui/layout/flow.module.css";
import tones from "../../../ui/layout/tones.module.css";

export function PaymentRun({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const text = useText();
  return (
    <Dialog opened={opened} onClose={onClose} size={640} title={text("finance.run")}>
      {opened && <Run onClose={onClose} />}
    </Dialog>
  );
}

function Run({ onClose }: { onClose: () => void }) {
  const text = useText();
  // Not cached or refetched, so that rows don't disappear while the user selects or pays them.
  const query = useEndpoint(listPayable, {}, { staleTime: 0, gcTime: 0 });
  const [paid, setPaid] = useState<Outcome | null>(null);
  if (paid) return <Report {...paid} onClose={onClose} />;
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={5} />} failed={text("finance.failed")}>
      {({ data, meta }) =>
        data.length === 0 ? (
          <p className={tones.muted}>{text("finance.run.none")}</p>
        ) : (
          <Choose rows={data} total={meta.total} onDone={setPaid} onClose={onClose} />
        )
      }
    </QueryBoundary>
  );
}

interface Outcome extends RunOutcome {
  rows: readonly Payable[];
}

interface ChooseProps {
  rows: readonly Payable[];
  /** Total number of payable requests, which may exceed the limit of one run. */
  total: number;
  onDone: (outcome: Outcome) => void;
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  requests: { id: number; version: number }[];
  reference: string;
  date: string | null;
}

function Choose({ rows: found, total, onDone, onClose }: ChooseProps) {
  const text = useText();
  const today = useOrganizationToday();
  const { number } = useFormat();
  const [rows] = useState(found);
  const [done, setDone] = useState<number | null>(null);
  const form = useForm(payRunSchema, {
    initialValues: { requests: [], reference: "", date: today } as Values,
    onSubmit: async ({ requests, reference, date }) => {
      const pay = async (batch: typeof requests) =>
        (await call(payFinanceRun, { body: { requests: batch, reference, date } })).data;
      try {
        onDone({ ...(await payInBatches(requests, pay, setDone)), rows });
      } finally {
        setDone(null);
        void refetch(listFinance);
      }
    },
  });
  const chosen = new Set(form.values.requests.map(({ id }) => id));
  const payable = rows.filter(({ refusal }) => refusal === null);
  const due = payable.filter((row) => {
    const day = dueDayOf(row);
    return day !== null && day <= today;
  });
  const choose = (next: readonly Payable[]) =>
    form.setValue(
      "requests",
      next.map(({ id, version }) => ({ id, version })),
    );
  const toggle = (row: Payable) => choose(rows.filter(({ id }) => (id === row.id ? !chosen.has(id) : chosen.has(id))));
  const picked = rows.filter(({ id }) => chosen.has(id));
  return (
    <DialogForm
      form={form}
      onClose={onClose}
      submitLabel={text("finance.run.pay", { count: picked.length })}
      canSubmit={picked.length > 0}
    >
      <p className={tones.muted}>{text("finance.run.choose")}</p>
      {total > payRunBatchSize && (
        <p className={tones.muted}>
          {text("finance.run.only", { count: number(payRunBatchSize), total: number(total) })}
        </p>
      )}
      <fieldset className={classes.rows} disabled={form.sending}>
        <legend className="sr-only">{text("finance.run")}</legend>
        <div className={classes.choices}>
          <Checkbox
            label={text("finance.run.all")}
            disabled={payable.length === 0}
            checked={payable.length > 0 && picked.length === payable.length}
            indeterminate={picked.length > 0 && picked.length < payable.length}
            onChange={() => choose(picked.length === payable.length ? [] : payable)}
          />
          {due.length > 0 && (
            <Button size="xs" variant="default" onClick={() => choose(due)}>
              {text("finance.run.chooseDue", { count: due.length })}
            </Button>
          )}
        </div>
        <ul>
          {rows.map((row) => (
            <li key={row.id} data-refused={row.refusal !== null || undefined}>
              <Checkbox
                checked={chosen.has(row.id)}
                disabled={row.refusal !== null}
                onChange={() => toggle(row)}
                label={<Row row={row} today={today} />}
                description={row.refusal && text(`finance.run.refusal.${row.refusal}`)}
              />
              <Money amount={row.amount} currency={row.currency} />
            </li>
          ))}
        </ul>
      </fieldset>
      <Sums rows={picked} />
      <div className={dialog.pair}>
        <TextInput label={text("finance.pay.reference")} {...form.field("reference")} />
        <DateField label={text("finance.paidOn")} max={today} {...form.valueProps<string | null>("date")} />
      </div>
      {done !== null && (
        <div role="status">
          <Progress value={(100 * done) / Math.max(1, picked.length)} aria-label={text("finance.run")} />
          <span>{text("finance.run.progress", { done: number(done), total: number(picked.length) })}</span>
        </div>
      )}
    </DialogForm>
  );
}

function Row({ row, today }: { row: Payable; today: string }) {
  const text = useText();
  const { day } = useFormat();
  const due = dueDayOf(row);
  return (
    <span className={classes.what}>
      <b>
        <bdi>{row.number}</bdi>
      </b>{" "}
      <bdi>{row.title}</bdi>
      <span className={classes.who}>
        <bdi>{row.supplier ?? row.requester.fullname}</bdi>
      </span>
      {due && (
        <span className={classes.due} data-late={due < today || undefined}>
          {text(due < today ? "finance.run.wasDue" : "finance.run.due", { day: day(due, "medium") })}
        </span>
      )}
    </span>
  );
}

function Sums({ rows }: { rows: readonly Payable[] }) {
  const text = useText();
  if (rows.length === 0) return null;
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  return (
    <dl className={classes.sums} aria-live="polite">
      <dt>{text("finance.total")}</dt>
      {currencies.map((currency) => (
        <dd key={currency}>
          <Money
            amount={sumOfMoney(
              rows.filter((row) => row.currency === currency).map(({ amount }) => amount),
              currency,
            )}
            currency={currency}
          />
        </dd>
      ))}
    </dl>
  );
}

function Report({ results, unconfirmedIds, error, rows, onClose }: Outcome & { onClose: () => void }) {
  const text = useText();
  const names = new Map(rows.map((row) => [row.id, row]));
  const paid = results.filter(({ done }) => done);
  const refused = results.filter(({ done }) => !done);
  const save = () => void downloadFinanceList({ scope: "all", archived: "all", ids: paid.map(({ id }) => id) }, "xlsx");
  return (
    <div className={flow.stackWide}>
      <p role="status" data-autofocus tabIndex={-1}>
        {text("finance.run.paid", { count: paid.length })}
      </p>
      {error && (
        <p role="alert">
          {error instanceof ProblemError
            ? error.message
            : text(error instanceof OfflineError ? "error.offline" : "error.unknown")}
        </p>
      )}
      {unconfirmedIds.length > 0 && (
        <section className={classes.refused}>
          <h3>{text("finance.run.unconfirmed", { count: unconfirmedIds.length })}</h3>
          <p>{text("finance.run.checkUnconfirmed")}</p>
          <ul>
            {unconfirmedIds.map((id) => (
              <li key={id}>
                <b>
                  <bdi>{names.get(id)?.number ?? id}</bdi>
                </b>{" "}
                <bdi>{names.get(id)?.title}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      {refused.length > 0 && (
        <section className={classes.refused}>
          <h3>{text("finance.run.refused", { count: refused.length })}</h3>
          <ul>
            {refused.map(({ id, message }) => (
              <li key={id}>
                <b>
                  <bdi>{names.get(id)?.number ?? id}</bdi>
                </b>{" "}
                {message}
              </li>
            ))}
          </ul>
        </section>
      )}
      <footer className={flow.actions}>
        {paid.length > 0 && (
          <Button leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />} onClick={save}>
            {text("finance.run.file")}
          </Button>
        )}
        <Button variant="filled" onClick={onClose}>
          {text("finance.run.done")}
        </Button>
      </footer>
    </div>
  );
}
