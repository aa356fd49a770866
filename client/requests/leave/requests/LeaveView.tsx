import { IconArrowsExchange } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { leaveCalls } from "../../../../shared/requests/leave/leave.calls";
import type { LeaveDetail } from "../../../../shared/requests/leave/requests/leave.contract";
import {
  grantedLeaveStatuses,
  type LeaveStatus,
  undecidedLeaveStatuses,
} from "../../../../shared/requests/leave/requests/leave.workflow";
import { requestDecisionOf } from "../../../approvals/approvals/RequestFrame";
import { RequestFact, RequestView } from "../../../approvals/approvals/RequestView";
import { paths } from "../../../platform/paths";
import { useNameOf } from "../../../platform/intl/useNameOf";
import { Message, useFormat, useText } from "../../../platform/intl/useText";
import { AwayStrip } from "../cover/AwayStrip";
import { CoverNote } from "../cover/CoverNote";
import { LeaveIcon } from "../types/LeaveIcon";
import { LedgerLink } from "../ledger/LedgerLink";
import { LeaveStatus as Status } from "./LeaveStatus";
import classes from "./LeaveView.module.css";
import { useLeaveTexts } from "../types/useLeaveTexts";

function LeaveView({ request: leave }: { request: LeaveDetail }) {
  const { amountOf } = useLeaveTexts();
  const { leave_type: type } = leave;
  const nameOf = useNameOf();
  return (
    <RequestView
      request={leave}
      title={
        <>
          <LeaveIcon icon={type.icon} />
          <span>
            {leave.credit ? (
              <Message
                id="leave.credit.title"
                values={{ type: <bdi>{nameOf(type)}</bdi>, time: amountOf(leave.days, type.unit) }}
              />
            ) : (
              <Message
                id={leave.changes ? "leave.changeOf" : "leave.titleOf"}
                values={{ type: <bdi>{nameOf(type)}</bdi>, days: amountOf(leave.days, type.unit) }}
              />
            )}
          </span>
        </>
      }
      status={<Status status={leave.status} next={leave.next_status} />}
      facts={<Facts leave={leave} />}
      reason={leave.reason}
      enteredBy={leave.entered_by}
      end={useBookedText(leave)}
    >
      {leave.pending_change && <PendingChange change={leave.pending_change} unit={type.unit} />}
      {leave.cover && <CoverNote cover={leave.cover} />}
      <AwayStrip leave={leave} />
    </RequestView>
  );
}

interface PendingChangeProps {
  change: NonNullable<LeaveDetail["pending_change"]>;
  unit: LeaveDetail["leave_type"]["unit"];
}

function PendingChange({ change, unit }: PendingChangeProps) {
  const { datesOf, amountOf } = useLeaveTexts();
  return (
    <p role="status" className={classes.pending}>
      <IconArrowsExchange size={16} stroke={1.75} aria-hidden />
      <span>
        <Message
          id={change.status === "changes_requested" ? "leave.pendingChange.returned" : "leave.pendingChange"}
          values={{
            dates: (
              <Link key="dates" to={paths.leave("view", change.id)}>
                {datesOf(change)}
              </Link>
            ),
            days: amountOf(change.days, unit),
          }}
        />
      </span>
    </p>
  );
}

function useBookedText({ status, balance_after, credit }: LeaveDetail) {
  const text = useText();
  if (credit) return null;
  const done = grantedLeaveStatuses.includes(status as LeaveStatus);
  if (!done && !undecidedLeaveStatuses.includes(status as LeaveStatus)) return null;
  const words = balance_after === null ? undefined : text(done ? "leave.booked.taken" : "leave.booked.willBe");
  return { title: text("leave.booked"), text: words, done };
}

function Facts({ leave }: { leave: LeaveDetail }) {
  const text = useText();
  const { number, day } = useFormat();
  const { amountOf, datesOf } = useLeaveTexts();
  const { unit } = leave.leave_type;
  const { start_half: from, end_half: to, away } = leave;
  const booked = away.filter(({ state }) => state === "booked").length;
  const half = from && to ? "leave.bothHalf" : from ? "leave.startsAtNoon" : to ? "leave.endsAtNoon" : null;
  return (
    <>
      {leave.changes && (
        <RequestFact
          name={text("leave.datesBefore")}
          value={
            <Link to={paths.leave("view", leave.changes.id)}>
              <s>{datesOf(leave.changes)}</s>
            </Link>
          }
        >
          {amountOf(leave.changes.days, unit)}
        </RequestFact>
      )}
      <RequestFact
        name={text(leave.credit ? "leave.credit.for" : leave.changes ? "leave.datesAfter" : "leave.dates")}
        value={datesOf(leave)}
      >
        {[leave.changes && amountOf(leave.days, unit), half && text(half)].filter(Boolean).join(" · ")}
      </RequestFact>
      {leave.balance_after !== null && (
        <RequestFact name={text("leave.balanceAfter")} value={amountOf(leave.balance_after, unit)}>
          {leave.balance_before !== null && text("leave.balanceBefore", { days: amountOf(leave.balance_before, unit) })}
          <LedgerLink leave={leave} />
        </RequestFact>
      )}
      {leave.credit === null && (
        <RequestFact
          name={text("leave.alsoAway")}
          value={booked === 0 ? text("leave.nobodyAway") : number(booked)}
          warn={booked > 0}
        >
          {away.length > booked && text("leave.othersWaiting", { count: away.length - booked })}
        </RequestFact>
      )}
      {leave.credit && leave.credit.break_minutes > 0 && (
        <RequestFact name={text("leave.credit.break")} value={number(leave.credit.break_minutes)} />
      )}
      {leave.credit?.expires_on && (
        <RequestFact name={text("leave.credit.until")} value={day(leave.credit.expires_on, "medium")} />
      )}
      {leave.substitute && (
        <RequestFact name={text("leave.substitute")} value={<bdi>{leave.substitute.fullname}</bdi>} />
      )}
      {leave.entered_by && (
        <RequestFact name={text("leave.enteredBy")} value={<bdi>{leave.entered_by.fullname}</bdi>} />
      )}
      {leave.file && (
        <RequestFact
          name={text("leave.document")}
          value={
            <a href={leave.file.url} target="_blank" rel="noreferrer">
              <bdi>{leave.file.name}</bdi>
            </a>
          }
        />
      )}
    </>
  );
}

export const LeaveDecision = requestDecisionOf(leaveCalls, LeaveView);
