import { Button } from "@mantine/core";
import { IconFileTypePdf } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import {
  cancelExpense,
  deleteExpense,
  type ExpenseDetail,
  payExpense,
  readExpense,
  readExpenseChoices,
} from "../../../shared/requests/expenses/expenses.contract";
import { RequestEditorPage, RequestPage, RequestScreen, useNewRequestKey } from "../../approvals/documents/RequestPage";
import { useConfirmedAction } from "../../approvals/documents/useConfirmedAction";
import { call } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { queryKeyOf, refetch } from "../../platform/query";
import { toast } from "../../ui/toast/toast";
import { PayDialog } from "../money/PayDialog";
import { ExpenseForm } from "./ExpenseForm";
import { ExpenseDecision } from "./ExpenseView";
import { discardTexts } from "../money/request-texts";
import { downloadExpensePdf } from "./expenses.download";

const cancelTexts = { label: "expense.cancel", title: "expense.cancel.title", why: "expense.cancel.why" } as const;
const page = {
  read: readExpense,
  failed: "finance.failed",
  titleOf: ({ number, title }: ExpenseDetail) => number ?? title,
} as const;

export function ExpensePage() {
  const { mode, id } = useParams();
  const newKey = useNewRequestKey();
  if (mode === "create") return <Editor key={newKey} id={null} />;
  return mode === "edit" ? <Editor key={id} id={Number(id)} /> : <Claim key={id} id={Number(id)} />;
}

const Editor = ({ id }: { id: number | null }) => (
  <RequestEditorPage {...page} id={id} readChoices={readExpenseChoices} view={(claim) => <Claim id={claim} />}>
    {(claim, choices) => <ExpenseForm claim={claim} choices={choices} />}
  </RequestEditorPage>
);

function Claim({ id }: { id: number }) {
  const text = useText();
  const { dateTime } = useFormat();
  return (
    <RequestPage {...page} id={id}>
      {(claim) => (
        <RequestScreen
          title={<bdi>{claim.number ?? text("expense.type")}</bdi>}
          sub={claim.sent_at && text("finance.sentAt", { at: dateTime(claim.sent_at) })}
          actions={<Actions claim={claim} />}
        >
          <ExpenseDecision id={id} />
        </RequestScreen>
      )}
    </RequestPage>
  );
}

function Actions({ claim }: { claim: ExpenseDetail }) {
  const { id, version, can } = claim;
  const text = useText();
  const navigate = useNavigate();
  const [isPaying, setPaying] = useState(false);
  const refresh = () => void refetch(queryKeyOf(readExpense, { id }));
  const cancellation = useConfirmedAction(
    cancelExpense,
    { params: { id }, body: { version } },
    {
      texts: cancelTexts,
      onSuccess: ({ message }) => {
        toast.done(message ?? "");
        refresh();
      },
      onProblem: refresh,
    },
  );
  const deletion = useConfirmedAction(
    deleteExpense,
    { params: { id } },
    {
      texts: discardTexts,
      onSuccess: ({ message }) => {
        toast.done(message);
        void navigate(paths.expenses, { replace: true });
      },
    },
  );
  return (
    <>
      <Button
        leftSection={<IconFileTypePdf size={16} stroke={1.75} aria-hidden />}
        onClick={() => void downloadExpensePdf(claim)}
      >
        {text("finance.pdf")}
      </Button>
      {can.delete && <Button onClick={deletion.confirm}>{text("finance.discard")}</Button>}
      {can.cancel && <Button onClick={cancellation.confirm}>{text("expense.cancel")}</Button>}
      {can.edit && (
        <Button variant="filled" onClick={() => void navigate(paths.expense("edit", id))}>
          {text("finance.change")}
        </Button>
      )}
      {can.pay && (
        <Button variant="filled" onClick={() => setPaying(true)}>
          {text("finance.pay")}
        </Button>
      )}
      <PayDialog
        pay={(body) => call(payExpense, { params: { id }, body })}
        request={{ ...claim, amount: claim.to_pay }}
        payee={claim.requester.fullname}
        opened={isPaying}
        onClose={() => setPaying(false)}
        onDone={refresh}
      />
      {cancellation.dialog}
      {deletion.dialog}
    </>
  );
}
