import { Badge, Button, Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { formatIban } from "../../../shared/kernel/bank-account";
import {
  createPaymentAccount,
  listPaymentAccounts,
  type PaymentAccount,
  paymentAccountSchema,
  updatePaymentAccount,
} from "../../../shared/requests/payments/payment-accounts.contract";
import { usePasswordConfirmation } from "../../identity/security/usePasswordConfirmation";
import { BankAccountFields } from "../../people/bank-accounts/BankAccountFields";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { refetch, useEndpoint } from "../../platform/query";
import { Dialog } from "../../ui/Dialog";
import { DialogForm } from "../../ui/form/DialogForm";
import { useForm } from "../../ui/form/form";
import { Panel } from "../../ui/Panel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { mergeChanges } from "../../ui/form/useEditedRecord";
import { toast } from "../../ui/toast/toast";
import classes from "./PaymentAccounts.module.css";

/** The organization's accounts that payments are made from. */
export function PaymentAccountsPanel() {
  const text = useText();
  const query = useEndpoint(listPaymentAccounts);
  const [edited, setEdited] = useState<PaymentAccount | "new" | null>(null);
  return (
    <Panel
      title={text("paymentAccount.title")}
      padded
      end={
        <Button size="xs" onClick={() => setEdited("new")}>
          {text("paymentAccount.add")}
        </Button>
      }
    >
      <p className={classes.note}>{text("paymentAccount.why")}</p>
      <QueryBoundary query={query} loading={<SkeletonRows rows={2} />} failed={text("bankAccount.failed")}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={classes.note}>{text("paymentAccount.none")}</p>
          ) : (
            <ul className={classes.list}>
              {data.map((account) => (
                <li key={account.id}>
                  <span>
                    <strong>
                      <bdi>{account.name}</bdi>
                    </strong>{" "}
                    {account.archived && (
                      <Badge variant="light" color="gray">
                        {text("paymentAccount.archived")}
                      </Badge>
                    )}
                    <small>
                      <bdi>{account.holder}</bdi> · <bdi dir="ltr">{formatIban(account.iban)}</bdi>
                    </small>
                  </span>
                  <Button
                    size="xs"
                    aria-label={text("paymentAccount.editOf", { name: account.name })}
                    onClick={() => setEdited(account)}
                  >
                    {text("action.edit")}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      {edited && <AccountDialog account={edited === "new" ? null : edited} onClose={() => setEdited(null)} />}
    </Panel>
  );
}

const valuesOf = (account: PaymentAccount | null) => ({
  name: account?.name ?? "",
  holder: account?.holder ?? "",
  iban: account ? formatIban(account.iban) : "",
  bic: account?.bic ?? "",
  archived: account?.archived ?? false,
});

function AccountDialog({ account, onClose }: { account: PaymentAccount | null; onClose: () => void }) {
  const text = useText();
  const { confirmed, dialog } = usePasswordConfirmation();
  const form = useForm(paymentAccountSchema, {
    initialValues: valuesOf(account),
    draft: { storageKey: null, version: account?.version },
    onSubmit: (values, { idempotencyKey, version }) =>
      confirmed(async () => {
        try {
          const { message } = account
            ? await call(updatePaymentAccount, {
                params: { id: account.id },
                body: { ...values, version },
                idempotencyKey,
              })
            : await call(createPaymentAccount, { body: values, idempotencyKey });
          toast.done(message ?? "");
          void refetch(listPaymentAccounts);
          onClose();
        } catch (error) {
          if (error instanceof ProblemError && error.code === "organization.stale")
            form.adopt(valuesOf(error.record as PaymentAccount), (edit, next) =>
              mergeChanges(edit, next, [["holder", "iban", "bic"]]),
            );
          throw error;
        }
      }),
  });
  return (
    <>
      <Dialog opened onClose={onClose} title={text(account ? "paymentAccount.edit" : "paymentAccount.add")}>
        <DialogForm form={form} onClose={onClose}>
          <TextInput label={text("paymentAccount.name")} data-autofocus {...form.field("name")} />
          <BankAccountFields field={form.field} />
          {account && <Checkbox label={text("paymentAccount.archive")} {...form.check("archived")} />}
        </DialogForm>
      </Dialog>
      {dialog}
    </>
  );
}
