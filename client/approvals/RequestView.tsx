import type { ReactNode } from "react";
import type { RequestStep } from "../../shared/approvals/approvals.contract";
import { Message, useText } from "../platform/intl/useText";
import { useCurrentUser } from "../platform/session";
import { Avatar } from "../ui/signs/Avatar";
import { HandOver } from "./HandOver";
import { usePrinted } from "./Printed";
import type { DecidableRequest } from "./RequestFrame";
import classes from "./RequestView.module.css";
import { type RouteEnd, StepTrack } from "./StepTrack";
import { WhyThisRoute } from "./WhyThisRoute";

interface RequestViewProps {
  request: Pick<DecidableRequest, "id" | "family" | "requester" | "sent_at" | "steps" | "can" | "version">;
  /** What is asked for, with the number that matters. */
  title: ReactNode;
  status: ReactNode;
  /** `RequestFact`s: what one looks at before deciding. */
  facts: ReactNode;
  /** The requester's own words. */
  reason?: string | null;
  /** What it comes to once everyone has approved; left out where it doesn't any more. */
  end?: RouteEnd | null;
  /** What only this family shows: items, a calendar, the filled form. */
  children?: ReactNode;
}

/** How every request is shown: who asks for what, its way, the facts beside it, the rule that brought it here. */
export function RequestView({ request, title, status, facts, reason, end, children }: RequestViewProps) {
  const me = useCurrentUser();
  const printed = usePrinted();
  const { requester, steps, sent_at } = request;
  const decides = request.can.approve && !printed;
  const round = Math.max(0, ...steps.map((step) => step.round));
  const latest = steps.filter((step) => step.round === round);
  const rule = latest.find((step) => step.rule)?.rule;
  return (
    <article className={classes.view}>
      <header className={classes.head}>
        <Avatar person={requester} size={40} named />
        <span className={classes.title}>
          <h2>{title}</h2>
          <bdi className={classes.who}>{requester.fullname}</bdi>
        </span>
        {status}
      </header>
      <StepTrack
        requester={requester}
        sentAt={sent_at}
        steps={latest}
        me={printed ? 0 : me.id}
        decides={decides}
        end={end}
      />
      <Next steps={latest} decides={decides} />
      <dl className={classes.facts}>{facts}</dl>
      {children}
      {latest.length > 0 && (
        <p className={classes.rule}>
          {rule && (
            <>
              <Message id="request.byRule" values={{ rule: <bdi>{rule}</bdi> }} />{" "}
            </>
          )}
          {!printed && (
            <span className={classes.tools}>
              <WhyThisRoute id={request.id} family={request.family} />
              {request.can.hand_over && <HandOver request={request} />}
            </span>
          )}
        </p>
      )}
      {reason && (
        <blockquote className={classes.reason}>
          <bdi>{reason}</bdi>
        </blockquote>
      )}
      <Earlier request={request} round={round} />
    </article>
  );
}

const whoOf = ({ approver, role }: RequestStep) => approver?.fullname ?? role?.name ?? "";

/** Whom it waits for now, and what comes after that. */
function Next({ steps, decides }: { steps: readonly RequestStep[]; decides: boolean }) {
  const now = steps.find(({ state }) => state === "now");
  if (!now) return null;
  const then = steps.find(({ state, position }) => state === "next" && position > now.position);
  const values = { who: <bdi>{whoOf(now)}</bdi>, next: <bdi>{then && whoOf(then)}</bdi> };
  return (
    <p className={classes.rule}>
      <Message
        id={
          decides
            ? then
              ? "request.next.youThen"
              : "request.next.youLast"
            : then
              ? "request.next.then"
              : "request.next.last"
        }
        values={values}
      />
    </p>
  );
}

interface RequestFactProps {
  name: string;
  value: ReactNode;
  /** It stands against approving. */
  warn?: boolean;
  /** What explains the value. */
  children?: ReactNode;
}

/** One fact with what explains it. */
export function RequestFact({ name, value, warn = false, children }: RequestFactProps) {
  return (
    <div data-warn={warn || undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
      {children && <dd className={classes.more}>{children}</dd>}
    </div>
  );
}

/** What was decided when it was sent before. */
function Earlier({ request, round }: { request: RequestViewProps["request"]; round: number }) {
  const text = useText();
  const me = useCurrentUser();
  const printed = usePrinted();
  const rounds = [...new Set(request.steps.map((step) => step.round))].filter((one) => one < round);
  if (rounds.length === 0) return null;
  return (
    <details className={classes.earlier} open={printed || undefined}>
      <summary>{text("request.earlier", { count: rounds.length })}</summary>
      {rounds.map((one) => (
        <StepTrack
          key={one}
          requester={request.requester}
          sentAt={request.sent_at}
          steps={request.steps.filter((step) => step.round === one)}
          me={me.id}
        />
      ))}
    </details>
  );
}
