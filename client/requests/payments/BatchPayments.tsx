import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { type RequestFamily, requestFamilyDefinitions } from "../../../shared/approvals/approvals/families";
import { formatIban } from "../../../shared/kernel/bank-account";
import { sumOfMoney } from "../../../shared/kernel/money";
import {
  changePaymentBatch,
  type PaymentBatchDetail,
  type PaymentBatchItem,
} from "../../../shared/requests/payments/payment-batches.contract";
import { groupByPayee } from "../../../shared/requests/payments/payments.rules";
import { useFormat, useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { Panel } from "../../ui/Panel";
import { Money } from "../../ui/signs/Money";
import { AddRequestsDialog, ExecuteDialog, ReturnDialog } from "./BatchDialogs";
import { showBatchChange } from "./batch-change";
import { PaymentWarnings } from "./PaymentWarnings";
import classes from "./Payments.module.css";
import tones from "../../ui/layout/tones.module.css";
import flow from "../../ui/layout/flow.module.css";
import type { ItemState as State } from "../../../shared/requests/payments/payments.schema";
import { requestStatusOf } from "../../approvals/approvals/RequestStatus";

const ItemState = requestStatusOf<State>(
  { pending: "waiting", executed: "yes", returned: "no", cancelled: "over" },
  (state) => `batch.item.${state}`,
);

/** The payments of a batch by payee, which users add, remove, mark as executed or mark as returned. */
export function BatchPayments({ batch }: { batch: PaymentBatchDetail }) {
  const text = useText();
  const { number } = useFormat();
  const [openedDialog, setOpenedDialog] = useState<"add" | "execute" | "return" | null>(null);
  const [selectedIds, setSelectedIds] = useState<readonly number[]>([]);
  const change = useAction(changePaymentBatch, { onSuccess: showBatchChange });
  const { id, version, can, currency, payments } = batch;
  const selection = payments.filter((item) => selectedIds.includes(item.id));
  const pending = selection.filter(({ state }) => state === "pending");
  const returnable = selection.filter(({ state }) => state === "pending" || state === "executed");
  const isAllSelected = selectedIds.length === payments.length;
  const toggle = (itemId: number) =>
    setSelectedIds(
      selectedIds.includes(itemId) ? selectedIds.filter((one) => one !== itemId) : [...selectedIds, itemId],
    );
  const close = () => setOpenedDialog(null);
  const finishSettling = () => {
    close();
    setSelectedIds([]);
  };
  return (
    <>
      <Panel
        title={text("batch.payments")}
        count={number(payments.length)}
        end={
          can.edit && (
            <Button size="xs" onClick={() => setOpenedDialog("add")}>
              {text("batch.add")}
            </Button>
          )
        }
      >
        {can.settle && batch.returned < payments.length && (
          <div className={classes.bar}>
            <Checkbox
              label={text("batch.all")}
              checked={payments.length > 0 && isAllSelected}
              indeterminate={selectedIds.length > 0 && selectedIds.length < payments.length}
              onChange={() => setSelectedIds(isAllSelected ? [] : payments.map((item) => item.id))}
            />
            <span className={flow.wrap}>
              <Button size="xs" disabled={pending.length === 0} onClick={() => setOpenedDialog("execute")}>
                {text("batch.execute")}
              </Button>
              <Button size="xs" disabled={returnable.length === 0} onClick={() => setOpenedDialog("return")}>
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
                    currency,
                  )}
                  currency={currency}
                />
              </header>
              <ul className={classes.items}>
                {rows.map((item) => (
                  <Item
                    key={item.id}
                    item={item}
                    batch={batch}
                    isSelected={selectedIds.includes(item.id)}
                    onToggle={() => toggle(item.id)}
                    isBusy={change.isPending}
                    onChange={(body) => change.mutate({ params: { id }, body: { ...body, version } })}
                  />
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </Panel>
      <AddRequestsDialog batch={batch} opened={openedDialog === "add"} onClose={close} />
      <ExecuteDialog
        batch={batch}
        items={pending}
        opened={openedDialog === "execute"}
        onClose={close}
        onDone={finishSettling}
      />
      <ReturnDialog
        batch={batch}
        items={returnable}
        opened={openedDialog === "return"}
        onClose={close}
        onDone={finishSettling}
      />
    </>
  );
}

interface ItemProps {
  item: PaymentBatchItem;
  batch: PaymentBatchDetail;
  isSelected: boolean;
  onToggle: () => void;
  isBusy: boolean;
  onChange: (body: { add?: number[]; remove?: number[] }) => void;
}

function Item({
  item,
  batch: { status, currency, can, execution_on },
  isSelected,
  onToggle,
  isBusy,
  onChange,
}: ItemProps) {
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
          checked={isSelected}
          disabled={!settleable}
          onChange={onToggle}
        />
      )}
      <span className={classes.what}>
        <Link to={`/${folder}/view/${item.request_id}`}>
          <bdi>{item.purpose}</bdi>
        </Link>
        <small>
          <bdi>{item.holder}</bdi> · <bdi dir="ltr">{formatIban(item.iban)}</bdi>
        </small>
        {problem && <span className={tones.danger}>{text(`batch.problem.${problem}`, { batch: "" })}</span>}
        <PaymentWarnings payment={item} executionOn={status === "completed" ? null : execution_on} />
        {item.state === "executed" && item.executed_on && (
          <small>
            {day(item.executed_on, "medium")} · <bdi>{item.reference}</bdi>
          </small>
        )}
        {item.return_reason && <small className={tones.danger}>{item.return_reason}</small>}
      </span>
      {status !== "draft" && status !== "submitted" && <ItemState status={item.state} />}
      <Money amount={item.amount} currency={currency} />
      {can.edit && (
        <span className={flow.wrap}>
          {(problem === "accountChanged" || problem === "amountChanged") && (
            <Button size="xs" disabled={isBusy} onClick={() => onChange({ add: [item.request_id] })}>
              {text("batch.renew")}
            </Button>
          )}
          <Button
            size="xs"
            disabled={isBusy}
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
