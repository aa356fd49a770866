import { Checkbox } from "@mantine/core";
import { useState } from "react";
import type { QueryOf } from "../../../shared/kernel/endpoint";
import { sumOfMoney } from "../../../shared/kernel/money";
import { listBatchPayables, type PayableRequest } from "../../../shared/requests/payments/payment-batches.contract";
import { groupByPayee, payableChoice } from "../../../shared/requests/payments/payments.rules";
import { maxBatchItems } from "../../../shared/requests/payments/payments.schema";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { SearchField } from "../../ui/fields/SearchField";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { Money } from "../../ui/signs/Money";
import { PaymentWarnings } from "./PaymentWarnings";
import classes from "./Payments.module.css";

/** The requests of a batch in preparation. Chosen ones stay chosen while a search hides them. */
export function usePayables(filter: Omit<QueryOf<typeof listBatchPayables>, "q">, exceptBatchId?: number) {
  const [q, search] = useState("");
  const [chosen, choose] = useState<readonly PayableRequest[]>([]);
  const query = useEndpoint(listBatchPayables, { query: { ...filter, ...(q && { q }) } }, { staleTime: 0 });
  const isTruncated = query.data?.meta.truncated ?? false;
  const rows = query.data?.data.filter(({ batch }) => !batch || batch.id !== exceptBatchId);
  // A refetch may contain requests that can't be paid anymore.
  const choice = rows ? payableChoice(rows, chosen, q === "" && !isTruncated) : chosen;
  return { query, rows: rows ?? [], isTruncated, q, search, chosen: choice, choose };
}

interface PayableChoiceProps {
  payables: ReturnType<typeof usePayables>;
  currency: string;
  executionOn: string | null;
  onChange: (rows: PayableRequest[]) => void;
  disabled?: boolean;
}

/** Requests grouped by payee, with the reason why some can't be chosen. */
export function PayableChoice({ payables, currency, executionOn, onChange, disabled = false }: PayableChoiceProps) {
  const text = useText();
  const { day, number } = useFormat();
  const { query, rows, isTruncated, q, search, chosen } = payables;
  const chosenIds = new Set(chosen.map(({ request_id: id }) => id));
  const free = rows.filter(({ problem }) => problem === null);
  const others = chosen.filter((one) => !free.some(({ request_id: id }) => id === one.request_id));
  const pickedCount = chosen.length - others.length;
  const isAllPicked = free.length > 0 && pickedCount === free.length;
  const toggle = (row: PayableRequest) =>
    onChange(
      chosenIds.has(row.request_id) ? chosen.filter(({ request_id: id }) => id !== row.request_id) : [...chosen, row],
    );
  return (
    <>
      {(q !== "" || rows.length > 0) && <SearchField text={q} label={text("batch.search")} onChange={search} />}
      <QueryBoundary query={query} loading={<SkeletonRows rows={4} />} failed={text("batch.failed")}>
        {() =>
          rows.length === 0 ? (
            <p className={classes.note}>{text(q === "" ? "batch.nothingDue" : "picker.nothing")}</p>
          ) : (
            <>
              {isTruncated && <p className={classes.note}>{text("batch.more", { most: number(maxBatchItems) })}</p>}
              <Checkbox
                label={text("batch.all")}
                disabled={disabled || free.length === 0}
                checked={isAllPicked}
                indeterminate={pickedCount > 0 && !isAllPicked}
                onChange={() => onChange(isAllPicked ? others : [...others, ...free])}
              />
              <fieldset className={classes.choices} disabled={disabled}>
                <legend className="sr-only">{text("batch.payments")}</legend>
                <ul className={classes.groups}>
                  {groupByPayee(rows).map(({ key, payee, rows: of }) => (
                    <li key={key} className={classes.group}>
                      <header>
                        <h3>{payee.name ? <bdi>{payee.name}</bdi> : text("batch.noSupplier")}</h3>
                      </header>
                      <ul className={classes.items}>
                        {of.map((row) => (
                          <li key={row.request_id}>
                            <Checkbox
                              className={classes.what}
                              checked={chosenIds.has(row.request_id)}
                              disabled={row.problem !== null}
                              onChange={() => toggle(row)}
                              label={
                                <>
                                  <bdi>{row.number}</bdi> <bdi>{row.title}</bdi>
                                </>
                              }
                              description={
                                <>
                                  {row.problem
                                    ? text(`batch.problem.${row.problem}`, { batch: row.batch?.code ?? "" })
                                    : row.due_on && text("finance.run.due", { day: day(row.due_on, "medium") })}
                                  <PaymentWarnings payment={row} executionOn={executionOn} />
                                </>
                              }
                            />
                            <Money amount={row.amount} currency={row.currency} />
                          </li>
                        ))}
                      </ul>
                    </li>
                  ))}
                </ul>
              </fieldset>
            </>
          )
        }
      </QueryBoundary>
      {(rows.length > 0 || chosen.length > 0) && (
        <p className={classes.total} aria-live="polite">
          <span>{text("batch.total")}</span>
          <Money
            amount={sumOfMoney(
              chosen.map(({ amount }) => amount),
              currency,
            )}
            currency={currency}
          />
        </p>
      )}
    </>
  );
}
