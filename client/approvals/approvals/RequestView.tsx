import type { ReactNode } from "react";
import type { RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import { useRoleName } from "../../platform/intl/useRoleName";
import { Message, useText } from "../../platform/intl/useText";
import { useCurrentUser } from "../../platform/session";
import { Avatar } from "../../ui/signs/Avatar";
import { requestPanels } from "./approvals.slots";
import { HandOverDialog } from "./HandOverDialog";
import { useIsPrinting } from "./PrintMode";
import type { DecidableRequest } from "./RequestFrame";
import classes from "./RequestView.module.css";
import { type RouteOutcome, StepTrack } from "./StepTrack";
import { RouteExplanation } from "./RouteExplanation";
import tones from "../../ui/layout/tones.module.css";

interface RequestViewProps {
  request: Pick<DecidableRequest, "id" | "family" | "status" | "requester" | "sent_at" | "steps" | "can" | "version">;
  title: ReactNode;
  status: ReactNode;
  /** `RequestFact`s that matter for the decision. */
  facts: ReactNode;
  reason?: string | null;
  /** Set if another user entered the request for the requester. */
  enteredBy?: { fullname: string } | null;
  /** The outcome after the last approval; omitted if the request can no longer reach it. */
  end?: RouteOutcome | null;
  /** Family-specific content: items, a calendar, the filled form. */
  children?: ReactNode;
}

export function RequestView({ request, title, status, facts, reason, enteredBy, end, children }: RequestViewProps) {
  const me = useCurrentUser();
  const printed = useIsPrinting();
  const { requester, steps, sent_at } = request;
  const decides = request.can.approve && !printed;
  const round = Math.max(0, ...steps.map((step) => step.round));
  const latest = steps.filter((step) => step.round === round);
  const rule = latest.find((step) => step.rule)?.rule;
  return (
    <article className={classes.view}>
      <header className={classes.head}>
        <Avatar person={requester} size={40} hasVisibleName />
        <span className={classes.title}>
          <h2>{title}</h2>
          <bdi className={tones.muted}>{requester.fullname}</bdi>
        </span>
        {status}
      </header>
      <StepTrack
        requester={requester}
        enteredBy={enteredBy}
        sentAt={sent_at}
        steps={latest}
        me={printed ? 0 : me.id}
        decides={decides}
        end={end}
      />
      <NextSteps steps={latest} decides={decides} />
      <dl className={classes.facts}>{facts}</dl>
      {children}
      {!printed && requestPanels.entries.map(({ Panel }, at) => <Panel key={at} request={request} />)}
      {latest.length > 0 && (
        <p className={tones.muted}>
          {rule && (
            <>
              <Message id="request.byRule" values={{ rule: <bdi>{rule}</bdi> }} />{" "}
            </>
          )}
          {!printed && (
            <span className={classes.tools}>
              <RouteExplanation id={request.id} family={request.family} />
              {request.can.hand_over && <HandOverDialog request={request} />}
            </span>
          )}
        </p>
      )}
      {reason && (
        <blockquote className={classes.reason}>
          <bdi>{reason}</bdi>
        </blockquote>
      )}
      <EarlierRound request={request} round={round} />
    </article>
  );
}

function NextSteps({ steps, decides }: { steps: readonly RequestStep[]; decides: boolean }) {
  const roleName = useRoleName();
  const now = steps.find(({ state }) => state === "now");
  if (!now) return null;
  const then = steps.find(({ state, position }) => state === "next" && position > now.position);
  const approverName = ({ approver, role }: RequestStep) => approver?.fullname ?? roleName(role) ?? "";
  const values = { who: <bdi>{approverName(now)}</bdi>, next: <bdi>{then && approverName(then)}</bdi> };
  return (
    <p className={tones.muted}>
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
  /** Highlights a fact that is a reason against approval. */
  warn?: boolean;
  children?: ReactNode;
}

export function RequestFact({ name, value, warn = false, children }: RequestFactProps) {
  return (
    <div data-warn={warn || undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
      {children && <dd className={classes.more}>{children}</dd>}
    </div>
  );
}

function EarlierRound({ request, round }: { request: RequestViewProps["request"]; round: number }) {
  const text = useText();
  const me = useCurrentUser();
  const printed = useIsPrinting();
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
