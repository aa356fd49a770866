import type { LiveEvent } from "./events";
import { replyForExternal, eventForExternal, isSameForExternals, jsonForExternal } from "./external-view";

const event = (type: string, data: object): LiveEvent =>
  ({ id: 1, revision: 1, stream: "project:1", at: "2026-11-20T09:00:00Z", actor: null, type, data }) as never;

// `isSameForAll` and the redaction for external users must agree.
test.each([
  ["task.updated", { id: 1, title: "A" }, true],
  ["task.updated", { id: 1, spent_minutes: 90 }, false],
  ["task.updated", { id: 1, spent_on_estimated_minutes: 80 }, false],
  ["task.updated", { id: 1, spent_minutes: null }, true],
  ["task.deleted", { id: 1, title: "A" }, false],
  ["comment.deleted", { id: 1 }, false],
  ["bin_entry.purged", { id: 1, title: "A" }, false],
  ["project_field.removed", { id: 1, title: "A" }, false],
  ["project_field.purged", { id: 1, title: "A" }, false],
  ["member.removed", { project_id: 1 }, true],
  ["time_entry.created", { id: 1, minutes: 90 }, false],
  ["booking.mine", { bookings: [{ title: "A" }] }, false],
  ["leave.draft", { title: "A" }, false],
] as const)("%s %j is sent unchanged to all users: %s", (type, data, same) => {
  const sent = event(type, data);
  expect(isSameForExternals(sent, "project:1")).toBe(same);
  if (same) expect(eventForExternal(sent, "project:1")).toEqual(sent);
  else expect(JSON.stringify(eventForExternal(sent, "project:1"))).not.toMatch(/"title":"A"|:90/);
});

test.each([
  ["tenant.updated", true],
  ["subscription.changed", true],
  ["expense_category.updated", false],
  ["view.updated", false],
  ["type.added_later", false],
])("%s on the tenant's stream reaches external users: %s", (type, reaches) => {
  const sent = event(type, { id: 1 });
  expect(isSameForExternals(sent, "tenant:1")).toBe(reaches);
  expect(eventForExternal(sent, "tenant:1").type).toBe(reaches ? type : "withheld");
});

test("replies are redacted at every depth, except for the reader's own entries", () => {
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
  const concealed = {
    ...task,
    spent_minutes: null,
    spent_on_estimated_minutes: null,
    budget: null,
    time_entries: [by(7)],
  };
  expect(replyForExternal(task, 7)).toEqual(concealed);
  expect(replyForExternal({ data: [{ task }, [task]], meta: { spent_minutes: 3 } }, 7)).toEqual({
    data: [{ task: concealed }, [concealed]],
    meta: { spent_minutes: null },
  });
  // Hours that are not numbers stay unchanged, and `time_entries` that is not a list is redacted like any object.
  const other = { spent_minutes: null, time_entries: { spent_minutes: 4 }, minutes: 9 };
  expect(replyForExternal(other, 7)).toEqual({ ...other, time_entries: { spent_minutes: null } });
  for (const plain of [null, undefined, 0, "spent_minutes", true]) expect(replyForExternal(plain, 7)).toBe(plain);
});

test("jsonForExternal redacts JSON text, but not user text that resembles it", () => {
  const answer = { spent_minutes: 90, spent_on_estimated_minutes: 80, title: '"spent_minutes":12', minutes: 3 };
  expect(JSON.parse(jsonForExternal(JSON.stringify(answer)))).toEqual({
    ...answer,
    spent_minutes: null,
    spent_on_estimated_minutes: null,
  });
});

test("external users get events without hours, and deletions without titles", () => {
  const filtered = (type: string, data: object) => eventForExternal(event(type, data), "project:1");
  expect(filtered("time_entry.created", { id: 4 })).toMatchObject({
    type: "withheld",
    actor: null,
    data: {},
    revision: 1,
  });
  expect(filtered("task.deleted", { id: 4, title: "A", name: "B", task_title: "C" })).toMatchObject({
    type: "task.deleted",
    data: { id: 4, title: "", name: "", task_title: "", unlisted: true },
  });
  expect(filtered("task.deleted", { id: 4 }).data).toEqual({ id: 4, unlisted: true });
  expect(filtered("task.updated", { title: "A", spent_minutes: 9, spent_on_estimated_minutes: 8 }).data).toEqual({
    title: "A",
    spent_minutes: null,
    spent_on_estimated_minutes: null,
  });
});
