import type { OnboardingTemplate } from "../../../shared/people/onboarding/onboarding.contract";
import { toTemplateBody, newTemplateRow, toTemplateRows, templateFormSchema } from "./template-form";

const template: OnboardingTemplate = {
  tasks: [
    { title: "Contract", offset_days: -5, duty: "hr", user: null, group: null },
    { title: "Badge", offset_days: 0, duty: "person", user: { id: 3, fullname: "Cora", image: null }, group: null },
    { title: "Laptop", offset_days: 2, duty: "group", user: null, group: { id: 9, title: "IT" } },
  ],
  version: "x",
  revision: 1,
  epoch: "",
};

test("days before the first day are positive in the form and sent as negative", () => {
  const rows = toTemplateRows(template);
  expect(rows.map(({ offset_days, when }) => [offset_days, when])).toEqual([
    [5, "before"],
    [0, "after"],
    [2, "after"],
  ]);
  expect(toTemplateBody(templateFormSchema.cast({ tasks: rows }, { stripUnknown: true }))).toEqual({
    tasks: [
      { title: "Contract", offset_days: -5, duty: "hr" },
      { title: "Badge", offset_days: 0, duty: "person", user_id: 3 },
      { title: "Laptop", offset_days: 2, duty: "group", group_id: 9 },
    ],
  });
});

test("assignees of another duty aren't sent, a missing assignee is an error", () => {
  const row = { ...newTemplateRow(), title: "Badge", user_id: "3", group_id: "9" };
  expect(toTemplateBody(templateFormSchema.cast({ tasks: [row] }))).toEqual({
    tasks: [{ title: "Badge", offset_days: 0, duty: "hr" }],
  });
  const personalTask = { ...row, duty: "person", user_id: null };
  expect(() => templateFormSchema.validateSync({ tasks: [personalTask] })).toThrow("field.required");
});
