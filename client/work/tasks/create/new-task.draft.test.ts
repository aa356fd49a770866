import { emptyDraft, hasContent } from "./new-task.draft";

test.each([
  ["a project and a column", { projectId: 1, columnId: 2 }, false],
  ["a template that was taken off", { removedTemplateId: 3 }, false],
  ["a description", { description: "For the kitchen" }, true],
  ["people", { userIds: [4] }, true],
  ["a due date", { due: "2027-01-05" }, true],
] as const)("a draft with %s has content: %s %s", (_, values, expected) => {
  expect(hasContent({ ...emptyDraft, ...values })).toBe(expected);
});
