import { useState } from "react";
import { leaveBalances } from "../../../shared/leave/leave-balance.contract";
import { useNameOf } from "../../platform/intl/useNameOf";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useToday } from "../../platform/today";
import { Panel } from "../../ui/Panel";
import { LeaveSign } from "../LeaveSign";
import { useLeaveWords } from "../useLeaveWords";
import { Balance } from "./LeaveBalances";
import { LedgerDialog, type LedgerOf } from "./LedgerDialog";
import classes from "./LeaveBalances.module.css";
import { type Managers, useSeesLeave } from "./useSeesLeave";

interface PersonLeaveProps {
  userId: number;
  managers: Managers;
  /** One line for each kind. */
  compact?: boolean;
}

/** What somebody has left of each kind of leave: for themself, those who lead them and those who look after leave. */
export function PersonLeave({ userId, managers, compact = false }: PersonLeaveProps) {
  const text = useText();
  const { daysOf } = useLeaveWords();
  const nameOf = useNameOf();
  const year = Number(useToday().slice(0, 4));
  const [asked, setAsked] = useState<LedgerOf | null>(null);
  const may = useSeesLeave(userId, managers).balances;
  const rows = useEndpoint(leaveBalances, { query: { user_id: userId, year } }, { enabled: may }).data?.data ?? [];
  if (!may || rows.length === 0) return null;
  if (compact)
    return (
      <section aria-label={text("people.leaveLeft")}>
        <h3 className={classes.title}>{text("people.leaveLeft")}</h3>
        <dl className={classes.lines}>
          {rows.map(({ leave_type: type, balance }) => (
            <div key={type.id}>
              <dt>
                <LeaveSign icon={type.icon} />
                <bdi>{nameOf(type)}</bdi>
              </dt>
              <dd>{daysOf(balance)}</dd>
            </div>
          ))}
        </dl>
      </section>
    );
  return (
    <Panel title={text("people.leaveLeft")} padded>
      <ul className={classes.stacked}>
        {rows.map((row) => (
          <Balance
            key={row.leave_type.id}
            row={row}
            onAsk={() => setAsked({ userId, leaveType: row.leave_type, year: row.year })}
          />
        ))}
      </ul>
      <LedgerDialog of={asked} onClose={() => setAsked(null)} />
    </Panel>
  );
}
