import { Popover, UnstyledButton } from "@mantine/core";
import { type MoneyStatus as Status, openMoneyStatuses } from "../../../shared/requests/money/money.workflow";
import { sumOfMoney } from "../../../shared/kernel/money";
import { useFormat, useText } from "../../platform/intl/useText";
import { Money } from "../../ui/signs/Money";
import classes from "./FinanceSums.module.css";
import { MoneyStatus } from "../money/MoneyStatus";
import type { FinanceList } from "./useFinanceList";

type Total = FinanceList["meta"]["totals"][number];

const isOpen = ({ status }: Total) => openMoneyStatuses.includes(status as Status);
const counted = (totals: readonly Total[]) => totals.reduce((count, one) => count + one.count, 0);

/** Open amounts per currency and converted to the tenant's currency; pressing a converted sum lists the amounts in it. */
export function FinanceSums({ meta }: { meta: FinanceList["meta"] }) {
  const text = useText();
  const { totals, home_currency: home } = meta;
  const currencies = [...new Set(totals.map(({ currency }) => currency))].sort();
  if (totals.length === 0) return null;
  const all = totals.filter(isOpen);
  return (
    <section className={classes.sums} aria-label={text("finance.totals")}>
      {currencies.map((currency) => {
        const own = totals.filter((one) => one.currency === currency);
        const open = own.filter(isOpen);
        return (
          <div key={currency}>
            <h2>{text("finance.openIn", { currency })}</h2>
            <Figure
              amount={sumOfMoney(
                open.map((one) => one.amount),
                currency,
              )}
              currency={currency}
              parts={own.map((one) => ({ ...one, shown: one.amount, in: currency }))}
            />
            <span className={classes.count}>{text("finance.requests", { count: counted(open) })}</span>
          </div>
        );
      })}
      {currencies.some((currency) => currency !== home) && (
        <div>
          <h2>{text("finance.allOpenIn", { currency: home })}</h2>
          <Figure
            amount={sumOfMoney(
              all.map((one) => one.home_amount),
              home,
            )}
            currency={home}
            parts={all.map((one) => ({ ...one, shown: one.home_amount ?? "0", in: home }))}
          />
          <span className={classes.count}>{text("finance.atEachRate")}</span>
        </div>
      )}
    </section>
  );
}

interface FigureProps {
  amount: string;
  currency: string;
  parts: (Total & { shown: string; in: string })[];
}

function Figure({ amount, currency, parts }: FigureProps) {
  const text = useText();
  const { number } = useFormat();
  // True if the sum includes converted amounts, which are then listed.
  const mixed = parts.some((part) => part.currency !== part.in);
  return (
    <Popover position="bottom-start">
      <Popover.Target>
        <UnstyledButton className={classes.figure}>
          <Money amount={amount} currency={currency} />
          <span className="sr-only">{text("finance.whyThisSum")}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <table className={classes.parts}>
          <caption className="sr-only">{text("finance.byStatus")}</caption>
          <tbody>
            {parts.map((part) => (
              <tr key={`${part.currency} ${part.status}`}>
                <th scope="row">
                  <MoneyStatus status={part.status as Status} />
                </th>
                <td>{number(part.count)}</td>
                {mixed && (
                  <td>
                    <Money amount={part.amount} currency={part.currency} />
                  </td>
                )}
                <td>
                  <Money amount={part.shown} currency={part.in} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Popover.Dropdown>
    </Popover>
  );
}
