import fc from "fast-check";
import type { WorkflowProgress, RequestAction } from "../../../approvals/approvals/approvals.workflow";
import {
  grantedLeaveStatuses,
  type LeaveStatus,
  type LeaveStep,
  leaveLifecycle,
  leaveStatuses,
  undecidedLeaveStatuses,
} from "./leave.workflow";

type LeaveProgress = WorkflowProgress<LeaveStatus>;
type LeaveAction = RequestAction;
const afterLeave = (progress: LeaveProgress, action: LeaveAction) =>
  leaveLifecycle.after(progress, action) as LeaveProgress | null;
const leaveActions = (progress: LeaveProgress) => leaveLifecycle.actions(progress);

const draft = (...steps: LeaveStep[]): LeaveProgress => ({ status: "draft", steps, at: 0 });
const run = (start: LeaveProgress, ...actions: LeaveAction[]) =>
  actions.reduce<LeaveProgress | null>((progress, action) => progress && afterLeave(progress, action), start)?.status;

test.each<[string, LeaveStep[], LeaveAction[], string | undefined]>([
  ["sent, it waits for the manager at once", ["manager"], ["SEND"], "waiting_manager_approval"],
  ["without a manager, for HR", ["hr"], ["SEND"], "waiting_hr_approval"],
  ["a manager's yes is the last word where HR isn't asked", ["manager"], ["SEND", "APPROVE"], "approved_by_manager"],
  ["else it goes on to HR", ["manager", "hr"], ["SEND", "APPROVE"], "waiting_hr_approval"],
  ["HR's yes ends it", ["manager", "hr"], ["SEND", "APPROVE", "APPROVE"], "approved"],
  ["two managers", ["manager", "manager", "hr"], ["SEND", "APPROVE", "APPROVE"], "waiting_hr_approval"],
  ["HR before the manager", ["hr", "manager"], ["SEND", "APPROVE"], "waiting_manager_approval"],
  ["and then it is approved", ["hr", "manager"], ["SEND", "APPROVE", "APPROVE"], "approved"],
  ["rejected by the manager", ["manager", "hr"], ["SEND", "REJECT"], "rejected_by_manager"],
  ["rejected by HR", ["manager", "hr"], ["SEND", "APPROVE", "REJECT"], "rejected_by_hr"],
  [
    "sent again, it begins from the start",
    ["manager", "hr"],
    ["SEND", "APPROVE", "REJECT", "RESUBMIT"],
    "waiting_manager_approval",
  ],
  ["changes asked", ["manager"], ["SEND", "REQUEST_CHANGES"], "changes_requested"],
  ["cancelled after it was approved", ["manager"], ["SEND", "APPROVE", "CANCEL"], "cancelled"],
  ["approved twice", ["manager"], ["SEND", "APPROVE", "APPROVE"], undefined],
  ["sent twice", ["manager"], ["SEND", "SEND"], undefined],
  ["rejected after it was approved", ["manager"], ["SEND", "APPROVE", "REJECT"], undefined],
  ["a draft can't be approved", ["manager"], ["APPROVE"], undefined],
  ["what is cancelled stays so", ["manager"], ["SEND", "CANCEL", "RESUBMIT"], undefined],
])("%s", (_, steps, actions, status) => {
  expect(run(draft(...steps), ...actions)).toBe(status);
});

const chains = fc.array(fc.constantFrom<LeaveStep>("manager", "hr"), { minLength: 1, maxLength: 5 });

test("each approval decides one step, and the last one approves the leave", () => {
  fc.assert(
    fc.property(chains, (steps) => {
      let progress = afterLeave(draft(...steps), "SEND") as LeaveProgress;
      for (const [at, step] of steps.entries()) {
        expect([progress.at, progress.status]).toEqual([
          at,
          step === "hr" ? "waiting_hr_approval" : "waiting_manager_approval",
        ]);
        progress = afterLeave(progress, "APPROVE") as LeaveProgress;
      }
      expect(grantedLeaveStatuses).toContain(progress.status);
      expect(progress.status).toBe(steps.includes("hr") ? "approved" : "approved_by_manager");
    }),
  );
});

test("any sequence of actions reaches valid statuses and can terminate", () => {
  const actions = fc.array(
    fc.constantFrom<LeaveAction>("SEND", "APPROVE", "REJECT", "REQUEST_CHANGES", "RESUBMIT", "CANCEL"),
  );
  fc.assert(
    fc.property(chains, actions, (steps, tries) => {
      let progress = draft(...steps);
      for (const action of tries) {
        const next = afterLeave(progress, action);
        expect(next !== null).toBe(leaveActions(progress).includes(action));
        progress = next ?? progress;
        expect(leaveStatuses).toContain(progress.status);
        expect(progress.status).not.toBe("pending");
      }
      if (undecidedLeaveStatuses.includes(progress.status)) {
        expect(leaveActions(progress)).toEqual(["APPROVE", "REJECT", "REQUEST_CHANGES", "CANCEL"]);
      }
      let left = 20;
      while (!grantedLeaveStatuses.includes(progress.status) && progress.status !== "cancelled" && left-- > 0) {
        const [action] = leaveActions(progress);
        progress = afterLeave(progress, action as LeaveAction) as LeaveProgress;
      }
      expect(left).toBeGreaterThan(0);
    }),
  );
});
