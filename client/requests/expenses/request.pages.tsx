import { Button } from "@mantine/core";
import { IconFileTypePdf } from "@tabler/icons-react";
import { useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import {
  cancelExpense,
  deleteExpense,
  type ExpenseDetail,
  payExpense,
  readExpense,
  readExpenseChoices,
} from "../../../shared/requests/expenses/expenses.contract";
import { call } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { queryKeyOf, refetch, useAction, useEndpoint } from "../../platform/query";
import { useScreenTitle } from "../../platform/screen-title";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { PageHead } from "../../ui/PageHead";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import { PayDialog } from "../money/PayDialog";
import { ExpenseForm } from "./ExpenseForm";
import { ExpenseDecision } from "./ExpenseView";
import classes from "./expenses.module.css";
import { downloadExpensePdf } from "./expenses.download";

export function ExpensePage() {
  const { mode, id } = useParams();
  const { key } = useLocation();
  if (mode === "create") return <Editor key={key} id={null} />;
  return mode === "edit" ? <Editor key={id} id={Number(id)} /> : <OneExpense key={id} id={Number(id)} />;
}

function Editor({ id }: { id: number | null }) {
  const text = useText();
  const choices = useEndpoint(readExpenseChoices);
  const query = useEndpoint(
    readExpense,
    { params: { id: id ?? 0 } },
    { enabled: id !== null, staleTime: 0, gcTime: 0, refetchOnMount: "always" },
  );
  const loading = <SkeletonRows rows={6} height={48} />;
  return (
    <QueryBoundary query={choices} loading={loading} failed={text("finance.failed")}>
      {({ data: offered }) =>
        id === null ? (
          <ExpenseForm claim={null} choices={offered} />
        ) : (
          <QueryBoundary query={query} loading={loading} failed={text("finance.failed")}>
            {({ data: claim }) =>
              claim.can.edit ? (
                <ExpenseForm key={claim.id} claim={claim} choices={offered} />
              ) : (
                <OneExpense id={claim.id} />
              )
            }
          </QueryBoundary>
        )
      }
    </QueryBoundary>
  );
}

function OneExpense({ id }: { id: number }) {
  const text = useText();
  const { dateTime } = useFormat();
  const query = useEndpoint(readExpense, { params: { id } });
  useScreenTitle(query.data?.data.number ?? query.data?.data.title);
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={6} height={48} />} failed={text("finance.failed")}>
      {({ data: claim }) => (
        <div className={classes.one}>
          <PageHead
            title={<bdi>{claim.number ?? text("expense.type")}</bdi>}
            sub={claim.sent_at && text("finance.sentAt", { at: dateTime(claim.sent_at) })}
          >
            <Actions claim={claim} />
          </PageHead>
          <ExpenseDecision id={id} />
        </div>
      )}
    </QueryBoundary>
  );
}

function Actions({ claim }: { claim: ExpenseDetail }) {
  const { id, version, can } = claim;
  const text = useText();
  const navigate = useNavigate();
  const [asked, ask] = useState<"cancel" | "delete" | "pay" | null>(null);
  const refresh = () => void refetch(queryKeyOf(readExpense, { id }));
  const cancel = useAction(cancelExpense, {
    onSuccess: ({ message }) => {
      toast.done(message ?? "");
      ask(null);
      refresh();
    },
    onProblem: () => refresh(),
  });
  const remove = useAction(deleteExpense, {
    onSuccess: ({ message }) => {
      toast.done(message);
      void navigate(paths.expenses, { replace: true });
    },
  });
  return (
    <>
      <Button
        leftSection={<IconFileTypePdf size={16} stroke={1.75} aria-hidden />}
        onClick={() => void downloadExpensePdf(claim)}
      >
        {text("finance.pdf")}
      </Button>
      {can.delete && <Button onClick={() => ask("delete")}>{text("finance.discard")}</Button>}
      {can.cancel && <Button onClick={() => ask("cancel")}>{text("expense.cancel")}</Button>}
      {can.edit && (
        <Button variant="filled" onClick={() => void navigate(paths.expense("edit", id))}>
          {text("finance.change")}
        </Button>
      )}
      {can.pay && (
        <Button variant="filled" onClick={() => ask("pay")}>
          {text("finance.pay")}
        </Button>
      )}
      <PayDialog
        pay={(body) => call(payExpense, { params: { id }, body })}
        request={{ ...claim, amount: claim.to_pay }}
        payee={claim.requester.fullname}
        opened={asked === "pay"}
        onClose={() => ask(null)}
        onDone={refresh}
      />
      <ConfirmDialog
        opened={asked === "cancel" || asked === "delete"}
        title={text(asked === "delete" ? "finance.discard.title" : "expense.cancel.title")}
        confirmLabel={text(asked === "delete" ? "finance.discard" : "expense.cancel")}
        pending={cancel.isPending || remove.isPending}
        onConfirm={() =>
          asked === "delete" ? remove.mutate({ params: { id } }) : cancel.mutate({ params: { id }, body: { version } })
        }
        onClose={() => ask(null)}
      >
        {text(asked === "delete" ? "finance.discard.why" : "expense.cancel.why")}
      </ConfirmDialog>
    </>
  );
}
