import { emptyDraft, hasContent } from "./new-task.draft";

test.each([
  ["a project and a column", false, { projectId: 1, columnId: 2 }],
  ["a template that was taken off", false, { removedTemplateId: 3 }],
  ["a description", true, { description: "For the kitchen" }],
  ["people", true, { userIds: [4] }],
  ["a due date", true, { due: "2027-01-05" }],
] as const)("a draft with %s has content: %s", (_, expected, values) => {
  expect(hasContent({ ...emptyDraft, ...values })).toBe(expected);
});
