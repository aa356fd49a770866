import { Button, Checkbox, Modal, Progress, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import type { BulkResult } from "../../shared/approvals/approvals.contract";
import { listFinance } from "../../shared/finance/finance.contract";
import { payFinanceRun } from "../../shared/finance/finance-commands.contract";
import type { Finance } from "../../shared/finance/finance-reply.contract";
import { payRunMost, payRunSchema } from "../../shared/finance/finance.schema";
import { sumOfMoney } from "../../shared/kernel/money";
import { call } from "../platform/api";
import { useFormat, useText } from "../platform/intl/useText";
import { keyOf, queryClient, useEndpoint } from "../platform/query";
import { useCurrentUser } from "../platform/session";
import { useToday } from "../platform/today";
import { useOrganisationToday } from "../platform/useOrganisationToday";
import { DateField } from "../ui/fields/DateField";
import { Form } from "../ui/form/Form";
import { useForm } from "../ui/form/form";
import { Money } from "../ui/signs/Money";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { SkeletonRows } from "../ui/states/Skeleton";
import { saveList } from "./finance.download";
import dialog from "./FinanceDialog.module.css";
import classes from "./PaymentRun.module.css";

/** How many are paid by one call: after each of them is seen how far it is. */
const atOnce = 5;

/** Several approved requests, paid by one transfer. */
export function PaymentRun({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const text = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={640}
      title={text("finance.run")}
      closeButtonProps={{ "aria-label": text("action.close") }}
    >
      {opened && <Run onClose={onClose} />}
    </Modal>
  );
}

const toBePaid = { scope: "all", status: ["approved"], per_page: payRunMost } as const;

function Run({ onClose }: { onClose: () => void }) {
  const text = useText();
  const me = useCurrentUser();
  // What is chosen from stays while it is paid: rows don't go one by one under one's hands.
  const query = useEndpoint(listFinance, { query: { ...toBePaid, status: ["approved"] } }, { staleTime: 0 });
  const [paid, setPaid] = useState<Outcome | null>(null);
  if (paid) return <Report {...paid} onClose={onClose} />;
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={5} />} failed={text("finance.failed")}>
      {({ data, meta }) => {
        const rows = data.filter(({ requester }) => requester.id !== me.id);
        if (rows.length === 0) return <p className={dialog.what}>{text("finance.run.none")}</p>;
        return <Choose rows={rows} total={meta.total} onDone={setPaid} onClose={onClose} />;
      }}
    </QueryBoundary>
  );
}

interface Outcome {
  results: readonly BulkResult[];
  rows: readonly Finance[];
}

interface ChooseProps {
  rows: readonly Finance[];
  /** More may wait than one run pays. */
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
  const today = useOrganisationToday();
  const { number } = useFormat();
  const [rows] = useState(found);
  const [done, setDone] = useState<number | null>(null);
  const form = useForm(payRunSchema, {
    initialValues: { requests: [], reference: "", date: today } as Values,
    onSubmit: async ({ requests, reference, date }) => {
      const results: BulkResult[] = [];
      try {
        for (let at = 0; at < requests.length; at += atOnce) {
          setDone(at);
          const body = { requests: requests.slice(at, at + atOnce), reference, date };
          results.push(...(await call(payFinanceRun, { body })).data);
        }
      } catch (error) {
        setDone(null);
        if (results.length === 0) throw error; // else what was paid is said; the rest is still in the list
      }
      void queryClient.invalidateQueries({ queryKey: keyOf(listFinance) });
      onDone({ results, rows });
    },
  });
  const chosen = new Set(form.values.requests.map(({ id }) => id));
  const choose = (next: readonly Finance[]) =>
    form.setValue(
      "requests",
      next.map(({ id, version }) => ({ id, version })),
    );
  const toggle = (row: Finance) => choose(rows.filter(({ id }) => (id === row.id ? !chosen.has(id) : chosen.has(id))));
  const picked = rows.filter(({ id }) => chosen.has(id));
  return (
    <Form form={form} className={dialog.form}>
      <p className={dialog.what}>{text("finance.run.choose")}</p>
      {total > payRunMost && (
        <p className={dialog.what}>{text("finance.run.only", { count: number(payRunMost), total: number(total) })}</p>
      )}
      <fieldset className={classes.rows} disabled={form.sending}>
        <legend className="sr-only">{text("finance.run")}</legend>
        <Checkbox
          label={text("finance.run.all")}
          checked={picked.length === rows.length}
          indeterminate={picked.length > 0 && picked.length < rows.length}
          onChange={() => choose(picked.length === rows.length ? [] : rows)}
        />
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <Checkbox checked={chosen.has(row.id)} onChange={() => toggle(row)} label={<Row row={row} />} />
              <Money amount={row.amount} currency={row.currency} />
            </li>
          ))}
        </ul>
      </fieldset>
      <Sums rows={picked} />
      <div className={dialog.pair}>
        <TextInput label={text("finance.pay.reference")} maxLength={100} {...form.field("reference")} />
        <DateField label={text("finance.paidOn")} max={today} {...form.choice<string | null>("date")} />
      </div>
      {done !== null && (
        <div role="status">
          <Progress value={(100 * done) / Math.max(1, picked.length)} aria-label={text("finance.run")} />
          <span>{text("finance.run.progress", { done: number(done), total: number(picked.length) })}</span>
        </div>
      )}
      <footer className={dialog.actions}>
        <Button onClick={onClose} disabled={form.sending}>
          {text("action.cancel")}
        </Button>
        <Button type="submit" variant="filled" loading={form.sending} disabled={picked.length === 0}>
          {text("finance.run.pay", { count: picked.length })}
        </Button>
      </footer>
    </Form>
  );
}

function Row({ row }: { row: Finance }) {
  return (
    <span className={classes.what}>
      <b>
        <bdi>{row.number}</bdi>
      </b>{" "}
      <bdi>{row.title}</bdi>
      <span className={classes.who}>
        <bdi>{row.supplier ?? row.requester.fullname}</bdi>
      </span>
    </span>
  );
}

/** What the transfer comes to, in each currency. */
function Sums({ rows }: { rows: readonly Finance[] }) {
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

function Report({ results, rows, onClose }: Outcome & { onClose: () => void }) {
  const text = useText();
  const today = useToday();
  const names = new Map(rows.map((row) => [row.id, row]));
  const paid = results.filter(({ done }) => done);
  const refused = results.filter(({ done }) => !done);
  const save = () => void saveList({ scope: "all", archived: "all", ids: paid.map(({ id }) => id) }, "xlsx", today);
  return (
    <div className={dialog.form}>
      <p role="status" data-autofocus tabIndex={-1}>
        {text("finance.run.paid", { count: paid.length })}
      </p>
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
      <footer className={dialog.actions}>
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
