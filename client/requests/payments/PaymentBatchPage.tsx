import { Button, Checkbox } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useParams } from "react-router-dom";
import { requestFamilyDefinitions, type RequestFamily } from "../../../shared/approvals/approvals/families";
import { formatIban } from "../../../shared/kernel/bank-account";
import { sumOfMoney } from "../../../shared/kernel/money";
import {
  approvePaymentBatch,
  cancelPaymentBatch,
  changePaymentBatch,
  type PaymentBatchDetail,
  type PaymentBatchItem,
  readPaymentBatch,
  submitPaymentBatch,
} from "../../../shared/requests/payments/payment-batches.contract";
import { groupByPayee } from "../../../shared/requests/payments/payments.rules";
import { download } from "../../platform/download";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { refetch, useAction, useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { Money } from "../../ui/signs/Money";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import { AddRequestsDialog, ExecuteDialog, ReopenDialog, ReturnDialog } from "./BatchDialogs";
import { BatchStatus } from "./BatchStatus";
import { ItemState } from "./ItemState";
import { PaymentWarnings } from "./PaymentWarnings";
import classes from "./Payments.module.css";

export function PaymentBatchPage() {
  const text = useText();
  const id = Number(useParams()["id"]);
  const query = useEndpoint(readPaymentBatch, { params: { id } });
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={8} />} failed={text("batch.failed")}>
      {({ data }) => <Batch batch={data} />}
    </QueryBoundary>
  );
}

const done = ({ message }: { message?: string | undefined }) => {
  toast.done(message ?? "");
  void refetch(readPaymentBatch);
};

type Opened = "add" | "approve" | "cancel" | "reopen" | "execute" | "return";

function Batch({ batch }: { batch: PaymentBatchDetail }) {
  const text = useText();
  const { number } = useFormat();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [picked, setPicked] = useState<readonly number[]>([]);
  const { id, version, can, payments } = batch;
  const options = { onSuccess: done };
  const submit = useAction(submitPaymentBatch, options);
  const change = useAction(changePaymentBatch, options);
  const closing = {
    onSuccess: (reply: { message?: string | undefined }) => {
      done(reply);
      setOpened(null);
    },
  };
  const approve = useAction(approvePaymentBatch, closing);
  const cancel = useAction(cancelPaymentBatch, closing);
  const call = { params: { id }, body: { version } };
  const close = () => setOpened(null);
  const chosen = payments.filter((item) => picked.includes(item.id));
  const pending = chosen.filter(({ state }) => state === "pending");
  const returnable = chosen.filter(({ state }) => state === "pending" || state === "executed");
  const settled = () => {
    close();
    setPicked([]);
  };
  const wrong = payments.filter(({ problem }) => problem !== null);
  return (
    <>
      <PageHead title={<bdi>{batch.code}</bdi>} status={<BatchStatus status={batch.status} />}>
        <Button component={Link} to={paths.paymentBatches}>
          {text("title.paymentBatches")}
        </Button>
        {can.cancel && <Button onClick={() => setOpened("cancel")}>{text("batch.cancel")}</Button>}
        {can.reopen && <Button onClick={() => setOpened("reopen")}>{text("batch.reopen")}</Button>}
        {can.submit && (
          <Button
            variant="filled"
            disabled={wrong.length > 0}
            loading={submit.isPending}
            onClick={() => submit.mutate(call)}
          >
            {text("batch.submit")}
          </Button>
        )}
        {can.approve && (
          <Button variant="filled" disabled={wrong.length > 0} onClick={() => setOpened("approve")}>
            {text("batch.approve")}
          </Button>
        )}
        {can.download && <Download batch={batch} />}
      </PageHead>
      <div className={classes.page}>
        <Facts batch={batch} />
        <Panel
          title={text("batch.payments")}
          count={number(payments.length)}
          end={
            can.edit && (
              <Button size="xs" onClick={() => setOpened("add")}>
                {text("batch.add")}
              </Button>
            )
          }
        >
          {can.settle && batch.executed + batch.returned < payments.length + batch.executed && (
            <div className={classes.bar}>
              <Checkbox
                label={text("batch.all")}
                checked={payments.length > 0 && picked.length === payments.length}
                indeterminate={picked.length > 0 && picked.length < payments.length}
                onChange={() => setPicked(picked.length === payments.length ? [] : payments.map((item) => item.id))}
              />
              <span className={classes.buttons}>
                <Button size="xs" disabled={pending.length === 0} onClick={() => setOpened("execute")}>
                  {text("batch.execute")}
                </Button>
                <Button size="xs" disabled={returnable.length === 0} onClick={() => setOpened("return")}>
                  {text("batch.return")}
                </Button>
              </span>
            </div>
          )}
          <ul className={classes.groups}>
            {groupByPayee(payments).map(({ key, payee, rows }) => (
              <li key={key} className={classes.group}>
                <header>
                  <h3>
                    <bdi>{payee.name}</bdi>
                  </h3>
                  <Money
                    amount={sumOfMoney(
                      rows.map(({ amount }) => amount),
                      batch.currency,
                    )}
                    currency={batch.currency}
                  />
                </header>
                <ul className={classes.items}>
                  {rows.map((item) => (
                    <Item
                      key={item.id}
                      item={item}
                      batch={batch}
                      picked={picked.includes(item.id)}
                      onPick={() =>
                        setPicked(
                          picked.includes(item.id) ? picked.filter((one) => one !== item.id) : [...picked, item.id],
                        )
                      }
                      busy={change.isPending}
                      onChange={(body) => change.mutate({ params: { id }, body: { ...body, version } })}
                    />
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
      <AddRequestsDialog batch={batch} opened={opened === "add"} onClose={close} />
      <ReopenDialog batch={batch} opened={opened === "reopen"} onClose={close} />
      <ExecuteDialog batch={batch} items={pending} opened={opened === "execute"} onClose={close} onDone={settled} />
      <ReturnDialog batch={batch} items={returnable} opened={opened === "return"} onClose={close} onDone={settled} />
      <ConfirmDialog
        opened={opened === "approve"}
        title={text("batch.approve.title", { code: batch.code })}
        confirmLabel={text("batch.approve")}
        tone="accent"
        pending={approve.isPending}
        onConfirm={() => approve.mutate(call)}
        onClose={close}
      >
        <p>{text("batch.approve.why")}</p>
        <p className={classes.total}>
          <span>{text("batch.countOf", { count: batch.items })}</span>
          <Money amount={batch.total} currency={batch.currency} />
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={opened === "cancel"}
        title={text("batch.cancel.title", { code: batch.code })}
        confirmLabel={text("batch.cancel")}
        pending={cancel.isPending}
        onConfirm={() => cancel.mutate(call)}
        onClose={close}
      >
        <p>{text("batch.cancel.why")}</p>
      </ConfirmDialog>
    </>
  );
}

function Download({ batch: { id } }: { batch: PaymentBatchDetail }) {
  const text = useText();
  const save = () => void download(readPaymentBatch, `/payment/batch/${id}/file`);
  return (
    <Button variant="filled" leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />} onClick={save}>
      {text("batch.download")}
    </Button>
  );
}

function Facts({ batch }: { batch: PaymentBatchDetail }) {
  const text = useText();
  const { day, dateTime } = useFormat();
  const me = useCurrentUser();
  const ownBatch = batch.created_by.id === me.id || batch.submitted_by?.id === me.id;
  const by = (person: { fullname: string } | null, at: string | null) =>
    person &&
    at && (
      <>
        <bdi>{person.fullname}</bdi>
        <br />
        <span className={classes.note}>{dateTime(at)}</span>
      </>
    );
  const facts = [
    ["batch.total", <Money key="total" amount={batch.total} currency={batch.currency} />],
    ["batch.executionOn", day(batch.execution_on, "medium")],
    ["batch.account", <bdi key="account">{`${batch.account.name} · ${formatIban(batch.account.iban)}`}</bdi>],
    ["batch.format", text(`batch.format.${batch.format}`)],
    ["batch.createdBy", by(batch.created_by, batch.created_at)],
    ["batch.submittedBy", by(batch.submitted_by, batch.submitted_at)],
    ["batch.approvedBy", by(batch.approved_by, batch.approved_at)],
  ] as const;
  return (
    <Panel padded title={text("batch.details")}>
      {batch.status === "draft" && batch.reopen_reason && (
        <p className={classes.warning}>{text("batch.reopened", { reason: batch.reopen_reason })}</p>
      )}
      {batch.status === "approved" && batch.can.reopen && (
        <p className={classes.warning}>{text("batch.accountsChanged")}</p>
      )}
      {batch.status === "submitted" && ownBatch && <p className={classes.warning}>{text("batch.waitsForOther")}</p>}
      <dl className={classes.facts}>
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{text(label)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
        {batch.file_hash && (
          <div className={classes.wide}>
            <dt>{text("batch.hash")}</dt>
            <dd className={classes.hash} dir="ltr">
              {batch.file_hash}
            </dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}

interface ItemProps {
  item: PaymentBatchItem;
  batch: PaymentBatchDetail;
  picked: boolean;
  onPick: () => void;
  busy: boolean;
  onChange: (body: { add?: number[]; remove?: number[] }) => void;
}

function Item({ item, batch: { status, currency, can, execution_on }, picked, onPick, busy, onChange }: ItemProps) {
  const text = useText();
  const { day } = useFormat();
  const { problem } = item;
  const folder = requestFamilyDefinitions[item.family as RequestFamily].folder;
  const settleable = can.settle && (item.state === "pending" || item.state === "executed");
  return (
    <li>
      {can.settle && (
        <Checkbox
          aria-label={text("batch.choose", { number: item.number })}
          checked={picked}
          disabled={!settleable}
          onChange={onPick}
        />
      )}
      <span className={classes.what}>
        <Link to={`/${folder}/view/${item.request_id}`}>
          <bdi>{item.purpose}</bdi>
        </Link>
        <small>
          <bdi>{item.holder}</bdi> · <bdi dir="ltr">{formatIban(item.iban)}</bdi>
        </small>
        {problem && <span className={classes.problem}>{text(`batch.problem.${problem}`, { batch: "" })}</span>}
        <PaymentWarnings payment={item} executionOn={status === "completed" ? null : execution_on} />
        {item.state === "executed" && item.executed_on && (
          <small>
            {day(item.executed_on, "medium")} · <bdi>{item.reference}</bdi>
          </small>
        )}
        {item.return_reason && <small className={classes.problem}>{item.return_reason}</small>}
      </span>
      {status !== "draft" && status !== "submitted" && <ItemState status={item.state} />}
      <Money amount={item.amount} currency={currency} />
      {can.edit && (
        <span className={classes.buttons}>
          {(problem === "accountChanged" || problem === "amountChanged") && (
            <Button size="xs" disabled={busy} onClick={() => onChange({ add: [item.request_id] })}>
              {text("batch.renew")}
            </Button>
          )}
          <Button
            size="xs"
            disabled={busy}
            aria-label={text("batch.removeOf", { number: item.number })}
            onClick={() => onChange({ remove: [item.request_id] })}
          >
            {text("batch.remove")}
          </Button>
        </span>
      )}
    </li>
  );
}
