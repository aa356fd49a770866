import fc from "fast-check";
import type { WorkflowProgress, RequestAction } from "../../approvals/approvals/approvals.workflow";
import {
  formLifecycle,
  type FormStepKind,
  formStatuses,
  grantedFormStatuses,
  undecidedFormStatuses,
} from "./forms.workflow";

const kinds = fc.array(fc.constantFrom<FormStepKind>("manager", "hr", "other"), { minLength: 1, maxLength: 6 });
const actions: RequestAction[] = ["SEND", "APPROVE", "REJECT", "REQUEST_CHANGES", "RESUBMIT", "CANCEL"];
const draft = (steps: readonly string[]): WorkflowProgress => ({ status: "draft", steps, at: 0 });
const go = (progress: WorkflowProgress, ...way: RequestAction[]): WorkflowProgress =>
  way.reduce<WorkflowProgress>(
    (now, action) => formLifecycle.after(now, action) ?? { ...now, status: `no ${action}` },
    progress,
  );

test.each([
  [["manager"], ["SEND"], "waiting_manager_approval"],
  [["hr"], ["SEND"], "waiting_hr_approval"],
  [["other"], ["SEND"], "waiting_approval"],
  [["manager"], ["SEND", "APPROVE"], "approved_by_manager"],
  [["manager", "manager"], ["SEND", "APPROVE", "APPROVE"], "approved_by_manager"],
  [["manager", "hr"], ["SEND", "APPROVE"], "waiting_hr_approval"],
  [["hr", "manager"], ["SEND", "APPROVE", "APPROVE"], "approved"],
  [["manager", "other"], ["SEND", "APPROVE", "APPROVE"], "approved"],
  [["manager"], ["SEND", "REJECT"], "rejected_by_manager"],
  [["hr"], ["SEND", "REJECT"], "rejected_by_hr"],
  [["other"], ["SEND", "REJECT"], "rejected"],
  [["manager", "other"], ["SEND", "APPROVE", "REQUEST_CHANGES", "RESUBMIT"], "waiting_manager_approval"],
  [["other"], ["SEND", "REJECT", "RESUBMIT"], "waiting_approval"],
  [["manager"], ["CANCEL"], "cancelled"],
  [["manager"], ["SEND", "APPROVE", "CANCEL"], "no CANCEL"],
  [["manager", "hr"], ["SEND", "APPROVE", "APPROVE", "CANCEL"], "no CANCEL"],
  [["manager"], ["APPROVE"], "no APPROVE"],
  [["manager"], ["SEND", "SEND"], "no SEND"],
] as const)("status after the steps %j and the actions %j is %s", (steps, actions, status) => {
  expect(go(draft(steps), ...actions).status).toBe(status);
});

test("any sequence of actions keeps valid statuses and decides each step once", () => {
  fc.assert(
    fc.property(kinds, fc.array(fc.constantFrom(...actions), { maxLength: 40 }), (steps, sequence) => {
      let now = draft(steps);
      let decided = new Set<number>();
      for (const action of sequence) {
        const after = formLifecycle.after(now, action);
        expect(after !== null).toBe(formLifecycle.actions(now).includes(action));
        if (!after) continue;
        if (action === "SEND" || action === "RESUBMIT") decided = new Set();
        if (action === "APPROVE") {
          expect(decided.has(now.at)).toBe(false);
          decided.add(now.at);
        }
        now = after;
        expect(formStatuses).toContain(now.status);
        expect(formLifecycle.isWaiting(now.status)).toBe(undecidedFormStatuses.includes(now.status as never));
        if (formLifecycle.isWaiting(now.status)) expect(now.at).toBe(decided.size);
        if (grantedFormStatuses.includes(now.status as never)) expect(decided.size).toBe(steps.length);
      }
      if (!formLifecycle.isWaiting(now.status)) return;
      for (let left = steps.length - now.at; left > 0; left--) now = go(now, "APPROVE");
      expect(grantedFormStatuses).toContain(now.status);
      expect(formLifecycle.actions(now)).toEqual([]);
    }),
  );
});
