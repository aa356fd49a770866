import { Checkbox } from "@mantine/core";
import { sumOfMoney } from "../../../shared/kernel/money";
import type { PayableRequest } from "../../../shared/requests/payments/payment-batches.contract";
import { groupByPayee } from "../../../shared/requests/payments/payments.rules";
import { useFormat, useText } from "../../platform/intl/useText";
import { Money } from "../../ui/signs/Money";
import { PaymentWarnings } from "./PaymentWarnings";
import classes from "./Payments.module.css";

interface PayableChoiceProps {
  rows: readonly PayableRequest[];
  executionOn: string | null;
  chosen: ReadonlySet<number>;
  onChange: (ids: number[]) => void;
  disabled?: boolean;
}

/** Requests grouped by payee, with the reason why some can't be chosen. */
export function PayableChoice({ rows, executionOn, chosen, onChange, disabled = false }: PayableChoiceProps) {
  const text = useText();
  const { day } = useFormat();
  const free = rows.filter(({ problem }) => problem === null);
  const picked = free.filter(({ request_id: id }) => chosen.has(id));
  const set = (next: readonly PayableRequest[]) => onChange(next.map(({ request_id: id }) => id));
  const [first] = rows;
  return (
    <>
      <Checkbox
        label={text("batch.all")}
        disabled={disabled || free.length === 0}
        checked={free.length > 0 && picked.length === free.length}
        indeterminate={picked.length > 0 && picked.length < free.length}
        onChange={() => set(picked.length === free.length ? [] : free)}
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
                      checked={chosen.has(row.request_id)}
                      disabled={row.problem !== null}
                      onChange={() =>
                        set(free.filter((one) => chosen.has(one.request_id) !== (one.request_id === row.request_id)))
                      }
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
      {first && (
        <p className={classes.total} aria-live="polite">
          <span>{text("batch.total")}</span>
          <Money
            amount={sumOfMoney(
              picked.map(({ amount }) => amount),
              first.currency,
            )}
            currency={first.currency}
          />
        </p>
      )}
    </>
  );
}
