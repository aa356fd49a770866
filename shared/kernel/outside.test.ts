import type { LiveEvent } from "./events";
import { eventForOutside, isForEverybody } from "./outside";

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
] as const)("%s %j is the same for everybody: %s", (type, data, same) => {
  const told = event(type, data);
  expect(isForEverybody(told)).toBe(same);
  if (same) expect(eventForOutside(told)).toEqual(told);
  else expect(JSON.stringify(eventForOutside(told))).not.toMatch(/"title":"A"|:90/);
});
