import type { OnboardingTemplate } from "../../shared/onboarding/onboarding.contract";
import { bodyOf, newRow, rowsOf, templateFormSchema } from "./template-form";

const template: OnboardingTemplate = {
  tasks: [
    { title: "Contract", offset_days: -5, duty: "hr", user: null, group: null },
    { title: "Badge", offset_days: 0, duty: "person", user: { id: 3, fullname: "Cora", image: null }, group: null },
    { title: "Laptop", offset_days: 2, duty: "group", user: null, group: { id: 9, title: "IT" } },
  ],
  version: "x",
  revision: 1,
};

test("days before the first one are said without a minus, and sent with one", () => {
  const rows = rowsOf(template);
  expect(rows.map(({ offset_days, when }) => [offset_days, when])).toEqual([
    [5, "before"],
    [0, "after"],
    [2, "after"],
  ]);
  expect(bodyOf(templateFormSchema.cast({ tasks: rows }, { stripUnknown: true }))).toEqual({
    tasks: [
      { title: "Contract", offset_days: -5, duty: "hr" },
      { title: "Badge", offset_days: 0, duty: "person", user_id: 3 },
      { title: "Laptop", offset_days: 2, duty: "group", group_id: 9 },
    ],
  });
});

test("whoever was chosen before another duty isn't sent, and whom it falls to is asked for", () => {
  const row = { ...newRow(), title: "Badge", user_id: "3", group_id: "9" };
  expect(bodyOf(templateFormSchema.cast({ tasks: [row] }))).toEqual({
    tasks: [{ title: "Badge", offset_days: 0, duty: "hr" }],
  });
  const asked = { ...row, duty: "person", user_id: null };
  expect(() => templateFormSchema.validateSync({ tasks: [asked] })).toThrow("field.required");
});
