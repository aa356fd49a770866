import { splitValues, insertMessageValues } from "./message-values";

test("splitValues returns the id and values that insertMessageValues joined", () => {
  const values = { min: -0.25, max: 24, unit: "hours" };
  expect(splitValues(insertMessageValues("field.between", values))).toEqual(["field.between", values]);
});

test.each(["field.required", "Is this right?", "What? a=1", ""])("splitValues returns no values for %j", (message) => {
  expect(splitValues(message)).toEqual([message, {}]);
});
