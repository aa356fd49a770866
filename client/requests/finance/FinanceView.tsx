import type { ReactNode } from "react";
import { financeCalls } from "../../../shared/requests/finance/finance.calls";
import { IconEye } from "@tabler/icons-react";
import type { FinanceDetail } from "../../../shared/requests/finance/finance-reply.contract";
import type { FinanceField } from "../../../shared/requests/finance/finance.fields";
import { dueDayOf } from "../../../shared/requests/finance/finance.due.rules";
import { undecidedMoneyStatuses } from "../../../shared/requests/money/money.workflow";
import { compareAmounts } from "../../../shared/kernel/money";
import { requestDecisionOf } from "../../approvals/approvals/RequestFrame";
import { RequestFact, RequestView } from "../../approvals/approvals/RequestView";
import { inOrder } from "../../approvals/documents/in-order";
import { Message, useFormat, useText } from "../../platform/intl/useText";
import { Money } from "../../ui/signs/Money";
import { FinanceKind } from "./FinanceKind";
import { MoneyStatus } from "../money/MoneyStatus";
import classes from "../money/RequestNotice.module.css";
import { ItemsTable } from "./form/items/ItemsTable";
import { DuplicateInvoiceNotice } from "./form/DuplicateInvoiceNotice";
import { ServicePeriod } from "../money/ServicePeriod";
import { SettlementPanel } from "./payment/SettlementPanel";

function FinanceView({ request }: { request: FinanceDetail }) {
  const text = useText();
  const { settlement, currency, type, title, amount } = request;
  return (
    <RequestView
      request={request}
      title={
        <>
          <FinanceKind type={type} size={20} />
          <span>
            <Message
              id="finance.titleOf"
              values={{ title: <bdi>{title}</bdi>, amount: <Money amount={amount} currency={currency} /> }}
            />
          </span>
        </>
      }
      status={<MoneyStatus status={request.status} next={request.next_status} />}
      facts={<Facts request={request} />}
      reason={request.note}
      end={usePaid(request)}
    >
      {request.over_budget_reason && (
        <GivenReason name={text("finance.overBudgetWhy")} words={request.over_budget_reason} />
      )}
      {request.no_file_reason && <GivenReason name={text("finance.noFileWhy")} words={request.no_file_reason} />}
      <DuplicateInvoiceNotice same={request.same_invoice} />
      {request.pay_apart && (
        <p className={classes.note} role="note">
          <IconEye size={16} stroke={1.75} aria-hidden />
          {text(`finance.payApart.${request.pay_apart}`)}
        </p>
      )}
      <ItemsTable request={request} />
      {settlement && <SettlementPanel settlement={settlement} currency={currency} />}
    </RequestView>
  );
}

function GivenReason({ name, words }: { name: string; words: string }) {
  return (
    <p className={classes.note} role="note">
      <span>
        <strong>{name}</strong>: <bdi>{words}</bdi>
      </span>
    </p>
  );
}

/** Last step of the approval history: the payment. */
function usePaid({ status, paid, ...request }: FinanceDetail) {
  const text = useText();
  const { day } = useFormat();
  if (paid) return { title: text("finance.status.paid"), text: day(paid.date, "medium"), done: true };
  if (status !== "approved" && !undecidedMoneyStatuses.includes(status)) return null;
  const due = dueDayOf(request);
  const words = due ? text("finance.paidBy", { day: day(due) }) : undefined;
  return { title: text("finance.status.paid"), text: words, done: false };
}

function Facts({ request }: { request: FinanceDetail }) {
  const text = useText();
  const { day, amount } = useFormat();
  const { budget, home_amount, home_currency, rate, currency, paid } = request;
  const fieldFacts = useFieldFacts(request);
  const foreign = home_amount !== null && home_currency !== null && home_currency !== currency;
  return (
    <>
      {request.number && <RequestFact name={text("finance.number")} value={<bdi>{request.number}</bdi>} />}
      {foreign && (
        <RequestFact
          name={text("finance.inHome", { currency: home_currency })}
          value={<Money amount={home_amount} currency={home_currency} />}
        >
          {rate && text("finance.atKeptRate", { rate: amount(rate, Math.max(2, decimalsIn(rate))) })}
        </RequestFact>
      )}
      {inOrder(fieldFacts)}
      {budget && (
        <RequestFact
          name={text("finance.budgetLeft")}
          value={<Money amount={budget.left} currency={budget.currency} />}
          warn={compareAmounts(budget.left, "0") < 0}
        >
          <span>
            <Message
              id="finance.ofBudgetOf"
              values={{
                amount: <Money amount={budget.amount} currency={budget.currency} />,
                department: <bdi>{budget.department.name}</bdi>,
              }}
            />
          </span>
          {budget.owner && (
            <span>
              <Message id="finance.budgetOwnedBy" values={{ name: <bdi>{budget.owner.fullname}</bdi> }} />
            </span>
          )}
        </RequestFact>
      )}
      {paid && (
        <RequestFact name={text("finance.paidOn")} value={day(paid.date, "medium")}>
          <span>
            <Message id="finance.paidReference" values={{ reference: <bdi>{paid.reference}</bdi> }} />
          </span>
        </RequestFact>
      )}
      {request.archive_on && <RequestFact name={text("finance.archiveOn")} value={day(request.archive_on, "medium")} />}
    </>
  );
}

/** Facts of the request's fields. The details are its title, and notes and reasons are shown separately. */
function useFieldFacts(request: FinanceDetail) {
  const text = useText();
  const { day } = useFormat();
  const { supplier, invoice_number, service_from, service_to } = request;
  const dayFact = (name: string, value: string | null) =>
    value && <RequestFact name={name} value={day(value, "medium")} />;
  const facts: Record<Exclude<FinanceField, FieldElsewhere>, ReactNode> = {
    supplier: supplier && (
      <RequestFact name={text("finance.supplier")} value={<bdi>{supplier}</bdi>}>
        {invoice_number && (
          <span>
            <Message id="finance.invoiceIs" values={{ number: <bdi>{invoice_number}</bdi> }} />
          </span>
        )}
      </RequestFact>
    ),
    invoice_date: dayFact(text("finance.invoiceDate"), request.invoice_date),
    service_from: service_from && service_to && (
      <RequestFact name={text("finance.servicePeriod")} value={<ServicePeriod from={service_from} to={service_to} />} />
    ),
    needed_by: dayFact(text(request.type === "payment" ? "finance.dueOn" : "finance.neededBy"), request.needed_by),
    due_on: dayFact(text("finance.dueOn"), request.due_on),
  };
  return facts;
}

type FieldElsewhere =
  | "details"
  | "supplier_id"
  | "invoice_number"
  | "service_to"
  | "note"
  | "no_file_reason"
  | "over_budget_reason";

const decimalsIn = (amount: string) => amount.split(".")[1]?.replace(/0+$/, "").length ?? 0;

export const FinanceDecision = requestDecisionOf(financeCalls, FinanceView);
