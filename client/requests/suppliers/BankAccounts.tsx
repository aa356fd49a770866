import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import {
  confirmBankAccount,
  proposeBankAccount,
  readSupplier,
  rejectBankAccount,
} from "../../../shared/requests/suppliers/suppliers.contract";
import { bankAccountSchema } from "../../../shared/requests/suppliers/suppliers.schema";
import { BankAccountEntry } from "../../people/bank-accounts/BankAccountEntry";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
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
  const done = ({ message }: { message?: string }) => toast.done(message ?? "");
  const confirm = useAction(confirmBankAccount, { onSuccess: done });
  const reject = useAction(rejectBankAccount, { onSuccess: done });
  return (
    <section className={classes.accounts} aria-labelledby="bank-accounts">
      <h3 id="bank-accounts">{text("supplier.bank")}</h3>
      <QueryBoundary query={query} loading={<SkeletonRows rows={2} />} failed={text("records.failed")}>
        {({ data: { bank_accounts } }) => (
          <>
            {bank_accounts.length === 0 && <p className={classes.none}>{text("supplier.bank.none")}</p>}
            <ul>
              {bank_accounts.map((account) => (
                <BankAccountEntry key={account.id} account={account} confirm={confirm} reject={reject} />
              ))}
            </ul>
          </>
        )}
      </QueryBoundary>
      {mayEdit &&
        (proposing ? (
          <ProposalForm supplierId={supplierId} onClose={() => setProposing(false)} />
        ) : (
          <Button onClick={() => setProposing(true)}>{text("bankAccount.change")}</Button>
        ))}
    </section>
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
    <PanelForm form={form} onClose={onClose} saveLabel={text("bankAccount.propose")}>
      <TextInput
        label={text("supplier.iban")}
        description={text("bankAccount.countsAfter")}
        dir="ltr"
        data-autofocus
        autoFocus
        {...form.field("iban")}
      />
      <TextInput label={<OptionalLabel label={text("supplier.bic")} />} dir="ltr" {...form.field("bic")} />
    </PanelForm>
  );
}
