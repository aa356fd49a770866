import { type AnyStateMachine, transition } from "xstate";
import type { Progress, RequestAction, RequestWorkflow } from "./approvals.workflow";

/** What people may try with a request; `MOVE` and `EXPIRE` come with the thing that is asked for. */
const tried: readonly RequestAction[] = ["SEND", "APPROVE", "REJECT", "REQUEST_CHANGES", "RESUBMIT", "CANCEL"];

/**
 * How both sides ask the state machine of a family, whose states are the statuses and whose context is the steps and the place
 * among them. `waiting` are the statuses in which somebody has to decide.
 */
export function requestLife(machine: AnyStateMachine, waiting: readonly string[]): RequestWorkflow {
  const snapshotOf = ({ status, steps, at }: Progress) =>
    machine.resolveState({ value: status, context: { steps, at } });
  return {
    actions(progress) {
      const snapshot = snapshotOf(progress);
      return tried.filter((type) => snapshot.can({ type }));
    },
    after(progress, action) {
      const before = snapshotOf(progress);
      if (!before.can({ type: action })) return null;
      const [after] = transition(machine, before, { type: action });
      return { status: String(after.value), steps: progress.steps, at: after.context.at };
    },
    isWaiting: (status) => waiting.includes(status),
  };
}
