import { Link } from "react-router-dom";
import type { PayableRequest } from "../../../shared/requests/payments/payment-batches.contract";
import { Message, useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import classes from "./Payments.module.css";

type Warnings = Pick<PayableRequest, "problem" | "account_proposed" | "earlier" | "due_on">;

interface PaymentWarningsProps {
  payment: Warnings;
  executionOn: string | null;
}

/**
 * Warnings before a payment: a due day before the execution, another account of the payee that isn't confirmed, and bank files
 * that contain the payment already.
 */
export function PaymentWarnings({ payment, executionOn }: PaymentWarningsProps) {
  const { problem, account_proposed, earlier, due_on } = payment;
  const text = useText();
  const { day, dateTime } = useFormat();
  return (
    <>
      {due_on && executionOn && due_on < executionOn && (
        <span className={classes.caution}>{text("batch.dueBefore", { day: day(due_on, "medium") })}</span>
      )}
      {account_proposed && problem !== "accountProposed" && (
        <span className={classes.caution}>{text("batch.accountProposed")}</span>
      )}
      {earlier.map(({ batch, execution_on, returned_by, returned_at, return_reason }) => (
        <span key={batch.id} className={classes.caution}>
          <Message
            id="batch.earlier"
            values={{
              batch: (
                <Link to={paths.paymentBatch(batch.id)}>
                  <bdi>{batch.code}</bdi>
                </Link>
              ),
              day: day(execution_on, "medium"),
              name: <bdi>{returned_by?.fullname ?? text("batch.earlier.nobody")}</bdi>,
              at: dateTime(returned_at),
              reason: <bdi>{return_reason}</bdi>,
            }}
          />
        </span>
      ))}
    </>
  );
}
