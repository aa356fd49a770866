import fc from "fast-check";
import type { Progress, RequestAction, RequestWorkflow } from "../../shared/approvals/approvals.workflow";
import { familyServices } from "./families";

/**
 * One model for the life of every family: a list of steps, of which one is asked at a time. Whatever people try in
 * whatever order, the machines allow exactly what the model does.
 */
interface Model {
  phase: "draft" | "waiting" | "granted" | "rejected" | "changes" | "cancelled";
  at: number;
}

/** What is rejected is over there: it can't be changed and sent again. */
const rejectsForGood: ReadonlySet<string> = new Set(["booking"]);

const families = Object.entries(familyServices).map(
  ([family, { workflow, steps }]): [string, RequestWorkflow, readonly string[]] => [family, workflow, steps],
);

const allActions: readonly RequestAction[] = ["SEND", "APPROVE", "REJECT", "REQUEST_CHANGES", "RESUBMIT", "CANCEL"];

/** What the product's rules say; null where it isn't possible. */
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

describe.each(families)("%s", (family, life, kinds) => {
  const chains = fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 6 });
  const draft = (steps: readonly string[]): Progress => ({ status: "draft", steps, at: 0 });

  test("whatever is tried in whatever order, it allows what the model does, and asks one step at a time", () => {
    fc.assert(
      fc.property(chains, fc.array(fc.constantFrom(...allActions), { maxLength: 30 }), (steps, tries) => {
        let progress = draft(steps);
        let model: Model = { phase: "draft", at: 0 };
        for (const action of tries) {
          if (action === "CANCEL") continue; // who may take back what differs between families: below
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

  test("no step is decided twice: each yes moves on by one, and there are as many as steps", () => {
    fc.assert(
      fc.property(chains, (steps) => {
        let progress = life.after(draft(steps), "SEND") as Progress;
        const decided: number[] = [];
        while (life.isWaiting(progress.status)) {
          decided.push(progress.at);
          progress = life.after(progress, "APPROVE") as Progress;
        }
        expect(decided).toEqual(steps.map((_step, at) => at));
        expect(life.after(progress, "APPROVE")).toBeNull();
        expect(life.after(progress, "REJECT")).toBeNull();
      }),
    );
  });

  test("every path ends: from wherever one is, an end can be reached, and what is cancelled stays so", () => {
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
          progress = life.after(progress, action) as Progress;
          expect(left--).toBeGreaterThan(0);
        }
        expect(life.isWaiting(progress.status)).toBe(false);
      }),
    );
  });
});
