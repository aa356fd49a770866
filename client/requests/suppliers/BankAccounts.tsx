import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { formatIban } from "../../../shared/kernel/bank-account";
import {
  confirmBankAccount,
  proposeBankAccount,
  readSupplier,
  rejectBankAccount,
  type SupplierBankAccount,
} from "../../../shared/requests/suppliers/suppliers.contract";
import { bankAccountSchema } from "../../../shared/requests/suppliers/suppliers.schema";
import { call } from "../../platform/api";
import { Message, useFormat, useText } from "../../platform/intl/useText";
import { useAction, useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { useForm } from "../../ui/form/form";
import { PanelForm } from "../../ui/records/PanelForm";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import classes from "./BankAccounts.module.css";

/** Lists a supplier's bank accounts with their states. Users can propose another account or confirm one that a colleague proposed. */
export function BankAccounts({ supplierId }: { supplierId: number }) {
  const text = useText();
  const [proposing, setProposing] = useState(false);
  const query = useEndpoint(readSupplier, { params: { id: supplierId } });
  const mayEdit = useCan()("supplier-edit");
  return (
    <section className={classes.accounts} aria-labelledby="bank-accounts">
      <h3 id="bank-accounts">{text("supplier.bank")}</h3>
      <QueryBoundary query={query} loading={<SkeletonRows rows={2} />} failed={text("records.failed")}>
        {({ data: { bank_accounts } }) => (
          <>
            {bank_accounts.length === 0 && <p className={classes.none}>{text("supplier.bank.none")}</p>}
            <ul>
              {bank_accounts.map((account) => (
                <BankAccount key={account.id} account={account} />
              ))}
            </ul>
          </>
        )}
      </QueryBoundary>
      {mayEdit &&
        (proposing ? (
          <ProposalForm supplierId={supplierId} onClose={() => setProposing(false)} />
        ) : (
          <Button onClick={() => setProposing(true)}>{text("supplier.bank.change")}</Button>
        ))}
    </section>
  );
}

function BankAccount({ account }: { account: SupplierBankAccount }) {
  const text = useText();
  const { dateTime } = useFormat();
  const done = ({ message }: { message?: string }) => toast.done(message ?? "");
  const confirm = useAction(confirmBankAccount, { onSuccess: done });
  const reject = useAction(rejectBankAccount, { onSuccess: done });
  const { iban, bic, state, can } = account;
  const params = { id: account.id };
  return (
    <li data-state={state}>
      <p>
        <bdi dir="ltr" className={classes.iban}>
          {formatIban(iban)}
        </bdi>
        <strong>{text(`supplier.bank.${state}`)}</strong>
      </p>
      {bic && (
        <p className={classes.quiet}>
          {text("supplier.bic")} <bdi dir="ltr">{bic}</bdi>
        </p>
      )}
      <p className={classes.quiet}>
        <Message
          id="supplier.bank.proposedBy"
          values={{ name: <bdi>{account.proposed_by.fullname}</bdi>, at: dateTime(account.proposed_at) }}
        />
      </p>
      {account.decided_by && account.decided_at && (
        <p className={classes.quiet}>
          <Message
            id={state === "rejected" ? "supplier.bank.rejectedBy" : "supplier.bank.confirmedBy"}
            values={{ name: <bdi>{account.decided_by.fullname}</bdi>, at: dateTime(account.decided_at) }}
          />
        </p>
      )}
      {can.reject && !can.confirm && <p className={classes.quiet}>{text("supplier.bank.somebodyElse")}</p>}
      {can.reject && (
        <div className={classes.actions}>
          <Button size="xs" loading={reject.isPending} onClick={() => reject.mutate({ params })}>
            {text(can.confirm ? "supplier.bank.reject" : "supplier.bank.withdraw")}
          </Button>
          {can.confirm && (
            <Button size="xs" variant="filled" loading={confirm.isPending} onClick={() => confirm.mutate({ params })}>
              {text("supplier.bank.confirm")}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function ProposalForm({ supplierId, onClose }: { supplierId: number; onClose: () => void }) {
  const text = useText();
  const form = useForm(bankAccountSchema, {
    initialValues: { iban: "", bic: "" },
    onSubmit: async (body) => {
      toast.done((await call(proposeBankAccount, { params: { id: supplierId }, body })).message ?? "");
      onClose();
    },
  });
  return (
    <PanelForm form={form} onClose={onClose} saveLabel={text("supplier.bank.propose")}>
      <TextInput
        label={text("supplier.iban")}
        description={text("supplier.bank.why")}
        dir="ltr"
        data-autofocus
        autoFocus
        {...form.field("iban")}
      />
      <TextInput label={<OptionalLabel label={text("supplier.bic")} />} dir="ltr" {...form.field("bic")} />
    </PanelForm>
  );
}
