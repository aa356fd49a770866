import { IconEye } from "@tabler/icons-react";
import type { FinanceDetail } from "../../shared/finance/finance-reply.contract";
import { undecidedFinance } from "../../shared/finance/finance.workflow";
import { compareAmounts } from "../../shared/kernel/money";
import { RequestFact, RequestView } from "../approvals/RequestView";
import { Message, useFormat, useText } from "../platform/intl/useText";
import { Money } from "../ui/signs/Money";
import { FinanceKind } from "./FinanceKind";
import { FinanceStatus } from "./FinanceStatus";
import classes from "./FinanceView.module.css";
import { ItemsTable } from "./form/ItemsTable";
import { SameInvoice } from "./form/SameInvoice";
import { SettlementPanel } from "./SettlementPanel";

/** Everything about one request that someone needs to decide it, or to know where it stands. */
export function FinanceView({ request }: { request: FinanceDetail }) {
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
      status={<FinanceStatus status={request.status} />}
      facts={<Facts request={request} />}
      reason={request.note}
      end={usePaid(request)}
    >
      <SameInvoice same={request.same_invoice} />
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

/** Where its way ends: the money is paid. */
function usePaid({ status, paid, needed_by }: FinanceDetail) {
  const text = useText();
  const { day } = useFormat();
  if (paid) return { title: text("finance.status.paid"), text: day(paid.date, "medium"), done: true };
  if (status !== "approved" && !undecidedFinance.includes(status)) return null;
  const words = needed_by ? text("finance.paidBy", { day: day(needed_by) }) : undefined;
  return { title: text("finance.status.paid"), text: words, done: false };
}

function Facts({ request }: { request: FinanceDetail }) {
  const text = useText();
  const { day, amount } = useFormat();
  const { budget, home_amount, home_currency, rate, currency, paid, supplier, invoice_number } = request;
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
      {supplier && (
        <RequestFact name={text("finance.supplier")} value={<bdi>{supplier}</bdi>}>
          {invoice_number && (
            <span>
              <Message id="finance.invoiceIs" values={{ number: <bdi>{invoice_number}</bdi> }} />
            </span>
          )}
        </RequestFact>
      )}
      {request.needed_by && <RequestFact name={text("finance.neededBy")} value={day(request.needed_by, "medium")} />}
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

const decimalsIn = (amount: string) => amount.split(".")[1]?.replace(/0+$/, "").length ?? 0;
