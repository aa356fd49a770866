import { Button } from "@mantine/core";
import { useState } from "react";
import { formatIban } from "../../../shared/kernel/bank-account";
import {
  type BankAccount,
  bankAccountSchema,
  deleteBankAccount,
  readBankAccount,
  setBankAccount,
} from "../../../shared/people/bank-accounts/bank-accounts.contract";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { refetch, useAction, useEndpoint } from "../../platform/query";
import { Dialog } from "../../ui/Dialog";
import { Form } from "../../ui/form/Form";
import { useForm } from "../../ui/form/form";
import { Panel } from "../../ui/Panel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import { BankAccountFields } from "./BankAccountFields";
import classes from "./BankAccount.module.css";

/** Bank account for advances and expenses; for the user and holders of `user-edit`. */
export function BankAccountPanel({ id }: { id: number }) {
  const text = useText();
  const query = useEndpoint(readBankAccount, { params: { id } });
  const [edited, setEdited] = useState(false);
  return (
    <Panel
      title={text("bankAccount.title")}
      padded
      end={
        query.data && (
          <Button size="xs" onClick={() => setEdited(true)}>
            {text(query.data.data ? "action.edit" : "bankAccount.add")}
          </Button>
        )
      }
    >
      <QueryBoundary query={query} loading={<SkeletonRows rows={2} />} failed={text("bankAccount.failed")}>
        {({ data: account }) => (
          <>
            {account ? <Account account={account} /> : <p className={classes.note}>{text("bankAccount.none")}</p>}
            {edited && <BankAccountDialog id={id} account={account} onClose={() => setEdited(false)} />}
          </>
        )}
      </QueryBoundary>
    </Panel>
  );
}

function Account({ account: { holder, iban, bic } }: { account: BankAccount }) {
  const text = useText();
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{text("bankAccount.holder")}</dt>
        <dd>
          <bdi>{holder}</bdi>
        </dd>
      </div>
      <div>
        <dt>{text("bankAccount.iban")}</dt>
        <dd dir="ltr">{formatIban(iban)}</dd>
      </div>
      {bic && (
        <div>
          <dt>{text("bankAccount.bic")}</dt>
          <dd dir="ltr">{bic}</dd>
        </div>
      )}
    </dl>
  );
}

interface BankAccountDialogProps {
  id: number;
  account: BankAccount | null;
  onClose: () => void;
}

function BankAccountDialog({ id, account, onClose }: BankAccountDialogProps) {
  const text = useText();
  const finish = (message: string | undefined) => {
    toast.done(message ?? "");
    void refetch(readBankAccount);
    onClose();
  };
  const form = useForm(bankAccountSchema, {
    initialValues: {
      holder: account?.holder ?? "",
      iban: account ? formatIban(account.iban) : "",
      bic: account?.bic ?? "",
    },
    onSubmit: async (values, send) => {
      const body = { ...values, version: account?.version };
      finish((await call(setBankAccount, { params: { id }, body, ...send })).message);
    },
  });
  const remove = useAction(deleteBankAccount, { onSuccess: ({ message }) => finish(message) });
  return (
    <Dialog opened onClose={onClose} title={text("bankAccount.title")}>
      <Form form={form}>
        <BankAccountFields field={form.field} />
        <p className={classes.note}>{text("bankAccount.why")}</p>
        <footer className={classes.actions}>
          {account && (
            <Button
              variant="subtle"
              color="danger"
              className={classes.start}
              loading={remove.isPending}
              onClick={() => remove.mutate({ params: { id } })}
            >
              {text("action.delete")}
            </Button>
          )}
          <Button onClick={onClose}>{text("action.cancel")}</Button>
          <Button type="submit" variant="filled" loading={form.sending}>
            {text("action.save")}
          </Button>
        </footer>
      </Form>
    </Dialog>
  );
}
