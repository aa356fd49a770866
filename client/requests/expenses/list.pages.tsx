import { Button } from "@mantine/core";
import { IconCategory } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { type Expense, listExpenses } from "../../../shared/requests/expenses/expenses.contract";
import { expenseStatuses } from "../../../shared/requests/expenses/expenses.workflow";
import { RequestList } from "../../approvals/approvals/list/RequestList";
import { availableScopes, useRequestFilter } from "../../approvals/approvals/list/useRequestFilter";
import { useText } from "../../platform/intl/useText";
import { usePagedList } from "../../platform/pages";
import { paths } from "../../platform/paths";
import { useCan } from "../../platform/session";
import { CreateLink } from "../../ui/CreateLink";
import { PageHead } from "../../ui/PageHead";
import { SpreadsheetMenu } from "../../ui/SpreadsheetMenu";
import { Avatar } from "../../ui/signs/Avatar";
import { Money } from "../../ui/signs/Money";
import { RelativeTime } from "../../ui/signs/RelativeTime";
import { toast } from "../../ui/toast/toast";
import { MoneyStatus } from "../money/MoneyStatus";
import classes from "./expenses.module.css";
import { downloadExpenseList } from "./expenses.download";

const pageSize = 50;

export function ExpensesPage() {
  const text = useText();
  const can = useCan();
  const seesAll = can(["expense-pay", "expense-settings"]);
  const filter = useRequestFilter(expenseStatuses, seesAll ? "all" : "mine");
  const { scope, status, q } = filter;
  const query = usePagedList(listExpenses, { query: { scope, status: status ?? "", q, per_page: pageSize } });
  return (
    <>
      <PageHead title={text("title.expenses")}>
        <SpreadsheetMenu
          save={async (format) => {
            const cut = await downloadExpenseList({ scope, status: status ?? "", q }, format);
            if (cut) toast.error(text("document.leftOut", { ...cut })); // error toasts stay until the user closes them
          }}
        />
        {can("expense-settings") && (
          <Button
            component={Link}
            to={paths.expenseCategories}
            leftSection={<IconCategory size={16} stroke={1.75} aria-hidden />}
          >
            {text("expense.categories")}
          </Button>
        )}
        {can("expense-create") && <CreateLink to={paths.expense("create")}>{text("expense.new")}</CreateLink>}
      </PageHead>
      <RequestList
        query={query}
        filter={filter}
        scopes={availableScopes({
          team: can("expense-approve"),
          all: seesAll,
        })}
        statuses={expenseStatuses
          .filter((one) => one !== "submitted")
          .map((one) => ({ value: one, label: text(`finance.status.${one}`) }))}
        failed={text("finance.failed")}
        none={{ title: text("expense.none"), text: text("expense.none.why") }}
        layout={classes.rows}
        searchLabel={text("expense.search")}
        heads={[
          null,
          { label: text("expense.title") },
          { label: text("finance.number") },
          { label: text("finance.amount"), end: true },
          { label: text("finance.sent") },
          { label: text("finance.state") },
        ]}
      >
        {(claim) => <Row key={claim.id} claim={claim} named={scope !== "mine"} />}
      </RequestList>
    </>
  );
}

/** `named` shows the requester in lists that include other users' claims. */
function Row({ claim, named }: { claim: Expense; named: boolean }) {
  const text = useText();
  const { id, status, requester, number, title, amount, currency, sent_at } = claim;
  return (
    <li>
      <Link to={paths.expense(status === "draft" ? "edit" : "view", id)}>
        <Avatar person={requester} size={24} hasVisibleName />
        <span className={classes.what}>
          <bdi>{title || text("expense.type")}</bdi>
          {named && <bdi className={classes.quiet}>{requester.fullname}</bdi>}
        </span>
        <bdi className={classes.number}>{number}</bdi>
        <span className={classes.amount}>
          <Money amount={amount} currency={currency} />
        </span>
        <span className={classes.when}>{sent_at ? <RelativeTime at={sent_at} /> : text("forms.notSent")}</span>
        <span className={classes.state}>
          <MoneyStatus status={status} next={claim.next_status} />
        </span>
      </Link>
    </li>
  );
}
