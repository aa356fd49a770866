import {
  changeInputFields,
  choiceFields,
  choicesOf,
  initialCard,
  recordNameOf,
  taskFieldNames,
} from "./tasks.field-lists";
import type { BoardTask } from "./tasks.contract";
import { taskColumns, taskFields } from "./tasks.fields";
import { createTaskMatcher, emptyFilter } from "./tasks.filter.rules";
import { type BoardSort, createTaskComparator } from "./tasks.sort.rules";

test.each(taskFieldNames)("the initial value of the field %s is valid", (name) => {
  const { initial, reply } = taskFields[name];
  if (name !== "title") expect(reply.isValidSync(initial)).toBe(true);
});

test.each(choiceFields)("the field %s accepts only its choices", (name) => {
  for (const choice of choicesOf(name)) expect(changeInputFields[name].isValidSync(choice)).toBe(true);
  for (const wrong of ["none", 0, 6]) expect(changeInputFields[name].isValidSync(wrong)).toBe(false);
  expect(choicesOf(name)).toContain(taskFields[name].initial);
});

test("each column of a field occurs once in the list's columns", () => {
  const columns = taskFieldNames.flatMap((name) => taskFields[name].column?.name ?? []);
  expect(taskColumns.filter((column) => columns.some((name) => name === column))).toHaveLength(columns.length);
  expect(new Set(taskColumns).size).toBe(taskColumns.length);
});

test("record names are unique, and initial cards do not share lists", () => {
  expect(new Set(taskFieldNames.map(recordNameOf)).size).toBe(taskFieldNames.length);
  expect(initialCard().user_ids).not.toBe(initialCard().user_ids);
});

const card = (fields: Partial<BoardTask>): BoardTask => ({
  ...initialCard(),
  id: 1,
  project_id: 1,
  task_status_id: 1,
  key: "WEB-1",
  rank: "m",
  version: 1,
  spent_minutes: 0,
  cover_url: null,
  created_at: "2026-11-15T12:00:00.000Z",
  reporter_id: null,
  series_id: null,
  comment_count: 0,
  attachment_count: 0,
  subtask_count: 0,
  subtask_done_count: 0,
  ...fields,
});

test.each(choiceFields)("the field %s filters by its choices and sorts in their order", (name) => {
  const choices: readonly BoardTask[typeof name][] = choicesOf(name);
  const cards = choices.map((choice) => card({ [name]: choice }));
  const filterWorld = {
    today: "2026-11-20",
    me: 5,
    peopleOf: () => [],
    kindOf: () => undefined,
    progressOf: () => undefined,
    fields: [],
  };
  for (const choice of choices) {
    const matches = createTaskMatcher({ ...emptyFilter, [name]: [choice] }, filterWorld);
    expect(cards.filter(matches).map((one) => one[name])).toEqual([choice]);
  }
  const nothing = () => undefined;
  const sortWorld = { collator: new Intl.Collator("en"), userName: nothing, groupName: nothing, tagName: nothing };
  const column = taskFields[name].column.name;
  const sorted = (sort: BoardSort) => {
    const compare = createTaskComparator(sort, { ...sortWorld, columnPlace: () => 0, fields: [] });
    return cards.toReversed().sort(compare ?? (() => 0));
  };
  expect(sorted(column)).toEqual(cards);
  expect(sorted(`-${column}`)).toEqual(cards.toReversed());
});
