import { Button } from "@mantine/core";
import { useState } from "react";
import {
  confirmUserBankAccount,
  deleteUserBankAccounts,
  proposeUserBankAccount,
  readUserBankAccounts,
  rejectUserBankAccount,
  userBankAccountSchema,
} from "../../../shared/people/bank-accounts/bank-accounts.contract";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { refetch, useAction, useEndpoint } from "../../platform/query";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { Dialog } from "../../ui/Dialog";
import { DialogForm } from "../../ui/form/DialogForm";
import { useForm } from "../../ui/form/form";
import { Panel } from "../../ui/Panel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import { BankAccountEntry } from "./BankAccountEntry";
import { BankAccountFields } from "./BankAccountFields";
import classes from "./BankAccount.module.css";

const finish = ({ message }: { message?: string | undefined }) => {
  toast.done(message ?? "");
  void refetch(readUserBankAccounts);
};

/** Bank accounts for advances and expenses: the confirmed and the proposed one; for the user and holders of `user-edit`. */
export function BankAccountPanel({ id }: { id: number }) {
  const text = useText();
  const query = useEndpoint(readUserBankAccounts, { params: { id } });
  const [opened, setOpened] = useState<"propose" | "delete" | null>(null);
  const close = () => setOpened(null);
  const confirm = useAction(confirmUserBankAccount, { onSuccess: finish });
  const reject = useAction(rejectUserBankAccount, { onSuccess: finish });
  const remove = useAction(deleteUserBankAccounts, {
    onSuccess: (reply) => {
      finish(reply);
      close();
    },
  });
  return (
    <Panel
      title={text("bankAccount.title")}
      padded
      end={
        query.data && (
          <Button size="xs" onClick={() => setOpened("propose")}>
            {text("bankAccount.change")}
          </Button>
        )
      }
    >
      <QueryBoundary query={query} loading={<SkeletonRows rows={2} />} failed={text("bankAccount.failed")}>
        {({ data: { confirmed, proposed } }) => {
          const accounts = [proposed, confirmed].filter((account) => account !== null);
          return (
            <>
              {accounts.length === 0 ? (
                <p className={classes.note}>{text("bankAccount.none")}</p>
              ) : (
                <ul className={classes.accounts}>
                  {accounts.map((account) => (
                    <BankAccountEntry key={account.id} account={account} confirm={confirm} reject={reject} />
                  ))}
                </ul>
              )}
              {confirmed && (
                <Button size="xs" variant="subtle" color="danger" onClick={() => setOpened("delete")}>
                  {text("bankAccount.delete")}
                </Button>
              )}
              {opened === "propose" && (
                <ProposalDialog id={id} holder={(proposed ?? confirmed)?.holder ?? ""} onClose={close} />
              )}
            </>
          );
        }}
      </QueryBoundary>
      <ConfirmDialog
        opened={opened === "delete"}
        title={text("bankAccount.delete.title")}
        confirmLabel={text("bankAccount.delete")}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } })}
        onClose={close}
      >
        <p>{text("bankAccount.delete.why")}</p>
      </ConfirmDialog>
    </Panel>
  );
}

interface ProposalDialogProps {
  id: number;
  holder: string;
  onClose: () => void;
}

function ProposalDialog({ id, holder, onClose }: ProposalDialogProps) {
  const text = useText();
  const form = useForm(userBankAccountSchema, {
    initialValues: { holder, iban: "", bic: "" },
    onSubmit: async (body, submission) => {
      finish(await call(proposeUserBankAccount, { params: { id }, body, ...submission }));
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={text("bankAccount.change")}>
      <DialogForm form={form} onClose={onClose} submitLabel={text("bankAccount.propose")}>
        <BankAccountFields field={form.field} />
        <p className={classes.note}>
          {text("bankAccount.countsAfter")} {text("bankAccount.why")}
        </p>
      </DialogForm>
    </Dialog>
  );
}
