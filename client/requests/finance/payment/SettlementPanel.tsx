import type { FinanceDetail } from "../../../../shared/requests/finance/finance-reply.contract";
import { Message, useFormat, useText } from "../../../platform/intl/useText";
import { Money } from "../../../ui/signs/Money";
import { Panel } from "../../../ui/Panel";
import classes from "./SettlementPanel.module.css";
import tones from "../../../ui/layout/tones.module.css";

interface SettlementPanelProps {
  settlement: NonNullable<FinanceDetail["settlement"]>;
  currency: string;
}

export function SettlementPanel({ settlement, currency }: SettlementPanelProps) {
  const text = useText();
  const { day } = useFormat();
  const open = settlement.settled ? null : /[1-9]/.test(settlement.to_return) ? "to_return" : "to_reimburse";
  return (
    <Panel title={text("finance.settlement")} end={settlement.settled && text("finance.isSettled")}>
      <dl className={classes.account}>
        {(["given", "spent", "returned", "reimbursed"] as const).map((side) => (
          <div key={side}>
            <dt>{text(`finance.settlement.${side}`)}</dt>
            <dd>
              <Money amount={settlement[side]} currency={currency} />
            </dd>
          </div>
        ))}
        {open && (
          <div data-open>
            <dt>{text(`finance.settlement.${open}`)}</dt>
            <dd>
              <Money amount={settlement[open]} currency={currency} />
            </dd>
          </div>
        )}
      </dl>
      <ul className={classes.entries}>
        {settlement.entries.map((entry) => (
          <li key={entry.id}>
            <span>{entry.details ? <bdi>{entry.details}</bdi> : text(`finance.entry.${entry.kind}`)}</span>
            <span className={tones.quietSmall}>
              {entry.by ? (
                <Message
                  id="finance.entryBy"
                  values={{ day: day(entry.date, "medium"), name: <bdi>{entry.by.fullname}</bdi> }}
                />
              ) : (
                day(entry.date, "medium")
              )}
            </span>
            <Money amount={entry.amount} currency={currency} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
