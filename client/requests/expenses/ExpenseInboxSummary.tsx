import { IconAlertTriangle, IconReceipt2 } from "@tabler/icons-react";
import type { ExpenseFacts } from "../../../shared/requests/expenses/expenses.contract";
import { InboxFact, type InboxSummaryProps, InboxSubject } from "../../approvals/approvals/InboxSummary";
import { Message, useText } from "../../platform/intl/useText";
import { Money } from "../../ui/signs/Money";

export function ExpenseInboxSummary(props: InboxSummaryProps) {
  const { title, amount, currency, items, warnings } = props.facts as unknown as ExpenseFacts;
  const text = useText();
  return (
    <>
      <InboxSubject sign={<IconReceipt2 size={16} stroke={1.75} aria-hidden />}>
        <Message
          id="finance.titleOf"
          values={{
            title: <bdi>{title || text("expense.type")}</bdi>,
            amount: <Money amount={amount} currency={currency} />,
          }}
        />
      </InboxSubject>
      {warnings > 0 ? (
        <InboxFact icon={IconAlertTriangle} tone="warn">
          {text("expense.warnings", { count: warnings })}
        </InboxFact>
      ) : (
        <InboxFact icon={IconReceipt2}>{text("expense.itemsCount", { count: items })}</InboxFact>
      )}
    </>
  );
}
