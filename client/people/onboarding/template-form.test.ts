import type { OnboardingTemplate } from "../../../shared/people/onboarding/onboarding.contract";
import {
  mergeTemplates,
  toTemplateBody,
  newTemplateRow,
  toTemplateRows,
  templateFormSchema,
  type TemplateRow,
} from "./template-form";

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

describe("a template after a conflict", () => {
  const rowsOf = (...titles: string[]) =>
    toTemplateRows({ tasks: titles.map((title) => ({ title, offset_days: 0, duty: "hr", user: null, group: null })) });
  const [contract, badge, laptop] = rowsOf("Contract", "Badge", "Laptop") as [TemplateRow, TemplateRow, TemplateRow];
  const start = { tasks: [contract, badge, laptop] };
  const merged = (typed: TemplateRow[], newer: TemplateRow[]) =>
    mergeTemplates({ start, typed: { tasks: typed } }, { tasks: newer }).tasks;
  const titles = (rows: TemplateRow[]) => rows.map(({ title }) => title);

  test("has the typed and the newer values of a row", () => {
    const typed = [contract, { ...badge, title: "Badge and key" }, laptop];
    const newer = [contract, { ...badge, duty: "person" as const, user_id: "3" }, { ...laptop, offset_days: 4 }];
    expect(merged(typed, newer)).toEqual([
      contract,
      { ...badge, title: "Badge and key", duty: "person", user_id: "3" },
      { ...laptop, offset_days: 4 },
    ]);
  });
  test("keeps typed days with their side of the first day", () => {
    const typed = [{ ...contract, offset_days: 2 }, badge, laptop];
    const newer = [{ ...contract, offset_days: 5, when: "before" as const }, badge, laptop];
    expect(merged(typed, newer)).toEqual(typed);
  });
  test("has the new rows of both users, each after the row that it followed", () => {
    const [desk, lunch] = rowsOf("Desk", "Lunch") as [TemplateRow, TemplateRow];
    const typed = [contract, { ...newTemplateRow(), title: "Keys" }, badge, laptop];
    expect(titles(merged(typed, [desk, contract, badge, laptop, lunch]))).toEqual([
      "Desk",
      "Contract",
      "Keys",
      "Badge",
      "Laptop",
      "Lunch",
    ]);
  });
  test("lacks rows that either user removed, but keeps a changed one", () => {
    expect(merged([badge, laptop], [contract, badge])).toEqual([badge]);
    const changed = { ...laptop, offset_days: 3 };
    expect(merged([badge, changed], [contract, badge])).toEqual([badge, changed]);
  });
  test("keeps the order that the user has chosen, otherwise the newer one", () => {
    expect(merged([laptop, contract, badge], [badge, contract, laptop])).toEqual([laptop, contract, badge]);
    expect(merged(start.tasks, [badge, contract, laptop])).toEqual([badge, contract, laptop]);
  });
});
