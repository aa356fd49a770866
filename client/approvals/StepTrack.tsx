import { IconCheck, IconPencil, IconX } from "@tabler/icons-react";
import type { RequestStep } from "../../shared/approvals/approvals.contract";
import { Message, useFormat, useText } from "../platform/intl/useText";
import classes from "./StepTrack.module.css";
import { useWhyAsked } from "./useWhyAsked";

interface StepTrackProps {
  requester: { fullname: string };
  sentAt: string | null;
  /** Of the latest round. */
  steps: readonly RequestStep[];
  me: number;
  /** What is asked now is theirs to decide, by name or by role. */
  decides?: boolean;
  end?: RouteEnd | null;
}

/** What a request comes to: booked, paid. */
export interface RouteEnd {
  title: string;
  /** What that means, or when it was. */
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

/** The way of a request: who was asked, who is asked now, and who comes next. */
export function StepTrack({ requester, sentAt, steps, me, decides = false, end = null }: StepTrackProps) {
  const text = useText();
  const { dateTime } = useFormat();
  if (!sentAt) return null;
  return (
    <ol className={classes.track} aria-label={text("request.track")}>
      <Node state="done" title={text("request.step.sent")}>
        <bdi>{requester.fullname}</bdi>
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
  const { dateTime, day } = useFormat();
  const { approver, role, decided_by, decided_at, on_behalf_of, since, note, state, moves_on } = step;
  const why = useWhyAsked()(step);
  const mine = approver?.id === me || (decides && role !== null);
  const asked = mine ? text("request.step.you") : approver?.fullname;
  // Whoever has the role decides: it is its name that says who.
  const title = (step.by === "role" && role?.name) || text(`request.step.by.${step.by}`);
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
          {note && <q>{note}</q>}
        </>
      ) : (
        <>
          {(asked ?? (title === role?.name ? null : role?.name)) && <bdi>{asked ?? role?.name}</bdi>}
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
  /** What the sign says to who can't see it. */
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
