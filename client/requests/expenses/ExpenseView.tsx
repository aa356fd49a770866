import type { ReactNode } from "react";
import { expenseCalls } from "../../../shared/requests/expenses/expenses.calls";
import type { ExpenseDetail, ExpenseItem } from "../../../shared/requests/expenses/expenses.contract";
import type { ClaimField } from "../../../shared/requests/expenses/expenses.fields";
import { compareAmounts } from "../../../shared/kernel/money";
import { undecidedMoneyStatuses } from "../../../shared/requests/money/money.workflow";
import { requestDecisionOf } from "../../approvals/approvals/RequestFrame";
import { inOrder } from "../../approvals/documents/in-order";
import { RequestFact, RequestView } from "../../approvals/approvals/RequestView";
import { Message, useFormat, useText } from "../../platform/intl/useText";
import { Panel } from "../../ui/Panel";
import { Money } from "../../ui/signs/Money";
import { MoneyStatus } from "../money/MoneyStatus";
import notice from "../money/RequestNotice.module.css";
import classes from "./expenses.module.css";
import { ExpenseWarnings } from "./ExpenseWarnings";
import { ReceiptLinks } from "./ReceiptLinks";
import { ServicePeriod } from "../money/ServicePeriod";

function ExpenseView({ request }: { request: ExpenseDetail }) {
  const text = useText();
  const { day, number } = useFormat();
  const { title, amount, currency, items, status, paid } = request;
  const fieldFacts = useFieldFacts(request);
  const covered = status === "approved" && request.advance !== null && compareAmounts(request.to_pay, "0") === 0;
  const reachable = status === "approved" || undecidedMoneyStatuses.includes(status);
  return (
    <RequestView
      request={request}
      title={
        <span>
          <Message
            id="finance.titleOf"
            values={{
              title: <bdi>{title || text("expense.type")}</bdi>,
              amount: <Money amount={amount} currency={currency} />,
            }}
          />
        </span>
      }
      status={<MoneyStatus status={status} next={request.next_status} />}
      facts={
        <>
          {request.number && <RequestFact name={text("finance.number")} value={<bdi>{request.number}</bdi>} />}
          {inOrder(fieldFacts)}
          {paid && (
            <RequestFact name={text("finance.paidOn")} value={day(paid.date, "medium")}>
              <span>
                {paid.payroll_month ? (
                  text("expense.paidWithSalary", { month: day(`${paid.payroll_month}-01`, "monthYear") })
                ) : (
                  <Message id="finance.paidReference" values={{ reference: <bdi>{paid.reference}</bdi> }} />
                )}
              </span>
            </RequestFact>
          )}
        </>
      }
      reason={request.note}
      end={
        paid
          ? { title: text("finance.status.paid"), text: day(paid.date, "medium"), done: true }
          : covered
            ? { title: text("expense.covered"), done: true }
            : reachable
              ? { title: text("finance.status.paid"), done: false }
              : null
      }
    >
      {request.pay_apart && (
        <p className={notice.note} role="note">
          {text(`finance.payApart.${request.pay_apart}`)}
        </p>
      )}
      <Panel title={text("finance.items")} count={number(items.length)}>
        <ul className={classes.items}>
          {items.map((item) => (
            <li key={item.id}>
              <Item item={item} home={currency} />
              <ExpenseWarnings claim={request} itemId={item.id} />
            </li>
          ))}
        </ul>
      </Panel>
    </RequestView>
  );
}

/** Facts of the claim's fields; the title and the note are shown separately. */
function useFieldFacts({ advance, status, paid, ...request }: ExpenseDetail) {
  const text = useText();
  const hasAmount = status === "approved" || paid !== null;
  const facts: Record<Exclude<ClaimField, "title" | "note">, ReactNode> = {
    advance_id: advance && (
      <>
        <RequestFact
          name={text("expense.advance")}
          value={
            hasAmount ? (
              <Money amount={request.advance_amount} currency={request.currency} />
            ) : (
              <bdi>{advance.number}</bdi>
            )
          }
        >
          {hasAmount && <bdi>{advance.number}</bdi>}
        </RequestFact>
        {hasAmount && (
          <RequestFact
            name={text("expense.toPay")}
            value={<Money amount={request.to_pay} currency={request.currency} />}
          />
        )}
      </>
    ),
  };
  return facts;
}

function Item({ item, home }: { item: ExpenseItem; home: string }) {
  const text = useText();
  const { day, amount: formatted } = useFormat();
  const { amount, currency, kilometres, km_rate, vat_amount, vat_rate, rate } = item;
  const decimals = (value: string, least = 0) => formatted(value, Math.max(least, value.split(".")[1]?.length ?? 0));
  return (
    <div className={classes.item}>
      <div>
        <strong>
          <bdi>{item.supplier ?? item.category?.name}</bdi>
        </strong>
        <span className={classes.quiet}>
          {item.spent_on && day(item.spent_on, "medium")}
          {item.service_from && item.service_to && (
            <span>
              {text("finance.servicePeriod")}: <ServicePeriod from={item.service_from} to={item.service_to} />
            </span>
          )}
          {item.supplier && item.category && <bdi>{item.category.name}</bdi>}
          {item.project && <bdi>{item.project.name}</bdi>}
        </span>
        {item.note && <bdi className={classes.quiet}>{item.note}</bdi>}
        <ReceiptLinks files={item.receipts} />
      </div>
      <div className={classes.figures}>
        {amount !== null && <Money amount={amount} currency={currency} />}
        {kilometres !== null && km_rate !== null && (
          <small>{text("expense.mileage", { kilometres: decimals(kilometres), rate: decimals(km_rate, 2) })}</small>
        )}
        {vat_amount !== null && (
          <small>
            {text(vat_rate === null ? "expense.vatOf" : "expense.vatAt", {
              amount: decimals(vat_amount),
              rate: vat_rate === null ? "" : decimals(vat_rate),
            })}
          </small>
        )}
        {currency !== home && rate !== null && (
          <small>
            <Message
              id="expense.converted"
              values={{ amount: <Money amount={item.home_amount} currency={home} />, rate: decimals(rate, 2) }}
            />
          </small>
        )}
      </div>
    </div>
  );
}

export const ExpenseDecision = requestDecisionOf(expenseCalls, ExpenseView);
