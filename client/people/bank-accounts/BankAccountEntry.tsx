import { Button } from "@mantine/core";
import { formatIban } from "../../../shared/kernel/bank-account";
import type { BankAccount } from "../../../shared/people/bank-accounts/bank-accounts.contract";
import { Message, useFormat, useText } from "../../platform/intl/useText";
import classes from "./BankAccountEntry.module.css";

interface Decision {
  isPending: boolean;
  mutate: (input: { params: { id: number } }) => void;
}

interface BankAccountEntryProps {
  account: BankAccount;
  confirm: Decision;
  reject: Decision;
}

/** A bank account with its state, who proposed and confirmed it, and the buttons to decide on a proposal. */
export function BankAccountEntry({ account, confirm, reject }: BankAccountEntryProps) {
  const text = useText();
  const { dateTime } = useFormat();
  const { id, holder, iban, bic, state, can } = account;
  const decide = { params: { id } };
  return (
    <li id={`bank-account-${id}`} className={classes.entry} data-state={state}>
      <p className={classes.head}>
        <bdi dir="ltr" className={classes.iban}>
          {formatIban(iban)}
        </bdi>
        <strong>{text(`bankAccount.${state}`)}</strong>
      </p>
      <p className={classes.quiet}>
        {text("bankAccount.holder")} <bdi>{holder}</bdi>
      </p>
      {bic && (
        <p className={classes.quiet}>
          {text("bankAccount.bic")} <bdi dir="ltr">{bic}</bdi>
        </p>
      )}
      {account.proposed_by && (
        <p className={classes.quiet}>
          <Message
            id="bankAccount.proposedBy"
            values={{ name: <bdi>{account.proposed_by.fullname}</bdi>, at: dateTime(account.proposed_at) }}
          />
        </p>
      )}
      {account.renamed_by && (
        <p className={classes.quiet}>
          <Message id="bankAccount.renamedBy" values={{ name: <bdi>{account.renamed_by.fullname}</bdi> }} />
        </p>
      )}
      {account.decided_by && account.decided_at && (
        <p className={classes.quiet}>
          <Message
            id={state === "rejected" ? "bankAccount.rejectedBy" : "bankAccount.confirmedBy"}
            values={{ name: <bdi>{account.decided_by.fullname}</bdi>, at: dateTime(account.decided_at) }}
          />
        </p>
      )}
      {can.reject && !can.confirm && <p className={classes.quiet}>{text("bankAccount.somebodyElse")}</p>}
      {can.reject && (
        <div className={classes.actions}>
          <Button size="xs" loading={reject.isPending} onClick={() => reject.mutate(decide)}>
            {text(can.confirm ? "bankAccount.reject" : "bankAccount.withdraw")}
          </Button>
          {can.confirm && (
            <Button size="xs" variant="filled" loading={confirm.isPending} onClick={() => confirm.mutate(decide)}>
              {text("bankAccount.confirm")}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
