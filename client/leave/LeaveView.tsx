import type { LeaveDetail } from "../../shared/leave/leave.contract";
import { grantedLeave, type LeaveStatus, undecidedLeave } from "../../shared/leave/leave.workflow";
import { RequestFact, RequestView } from "../approvals/RequestView";
import { useNameOf } from "../platform/intl/useNameOf";
import { Message, useFormat, useText } from "../platform/intl/useText";
import { AwayStrip } from "./team/AwayStrip";
import { CoverNote } from "./team/CoverNote";
import { LeaveSign } from "./LeaveSign";
import { LedgerLink } from "./balances/LedgerLink";
import { LeaveStatus as Status } from "./LeaveStatus";
import { useLeaveWords } from "./useLeaveWords";

/** Everything about one leave that someone needs to decide it, or to know where it stands. */
export function LeaveView({ leave }: { leave: LeaveDetail }) {
  const { daysOf } = useLeaveWords();
  const { leave_type: type } = leave;
  const nameOf = useNameOf();
  return (
    <RequestView
      request={leave}
      title={
        <>
          <LeaveSign icon={type.icon} />
          <span>
            <Message id="leave.titleOf" values={{ type: <bdi>{nameOf(type)}</bdi>, days: daysOf(leave.days) }} />
          </span>
        </>
      }
      status={<Status status={leave.status} />}
      facts={<Facts leave={leave} />}
      reason={leave.reason}
      end={useBooked(leave)}
    >
      {leave.cover && <CoverNote cover={leave.cover} />}
      <AwayStrip leave={leave} />
    </RequestView>
  );
}

/** Where its way ends: the days are booked. */
function useBooked({ status, balance_after }: LeaveDetail) {
  const text = useText();
  const done = grantedLeave.includes(status as LeaveStatus);
  if (!done && !undecidedLeave.includes(status as LeaveStatus)) return null;
  const words = balance_after === null ? undefined : text(done ? "leave.booked.taken" : "leave.booked.willBe");
  return { title: text("leave.booked"), text: words, done };
}

function Facts({ leave }: { leave: LeaveDetail }) {
  const text = useText();
  const { number } = useFormat();
  const { daysOf, datesOf } = useLeaveWords();
  const { start_half: from, end_half: to, away } = leave;
  const half = from && to ? "leave.bothHalf" : from ? "leave.startsAtNoon" : to ? "leave.endsAtNoon" : null;
  return (
    <>
      <RequestFact name={text("leave.dates")} value={datesOf(leave)}>
        {half && text(half)}
      </RequestFact>
      {leave.balance_after !== null && (
        <RequestFact name={text("leave.balanceAfter")} value={daysOf(leave.balance_after)}>
          <LedgerLink leave={leave} />
        </RequestFact>
      )}
      <RequestFact
        name={text("leave.alsoAway")}
        value={away.length === 0 ? text("leave.nobodyAway") : number(away.length)}
        warn={away.length > 0}
      />
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
