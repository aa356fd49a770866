import fc from "fast-check";
import type {
  WorkflowProgress,
  RequestAction,
  RequestWorkflow,
} from "../../../shared/approvals/approvals/approvals.workflow";
import { requestFamilies } from "../../request-families";

/**
 * Reference model of the life cycle that all request families share: a list of steps, one pending at a time. For any sequence of actions,
 * the state machines must allow exactly what the model allows.
 */
interface Model {
  phase: "draft" | "waiting" | "granted" | "rejected" | "changes" | "cancelled";
  at: number;
}

/** Families in which a rejected request can't be changed and sent again. */
const rejectsForGood: ReadonlySet<string> = new Set(["booking"]);

const families = Object.entries(requestFamilies).map(
  ([family, { workflow, steps }]): [string, RequestWorkflow, readonly string[]] => [family, workflow, steps],
);

const allActions: readonly RequestAction[] = ["SEND", "APPROVE", "REJECT", "REQUEST_CHANGES", "RESUBMIT", "CANCEL"];

/** The next state of the model; null if the action isn't allowed. */
function modelAfter({ phase, at }: Model, action: RequestAction, steps: number, forGood: boolean): Model | null {
  if (phase === "draft" && action === "SEND") return { phase: "waiting", at: 0 };
  if ((phase === "changes" || (phase === "rejected" && !forGood)) && action === "RESUBMIT")
    return { phase: "waiting", at: 0 };
  if (phase !== "waiting") return null;
  if (action === "REJECT") return { phase: "rejected", at };
  if (action === "REQUEST_CHANGES") return { phase: "changes", at };
  if (action !== "APPROVE") return null;
  return at + 1 < steps ? { phase: "waiting", at: at + 1 } : { phase: "granted", at: at + 1 };
}

describe.each(families)("workflow of %s", (family, life, kinds) => {
  const chains = fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 6 });
  const draft = (steps: readonly string[]): WorkflowProgress => ({ status: "draft", steps, at: 0 });

  test("allows exactly what the model allows, with one pending step at a time", () => {
    fc.assert(
      fc.property(chains, fc.array(fc.constantFrom(...allActions), { maxLength: 30 }), (steps, tries) => {
        let progress = draft(steps);
        let model: Model = { phase: "draft", at: 0 };
        for (const action of tries) {
          if (action === "CANCEL") continue; // cancelling differs between families and is tested below
          const next = life.after(progress, action);
          const expected = modelAfter(model, action, steps.length, rejectsForGood.has(family));
          expect([action, model.phase, next !== null]).toEqual([action, model.phase, expected !== null]);
          expect(life.actions(progress).includes(action)).toBe(next !== null);
          progress = next ?? progress;
          model = expected ?? model;
          expect(life.isWaiting(progress.status)).toBe(model.phase === "waiting");
          if (model.phase === "waiting") expect(progress.at).toBe(model.at);
        }
      }),
    );
  });

  test("each approval advances exactly one step", () => {
    fc.assert(
      fc.property(chains, (steps) => {
        let progress = life.after(draft(steps), "SEND") as WorkflowProgress;
        const decided: number[] = [];
        while (life.isWaiting(progress.status)) {
          decided.push(progress.at);
          progress = life.after(progress, "APPROVE") as WorkflowProgress;
        }
        expect(decided).toEqual(steps.map((_step, at) => at));
        expect(life.after(progress, "APPROVE")).toBeNull();
        expect(life.after(progress, "REJECT")).toBeNull();
      }),
    );
  });

  test("every sequence of actions can still reach a final state", () => {
    fc.assert(
      fc.property(chains, fc.array(fc.constantFrom(...allActions), { maxLength: 30 }), (steps, tries) => {
        let progress = draft(steps);
        for (const action of tries) progress = life.after(progress, action) ?? progress;
        const cancelled = life.after(progress, "CANCEL");
        if (cancelled) {
          expect(life.isWaiting(cancelled.status)).toBe(false);
          expect(life.actions(cancelled)).toEqual([]);
        }
        const onward: RequestAction[] = ["APPROVE", "SEND", "RESUBMIT"];
        let left = steps.length + 2;
        for (;;) {
          const action = onward.find((one) => life.actions(progress).includes(one));
          if (!action) break;
          progress = life.after(progress, action) as WorkflowProgress;
          expect(left--).toBeGreaterThan(0);
        }
        expect(life.isWaiting(progress.status)).toBe(false);
      }),
    );
  });
});
