import type { BudgetState } from "../../../../shared/requests/finance/finance-reply.contract";
import { budgetUses } from "../../../../shared/requests/finance/finance.budget.rules";
import { compareAmounts, decimalsOf, minusMoney, shareOf } from "../../../../shared/kernel/money";
import { Message, useFormat, useText } from "../../../platform/intl/useText";
import { Money } from "../../../ui/signs/Money";
import { Panel } from "../../../ui/Panel";
import classes from "./BudgetPanel.module.css";

interface BudgetPanelProps {
  budget: BudgetState;
  /** Amount of this request in the budget's currency, if it isn't yet part of the budget's waiting amount. */
  requestedAmount?: string;
}

const parts = [...budgetUses, "asked"] as const;

export function BudgetPanel({ budget, requestedAmount = "0" }: BudgetPanelProps) {
  const text = useText();
  const { amount, percent } = useFormat();
  const { currency, department, owner, year } = budget;
  const left = minusMoney(budget.left, requestedAmount, currency);
  const over = compareAmounts(left, "0") < 0;
  const shares = { spent: budget.spent, committed: budget.committed, waiting: budget.waiting, asked: requestedAmount };
  const sharesByPart = parts.map((part) => [part, shareOf(shares[part], budget.amount)] as const);
  const rest = Math.max(0, 1000 - sharesByPart.reduce((sum, [, share]) => sum + share, 0));
  return (
    <Panel padded>
      <div className={classes.budget}>
        <h2>{text(requestedAmount === "0" ? "finance.budgetLeft" : "finance.budgetLeftAfter")}</h2>
        <p className={classes.left} data-over={over || undefined}>
          <bdi>{amount(left, decimalsOf(currency))}</bdi>{" "}
          <span>
            <Message id="finance.ofBudget" values={{ amount: <Money amount={budget.amount} currency={currency} /> }} />
          </span>
        </p>
        <div
          className={classes.bar}
          role="img"
          aria-label={text("finance.budgetBar", {
            spent: percent(shareOf(shares.spent, budget.amount) / 10),
            committed: percent(shareOf(shares.committed, budget.amount) / 10),
            waiting: percent(shareOf(shares.waiting, budget.amount) / 10),
            asked: percent(shareOf(requestedAmount, budget.amount) / 10),
            left: percent(rest / 10),
          })}
        >
          {sharesByPart.map(
            ([part, share]) => share > 0 && <i key={part} data-part={part} style={{ flexGrow: share }} />,
          )}
          {rest > 0 && <i data-part="left" style={{ flexGrow: rest }} />}
        </div>
        <p className={classes.legend}>
          {parts.map((part) =>
            part === "asked" && requestedAmount === "0" ? null : (
              <span key={part}>
                <i data-part={part} aria-hidden />
                {text(`finance.budget.${part}`)}
              </span>
            ),
          )}
        </p>
        <p className={classes.of}>
          <Message id="finance.budgetOf" values={{ department: <bdi>{department.name}</bdi>, year }} />
        </p>
        {owner && (
          <p className={classes.of}>
            <Message id="finance.budgetOwnedBy" values={{ name: <bdi>{owner.fullname}</bdi> }} />
          </p>
        )}
        {over && <p className={classes.over}>{text("finance.overBudget")}</p>}
      </div>
    </Panel>
  );
}
