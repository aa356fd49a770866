import { IconReceipt, IconWallet } from "@tabler/icons-react";
import type { FinanceType } from "../../shared/finance/finance.schema";
import { InboxFact, type InboxLineProps, InboxWhat } from "../approvals/InboxLine";
import { useText } from "../platform/intl/useText";
import { Money } from "../ui/Money";
import { FinanceKind } from "./FinanceKind";

/** What the inbox is told of a request for money. */
export interface FinanceFacts {
  type: FinanceType;
  title: string;
  amount: string;
  currency: string;
  supplier: string | null;
  over_budget: boolean;
}

/** A request in the inbox: what for and how much, from whom, and whether the budget has room for it. */
export function FinanceInboxLine(props: InboxLineProps) {
  const facts = props.facts as unknown as FinanceFacts;
  const text = useText();
  return (
    <>
      <InboxWhat sign={<FinanceKind type={facts.type} />}>
        <bdi>{facts.title}</bdi>, <Money amount={facts.amount} currency={facts.currency} />
      </InboxWhat>
      {facts.over_budget ? (
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
