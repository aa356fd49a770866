import { ruleSchema } from "./approval-rules.schema";

const isTaken = (steps: object[] | null) => ruleSchema.isValidSync({ family: "leave", name: "Long leave", steps });

test("a rule with no steps or more than ten is rejected", () => {
  expect(isTaken([])).toBe(false);
  expect(isTaken(null)).toBe(false);
  expect(isTaken([{ by: "manager" }])).toBe(true);
  expect(isTaken(Array.from({ length: 11 }, () => ({ by: "manager" })))).toBe(false);
});
