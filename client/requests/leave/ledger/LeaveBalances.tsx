import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { leaveBalances, type LeaveBalance } from "../../../../shared/requests/leave/ledger/balance.contract";
import { useNameOf } from "../../../platform/intl/useNameOf";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useCurrentUser } from "../../../platform/session";
import { useOrganizationToday } from "../../../platform/useOrganizationToday";
import { DateField } from "../../../ui/fields/DateField";
import { LeaveIcon } from "../types/LeaveIcon";
import { LedgerDialog, type LedgerSubject } from "./LedgerDialog";
import classes from "./LeaveBalances.module.css";
import { useLeaveTexts } from "../types/useLeaveTexts";

export function LeaveBalances() {
  const text = useText();
  const today = useOrganizationToday();
  const year = Number(today.slice(0, 4));
  const [day, setDay] = useState<string | null>(null);
  const { data } = useEndpoint(
    leaveBalances,
    { query: day ? { date: day } : { year } },
    { placeholderData: keepPreviousData },
  );
  const me = useCurrentUser();
  const [ledgerSubject, setAsked] = useState<LedgerSubject | null>(null);
  if (!data || data.data.length === 0) return null;
  return (
    <>
      <div className={classes.ahead}>
        <DateField
          label={text("leave.standsOn")}
          placeholder={text("leave.standsToday")}
          value={day}
          onChange={setDay}
          min={today}
          max={`${year + 1}-12-31`}
        />
        {day && <p role="status">{text("leave.standsOn.why")}</p>}
      </div>
      <ul className={classes.balances} aria-label={text("leave.balances")}>
        {data.data.map((row) => (
          <LeaveBalanceItem
            key={row.leave_type.id}
            row={row}
            onAsk={() => setAsked({ userId: me.id, leaveType: row.leave_type, year: row.year })}
          />
        ))}
      </ul>
      <LedgerDialog of={ledgerSubject} onClose={() => setAsked(null)} />
    </>
  );
}

export function LeaveBalanceItem({ row, onAsk }: { row: LeaveBalance; onAsk: () => void }) {
  const text = useText();
  const { amountOf, figureOf } = useLeaveTexts();
  const { unit } = row.leave_type;
  const nameOf = useNameOf();
  const entitledDays = row.allowance + row.carried + row.adjusted + row.expired;
  const share = (days: number) =>
    entitledDays > 0 ? `${Math.min(100, (Math.max(0, days) / entitledDays) * 100)}%` : "0%";
  return (
    <li>
      <span className={classes.name}>
        <LeaveIcon icon={row.leave_type.icon} />
        <bdi>{nameOf(row.leave_type)}</bdi>
      </span>
      <button
        type="button"
        className={classes.figure}
        aria-label={text("ledger.why", { days: amountOf(row.balance, unit), type: nameOf(row.leave_type) })}
        onClick={onAsk}
      >
        {amountOf(row.balance, unit)}
      </button>
      <span className={classes.bar} aria-hidden>
        <i data-part="taken" style={{ inlineSize: share(-row.taken) }} />
        <i data-part="waiting" style={{ inlineSize: share(-row.waiting) }} />
      </span>
      <small>
        {text("leave.outOf", {
          given: figureOf(entitledDays, unit),
          taken: figureOf(Math.abs(row.taken), unit),
          waiting: figureOf(Math.abs(row.waiting), unit),
        })}
      </small>
      {row.ahead !== 0 && (
        <small>
          {text(row.ahead < 0 ? "leave.aheadKept" : "leave.aheadToCome", { days: amountOf(Math.abs(row.ahead), unit) })}
        </small>
      )}
    </li>
  );
}
