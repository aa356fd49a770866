import fc from "fast-check";
import type { Progress, RequestAction } from "../approvals/approvals.workflow";
import { formLife, type FormStepKind, formStatuses, grantedForms, undecidedForms } from "./forms.workflow";

const kinds = fc.array(fc.constantFrom<FormStepKind>("manager", "hr", "other"), { minLength: 1, maxLength: 6 });
const actions: RequestAction[] = ["SEND", "APPROVE", "REJECT", "REQUEST_CHANGES", "RESUBMIT", "CANCEL"];
const draft = (steps: readonly string[]): Progress => ({ status: "draft", steps, at: 0 });
const go = (progress: Progress, ...way: RequestAction[]): Progress =>
  way.reduce<Progress>((now, action) => formLife.after(now, action) ?? { ...now, status: `no ${action}` }, progress);

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
] as const)("%j after %j is %s", (steps, way, status) => {
  expect(go(draft(steps), ...way).status).toBe(status);
});

test("whatever is done in whatever order: a known status, no step is decided twice, and every way ends", () => {
  fc.assert(
    fc.property(kinds, fc.array(fc.constantFrom(...actions), { maxLength: 40 }), (steps, way) => {
      let now = draft(steps);
      let decided = new Set<number>();
      for (const action of way) {
        const after = formLife.after(now, action);
        expect(after !== null).toBe(formLife.actions(now).includes(action));
        if (!after) continue;
        if (action === "SEND" || action === "RESUBMIT") decided = new Set();
        if (action === "APPROVE") {
          expect(decided.has(now.at)).toBe(false);
          decided.add(now.at);
        }
        now = after;
        expect(formStatuses).toContain(now.status);
        expect(formLife.isWaiting(now.status)).toBe(undecidedForms.includes(now.status as never));
        if (formLife.isWaiting(now.status)) expect(now.at).toBe(decided.size);
        if (grantedForms.includes(now.status as never)) expect(decided.size).toBe(steps.length);
      }
      // From wherever it stands, saying yes often enough ends it.
      if (!formLife.isWaiting(now.status)) return;
      for (let left = steps.length - now.at; left > 0; left--) now = go(now, "APPROVE");
      expect(grantedForms).toContain(now.status);
      expect(formLife.actions(now)).toEqual([]);
    }),
  );
});
