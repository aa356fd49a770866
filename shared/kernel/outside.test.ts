import type { LiveEvent } from "./events";
import { answerForOutside, eventForOutside, isForEverybody, jsonForOutside } from "./outside";

const event = (type: string, data: object): LiveEvent =>
  ({ id: 1, revision: 1, stream: "project:1", at: "2026-11-20T09:00:00Z", actor: null, type, data }) as never;

// Said twice in the code: what is sent to everybody in one frame, and what is concealed from people from outside.
test.each([
  ["task.updated", { id: 1, title: "A" }, true],
  ["task.updated", { id: 1, spent_minutes: 90 }, false],
  ["task.updated", { id: 1, spent_on_estimated_minutes: 0 }, false],
  ["task.updated", { id: 1, spent_minutes: null }, true],
  ["task.deleted", { id: 1, title: "A" }, false],
  ["comment.deleted", { id: 1 }, false],
  ["time_entry.created", { id: 1, minutes: 90 }, false],
  ["booking.mine", { bookings: [{ title: "A" }] }, false],
] as const)("%s %j is the same for everybody: %s", (type, data, same) => {
  const told = event(type, data);
  expect(isForEverybody(told)).toBe(same);
  if (same) expect(eventForOutside(told)).toEqual(told);
  else expect(JSON.stringify(eventForOutside(told))).not.toMatch(/"title":"A"|:90/);
});

test("an answer is concealed at every depth, in lists and in what lies within; what one wrote down oneself stays", () => {
  const by = (id: number) => ({ id, minutes: 5, user: { id } });
  const task = {
    id: 1,
    title: "A",
    spent_minutes: 90,
    spent_on_estimated_minutes: 80,
    budget: "500",
    time_entries: [by(7), by(8), { id: 9, user: null }, "x"],
    at: new Date(0),
  };
  const concealed = { ...task, spent_minutes: 0, spent_on_estimated_minutes: 0, budget: null, time_entries: [by(7)] };
  expect(answerForOutside(task, 7)).toEqual(concealed);
  expect(answerForOutside({ data: [{ task }, [task]], meta: { spent_minutes: 3 } }, 7)).toEqual({
    data: [{ task: concealed }, [concealed]],
    meta: { spent_minutes: 0 },
  });
  // What isn't a number of hours, or isn't a list of entries, goes by its own content.
  const other = { spent_minutes: null, time_entries: { spent_minutes: 4 }, minutes: 9 };
  expect(answerForOutside(other, 7)).toEqual({ ...other, time_entries: { spent_minutes: 0 } });
  for (const plain of [null, undefined, 0, "spent_minutes", true]) expect(answerForOutside(plain, 7)).toBe(plain);
});

test("the same of an answer as text, and not of what somebody has written into one", () => {
  const answer = { spent_minutes: 90, spent_on_estimated_minutes: 80, title: '"spent_minutes":12', minutes: 3 };
  expect(JSON.parse(jsonForOutside(JSON.stringify(answer)))).toEqual({
    ...answer,
    spent_minutes: 0,
    spent_on_estimated_minutes: 0,
  });
});

test("of hours people from outside hear that there is an event, of deletions which one, else everything but hours", () => {
  const told = (type: string, data: object) => eventForOutside(event(type, data));
  expect(told("time_entry.created", { id: 4 })).toMatchObject({ type: "withheld", actor: null, data: {}, revision: 1 });
  expect(told("task.deleted", { id: 4, title: "A", name: "B", task_title: "C" })).toMatchObject({
    type: "task.deleted",
    data: { id: 4, title: "", name: "", task_title: "", unlisted: true },
  });
  expect(told("task.deleted", { id: 4 }).data).toEqual({ id: 4, unlisted: true });
  expect(told("task.updated", { title: "A", spent_minutes: 9, spent_on_estimated_minutes: 8 }).data).toEqual({
    title: "A",
    spent_minutes: 0,
    spent_on_estimated_minutes: 0,
  });
});
