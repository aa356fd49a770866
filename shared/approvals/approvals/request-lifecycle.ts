import { type AnyStateMachine, transition } from "xstate";
import type { WorkflowProgress, RequestAction, RequestWorkflow } from "./approvals.workflow";

export const requestActions: readonly RequestAction[] = [
  "SEND",
  "APPROVE",
  "REJECT",
  "REQUEST_CHANGES",
  "RESUBMIT",
  "CANCEL",
];

/**
 * Wraps a state machine whose states are the statuses of a request. `contextOf` takes the machine's context from the progress: the steps,
 * the current index `at`, and what the family's own guards need.
 */
export function createLifecycle<Progress extends WorkflowProgress, Action extends string>(
  machine: AnyStateMachine,
  actions: readonly Action[],
  contextOf: (progress: Progress) => object,
) {
  const snapshotOf = (progress: Progress) =>
    machine.resolveState({ value: progress.status, context: contextOf(progress) });
  return {
    /** Returns the actions that are possible now. */
    actions(progress: Progress): Action[] {
      const snapshot = snapshotOf(progress);
      return actions.filter((type) => snapshot.can({ type }));
    },
    /** Returns the progress after an action; null if the action isn't possible now. */
    after(progress: Progress, action: Action | RequestAction): Progress | null {
      const before = snapshotOf(progress);
      if (!before.can({ type: action })) return null;
      const [after] = transition(machine, before, { type: action });
      return { ...progress, status: String(after.value), at: after.context.at };
    },
  };
}

/** The lifecycle of a request family. `waiting` lists the statuses that need a decision. */
export const createRequestLifecycle = (machine: AnyStateMachine, waiting: readonly string[]): RequestWorkflow => ({
  ...createLifecycle<WorkflowProgress, RequestAction>(machine, requestActions, ({ steps, at }) => ({ steps, at })),
  isWaiting: (status) => waiting.includes(status),
});
