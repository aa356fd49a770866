import { type AnyStateMachine, transition } from "xstate";
import type { WorkflowProgress, RequestAction, RequestWorkflow } from "./approvals.workflow";

const requestActions: readonly RequestAction[] = ["SEND", "APPROVE", "REJECT", "REQUEST_CHANGES", "RESUBMIT", "CANCEL"];

/**
 * Wraps the state machine of a request family. Its states are the statuses, and its context holds the steps and the current index.
 * `waiting` lists the statuses that need a decision.
 */
export function createRequestLifecycle(machine: AnyStateMachine, waiting: readonly string[]): RequestWorkflow {
  const snapshotOf = ({ status, steps, at }: WorkflowProgress) =>
    machine.resolveState({ value: status, context: { steps, at } });
  return {
    actions(progress) {
      const snapshot = snapshotOf(progress);
      return requestActions.filter((type) => snapshot.can({ type }));
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
