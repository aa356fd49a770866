import { ProblemError } from "../../platform/problem-error";
import { planDialog$ } from "./plan-dialog";
import { planRemedy } from "./plan-remedy";

const text = ((id: string) => id) as Parameters<typeof planRemedy>[1];
const refused = (code: ProblemError["code"]) => planRemedy(new ProblemError(403, code, "No"), text);

test.each(["plan_limit_reached", "feature_not_in_plan"] as const)(
  "the error %s offers a button that opens the plans",
  (code) => {
    planDialog$.set({ opened: false });
    refused(code)?.onTake();
    expect(planDialog$.value.opened).toBe(true);
  },
);

test("other errors offer no button", () => {
  expect(refused("notFound")).toBeUndefined();
  expect(planRemedy(new Error("offline"), text)).toBeUndefined();
});
