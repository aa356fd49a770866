import { IconReceipt, IconWallet } from "@tabler/icons-react";
import type { FinanceFacts } from "../../shared/finance/finance-reply.contract";
import { compareAmounts } from "../../shared/kernel/money";
import { InboxFact, type InboxLineProps, InboxWhat } from "../approvals/InboxLine";
import { Message, useText } from "../platform/intl/useText";
import { Money } from "../ui/signs/Money";
import { FinanceKind } from "./FinanceKind";

/** A request in the inbox: what for and how much, from whom, and whether the budget has room for it. */
export function FinanceInboxLine(props: InboxLineProps) {
  const facts = props.facts as unknown as FinanceFacts;
  const text = useText();
  const over = facts.budget !== null && compareAmounts(facts.budget.left, "0") < 0;
  return (
    <>
      <InboxWhat sign={<FinanceKind type={facts.type} />}>
        <Message
          id="finance.titleOf"
          values={{
            title: <bdi>{facts.title}</bdi>,
            amount: <Money amount={facts.amount} currency={facts.currency} />,
          }}
        />
      </InboxWhat>
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
