import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { leaveBalances, type LeaveBalance } from "../../../shared/leave/leave-balance.contract";
import { useNameOf } from "../../platform/intl/useNameOf";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { useToday } from "../../platform/today";
import { DateField } from "../../ui/fields/DateField";
import { LeaveSign } from "../LeaveSign";
import { LedgerDialog, type LedgerOf } from "./LedgerDialog";
import classes from "./LeaveBalances.module.css";
import { useLeaveWords } from "../useLeaveWords";

/** What is left of each kind this year, and out of what; or how it will stand on a day to come. */
export function LeaveBalances() {
  const text = useText();
  const today = useToday();
  const year = Number(today.slice(0, 4));
  const [day, setDay] = useState<string | null>(null);
  const { data } = useEndpoint(
    leaveBalances,
    { query: day ? { date: day } : { year } },
    { placeholderData: keepPreviousData },
  );
  const me = useCurrentUser();
  const [asked, setAsked] = useState<LedgerOf | null>(null);
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
          <Balance
            key={row.leave_type.id}
            row={row}
            onAsk={() => setAsked({ userId: me.id, leaveType: row.leave_type, year: row.year })}
          />
        ))}
      </ul>
      <LedgerDialog of={asked} onClose={() => setAsked(null)} />
    </>
  );
}

/** What is left of one kind, why, and out of what. */
export function Balance({ row, onAsk }: { row: LeaveBalance; onAsk: () => void }) {
  const text = useText();
  const { number } = useFormat();
  const { daysOf } = useLeaveWords();
  const nameOf = useNameOf();
  const given = row.allowance + row.carried + row.adjusted + row.expired;
  const share = (days: number) => (given > 0 ? `${Math.min(100, (Math.max(0, days) / given) * 100)}%` : "0%");
  return (
    <li>
      <span className={classes.name}>
        <LeaveSign icon={row.leave_type.icon} />
        <bdi>{nameOf(row.leave_type)}</bdi>
      </span>
      <button
        type="button"
        className={classes.figure}
        aria-label={text("ledger.why", { days: daysOf(row.balance), type: nameOf(row.leave_type) })}
        onClick={onAsk}
      >
        {daysOf(row.balance)}
      </button>
      <span className={classes.bar} aria-hidden>
        <i data-part="taken" style={{ inlineSize: share(-row.taken) }} />
        <i data-part="waiting" style={{ inlineSize: share(-row.waiting) }} />
      </span>
      <small>
        {text("leave.outOf", {
          given: number(given),
          taken: number(Math.abs(row.taken)),
          waiting: number(Math.abs(row.waiting)),
        })}
      </small>
      {row.ahead !== 0 && (
        <small>
          {text(row.ahead < 0 ? "leave.aheadKept" : "leave.aheadToCome", { days: daysOf(Math.abs(row.ahead)) })}
        </small>
      )}
    </li>
  );
}
