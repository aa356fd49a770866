import { IconReceipt, IconWallet } from "@tabler/icons-react";
import type { FinanceFacts } from "../../../shared/requests/finance/finance-reply.contract";
import { compareAmounts } from "../../../shared/kernel/money";
import { InboxFact, type InboxSummaryProps, InboxSubject } from "../../approvals/approvals/InboxSummary";
import { Message, useText } from "../../platform/intl/useText";
import { Money } from "../../ui/signs/Money";
import { FinanceKind } from "./FinanceKind";

export function FinanceInboxSummary(props: InboxSummaryProps) {
  const facts = props.facts as unknown as FinanceFacts;
  const text = useText();
  const over = facts.budget !== null && compareAmounts(facts.budget.left, "0") < 0;
  return (
    <>
      <InboxSubject sign={<FinanceKind type={facts.type} />}>
        <Message
          id="finance.titleOf"
          values={{
            title: <bdi>{facts.title}</bdi>,
            amount: <Money amount={facts.amount} currency={facts.currency} />,
          }}
        />
      </InboxSubject>
      {over ? (
        <InboxFact icon={IconWallet} tone="warn">
          {text("finance.overBudget")}
        </InboxFact>
      ) : (
        facts.supplier && (
          <InboxFact icon={IconReceipt}>
            <bdi>{facts.supplier}</bdi>
          </InboxFact>
        )
      )}
    </>
  );
}
