import type { LeaveDetail } from "../../shared/leave/leave.contract";
import { StepTrack } from "../approvals/StepTrack";
import { Message, useFormat, useText } from "../platform/intl/useText";
import { useCurrentUser } from "../platform/session";
import { Avatar } from "../ui/Avatar";
import { LeaveSign } from "./LeaveSign";
import { LeaveStatus } from "./LeaveStatus";
import classes from "./LeaveView.module.css";
import { useLeaveWords } from "./useLeaveWords";

/** Everything about one leave that someone needs to decide it, or to know where it stands. */
export function LeaveView({ leave }: { leave: LeaveDetail }) {
  const { daysOf } = useLeaveWords();
  const me = useCurrentUser();
  const { requester, leave_type: type, steps } = leave;
  const round = Math.max(0, ...steps.map((step) => step.round));
  const latest = steps.filter((step) => step.round === round);
  const rule = latest.find((step) => step.rule)?.rule;
  return (
    <article className={classes.view}>
      <header className={classes.head}>
        <Avatar person={requester} size={40} named />
        <span className={classes.title}>
          <h2>
            <LeaveSign icon={type.icon} />
            <span>
              <Message id="leave.titleOf" values={{ type: <bdi>{type.name}</bdi>, days: daysOf(leave.days) }} />
            </span>
          </h2>
          <bdi className={classes.who}>{requester.fullname}</bdi>
        </span>
        <LeaveStatus status={leave.status} />
      </header>
      <StepTrack requester={requester} sentAt={leave.sent_at} steps={latest} me={me.id} />
      <Facts leave={leave} />
      {rule && (
        <p className={classes.rule}>
          <Message id="request.byRule" values={{ rule: <bdi>{rule}</bdi> }} />
        </p>
      )}
      {leave.reason && (
        <blockquote className={classes.reason}>
          <bdi>{leave.reason}</bdi>
        </blockquote>
      )}
      <Earlier leave={leave} round={round} />
    </article>
  );
}

function Facts({ leave }: { leave: LeaveDetail }) {
  const text = useText();
  const { number } = useFormat();
  const { daysOf, datesOf } = useLeaveWords();
  const { start_half: from, end_half: to, away } = leave;
  const half = from && to ? "leave.bothHalf" : from ? "leave.startsAtNoon" : to ? "leave.endsAtNoon" : null;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{text("leave.dates")}</dt>
        <dd>{datesOf(leave)}</dd>
        {half && <dd className={classes.more}>{text(half)}</dd>}
      </div>
      {leave.balance_after !== null && (
        <div>
          <dt>{text("leave.balanceAfter")}</dt>
          <dd>{daysOf(leave.balance_after)}</dd>
        </div>
      )}
      <div data-warn={away.length > 0 || undefined}>
        <dt>{text("leave.alsoAway")}</dt>
        <dd>{away.length === 0 ? text("leave.nobodyAway") : number(away.length)}</dd>
        <dd className={classes.more}>
          {away.map(({ person, ...span }) => (
            <span key={`${person.id} ${span.start_date}`}>
              <Message id="leave.awayThen" values={{ name: <bdi>{person.fullname}</bdi>, dates: datesOf(span) }} />
            </span>
          ))}
        </dd>
      </div>
    </dl>
  );
}

/** What was decided when it was sent before. */
function Earlier({ leave, round }: { leave: LeaveDetail; round: number }) {
  const text = useText();
  const me = useCurrentUser();
  const rounds = [...new Set(leave.steps.map((step) => step.round))].filter((one) => one < round);
  if (rounds.length === 0) return null;
  return (
    <details className={classes.earlier}>
      <summary>{text("request.earlier", { count: rounds.length })}</summary>
      {rounds.map((one) => (
        <StepTrack
          key={one}
          requester={leave.requester}
          sentAt={leave.sent_at}
          steps={leave.steps.filter((step) => step.round === one)}
          me={me.id}
        />
      ))}
    </details>
  );
}
