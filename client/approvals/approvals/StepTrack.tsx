import { IconCheck, IconPencil, IconX } from "@tabler/icons-react";
import type { RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import { Message, useFormat, useText } from "../../platform/intl/useText";
import classes from "./StepTrack.module.css";
import { ApproverAwayUntil, useRoutingReason } from "./useRoutingReason";
import { useRoleName } from "../../platform/intl/useRoleName";

interface StepTrackProps {
  requester: { fullname: string };
  /** Set if another user entered the request for the requester. */
  enteredBy?: { fullname: string } | null;
  sentAt: string | null;
  /** Steps of the latest round only. */
  steps: readonly RequestStep[];
  me: number;
  /** Whether the viewer may decide the current step, as the named approver or as a holder of the role. */
  decides?: boolean;
  end?: RouteOutcome | null;
}

export interface RouteOutcome {
  title: string;
  text?: string;
  done: boolean;
}

type State = "done" | "now" | "next" | "rejected" | "changes" | "dropped";

const stateOf: Record<RequestStep["state"], State> = {
  approved: "done",
  now: "now",
  next: "next",
  rejected: "rejected",
  changes_requested: "changes",
  dropped: "dropped",
};

export function StepTrack({ requester, enteredBy, sentAt, steps, me, decides = false, end = null }: StepTrackProps) {
  const text = useText();
  const { dateTime } = useFormat();
  if (!sentAt) return null;
  return (
    <ol className={classes.track} aria-label={text("request.track")}>
      <Node state="done" title={text(enteredBy ? "request.step.entered" : "request.step.sent")}>
        {enteredBy ? (
          <span>
            <Message
              id="request.step.enteredFor"
              values={{ name: <bdi>{enteredBy.fullname}</bdi>, requester: <bdi>{requester.fullname}</bdi> }}
            />
          </span>
        ) : (
          <bdi>{requester.fullname}</bdi>
        )}
        <span>{dateTime(sentAt)}</span>
      </Node>
      {steps.map((step) => (
        <Step key={step.id} step={step} me={me} decides={decides && step.state === "now"} />
      ))}
      {end && (
        <Node
          state={end.done ? "done" : "next"}
          title={end.title}
          label={end.done ? undefined : text("request.step.next")}
        >
          {end.text && <span>{end.text}</span>}
        </Node>
      )}
    </ol>
  );
}

function Step({ step, me, decides }: { step: RequestStep; me: number; decides: boolean }) {
  const text = useText();
  const roleName = useRoleName();
  const { dateTime, day } = useFormat();
  const { approver, role, decided_by, decided_at, on_behalf_of, since, note, state, moves_on } = step;
  const why = useRoutingReason()(step);
  const mine = approver?.id === me || (decides && role !== null);
  const approverName = mine ? text("request.step.you") : approver?.fullname;
  // Steps by role show the role's name, since any holder of the role may decide.
  const title = (step.by === "role" && roleName(role)) || text(`request.step.by.${step.by}`);
  return (
    <Node state={stateOf[state]} title={title} label={text(`request.step.${state}`)}>
      {decided_by ? (
        <>
          <bdi>{decided_by.fullname}</bdi>
          {on_behalf_of && (
            <span>
              <Message id="request.onBehalfOf" values={{ name: <bdi>{on_behalf_of.fullname}</bdi> }} />
            </span>
          )}
          {decided_at && <span>{dateTime(decided_at)}</span>}
          {note && <q dir="auto">{note}</q>}
        </>
      ) : (
        <>
          {(approverName ?? (title === roleName(role) ? null : role)) && <bdi>{approverName ?? roleName(role)}</bdi>}
          <ApproverAwayUntil step={step} />
          {why && <span>{why}</span>}
          {state === "now" && since && <span>{text("request.step.since", { at: dateTime(since) })}</span>}
          {moves_on && <span>{text("request.step.movesOn", { day: day(moves_on) })}</span>}
        </>
      )}
    </Node>
  );
}

interface NodeProps {
  state: State;
  title: string;
  label?: string;
  children: React.ReactNode;
}

function Node({ state, title, label, children }: NodeProps) {
  return (
    <li data-state={state} aria-current={state === "now" ? "step" : undefined}>
      <span className={classes.sign} aria-hidden>
        {state === "done" && <IconCheck size={12} stroke={3} />}
        {state === "rejected" && <IconX size={12} stroke={3} />}
        {state === "changes" && <IconPencil size={12} stroke={2} />}
      </span>
      <strong>{title}</strong>
      {label && <span className="sr-only">{label}</span>}
      <span className={classes.who}>{children}</span>
    </li>
  );
}
