import { changeInput, choiceFields, choicesOf, initialCard, recordOf, taskFieldNames } from "./tasks.field-lists";
import { taskColumns, taskFields } from "./tasks.fields";

test.each(taskFieldNames)("%s begins with what its answers may hold", (name) => {
  const { initial, reply } = taskFields[name];
  if (name !== "title") expect(reply.isValidSync(initial)).toBe(true); // a title has to be said
});

test.each(choiceFields)("%s takes each of its choices and nothing else", (name) => {
  for (const choice of choicesOf(name)) expect(changeInput[name].isValidSync(choice)).toBe(true);
  for (const wrong of ["none", 0, 6]) expect(changeInput[name].isValidSync(wrong)).toBe(false);
  expect(choicesOf(name)).toContain(taskFields[name].initial);
});

test("every column of a field stands in the list once", () => {
  const columns = taskFieldNames.flatMap((name) => taskFields[name].column?.name ?? []);
  expect(taskColumns.filter((column) => columns.some((name) => name === column))).toHaveLength(columns.length);
  expect(new Set(taskColumns).size).toBe(taskColumns.length);
});

test("no two fields share a name in answers, and two new cards share no list", () => {
  expect(new Set(taskFieldNames.map(recordOf)).size).toBe(taskFieldNames.length);
  expect(initialCard().user_ids).not.toBe(initialCard().user_ids);
});
