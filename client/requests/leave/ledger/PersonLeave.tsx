import { useState } from "react";
import { leaveBalances } from "../../../../shared/requests/leave/ledger/balance.contract";
import { useNameOf } from "../../../platform/intl/useNameOf";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useOrganizationToday } from "../../../platform/useOrganizationToday";
import { Panel } from "../../../ui/Panel";
import { FailedReads } from "../../../ui/states/FailedReads";
import { LeaveIcon } from "../types/LeaveIcon";
import { useLeaveTexts } from "../types/useLeaveTexts";
import { LeaveBalanceItem } from "./LeaveBalances";
import { LedgerDialog, type LedgerSubject } from "./LedgerDialog";
import classes from "./LeaveBalances.module.css";
import { type ManagerChain, useCanSeeLeave } from "./useCanSeeLeave";

interface PersonLeaveProps {
  userId: number;
  managers: ManagerChain;
  compact?: boolean;
}

export function PersonLeave({ userId, managers, compact = false }: PersonLeaveProps) {
  const text = useText();
  const { amountOf } = useLeaveTexts();
  const nameOf = useNameOf();
  const year = Number(useOrganizationToday().slice(0, 4));
  const [ledgerSubject, setAsked] = useState<LedgerSubject | null>(null);
  const may = useCanSeeLeave(userId, managers).balances;
  const query = useEndpoint(leaveBalances, { query: { user_id: userId, year } }, { enabled: may });
  const rows = query.data?.data ?? [];
  if (!may) return null;
  if (rows.length === 0) return <FailedReads reads={[query]} />;
  if (compact)
    return (
      <section aria-label={text("people.leaveLeft")}>
        <h3 className={classes.title}>{text("people.leaveLeft")}</h3>
        <dl className={classes.lines}>
          {rows.map(({ leave_type: type, balance }) => (
            <div key={type.id}>
              <dt>
                <LeaveIcon icon={type.icon} />
                <bdi>{nameOf(type)}</bdi>
              </dt>
              <dd>{amountOf(balance, type.unit)}</dd>
            </div>
          ))}
        </dl>
      </section>
    );
  return (
    <Panel title={text("people.leaveLeft")} padded>
      <ul className={classes.stacked}>
        {rows.map((row) => (
          <LeaveBalanceItem
            key={row.leave_type.id}
            row={row}
            onAsk={() => setAsked({ userId, leaveType: row.leave_type, year: row.year })}
          />
        ))}
      </ul>
      <LedgerDialog of={ledgerSubject} onClose={() => setAsked(null)} />
    </Panel>
  );
}
