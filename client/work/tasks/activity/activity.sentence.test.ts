import english from "../../../locales/en.json";
import shared from "../../../../shared/locales/en.json";
import { buildSentence, type ActivityEvent, type SentenceValue } from "./activity.sentence";

const dara = { fullname: "Dara Aziz" };
const sentenceFor = (type: string, data: Record<string, unknown>, actor: ActivityEvent["actor"] = dara) =>
  buildSentence({ type, actor, data });

const task = { id: 12, project_id: 3, key: "WEB-12", title: "Write the copy" };

describe("tasks", () => {
  test("the sentence for a moved task names the column if the event includes it", () => {
    const moved = { ...task, task_status_id: 5, from_task_status_id: 4, rank: "a", version: 2, progress: 0 };
    expect(sentenceFor("task.moved", { ...moved, column: { id: 5, title: "In progress" } })).toMatchObject({
      id: "activity.task.movedTo",
      values: { name: "Dara Aziz", key: "WEB-12", column: "In progress" },
      taskId: 12,
    });
    expect(sentenceFor("task.moved", moved)).toMatchObject({ id: "activity.task.moved" });
    expect(sentenceFor("task.moved", { ...moved, column: null })).toMatchObject({ id: "activity.task.moved" });
  });

  test("the sentence about a deleted task doesn't link to the task", () =>
    expect(sentenceFor("task.deleted", task)?.taskId).toBeUndefined());

  test.each<[string, Record<string, unknown>, string, Record<string, SentenceValue>]>([
    ["a title", { title: "New", before: { title: "Old" } }, "activity.task.renamed", { title: { quote: "New" } }],
    [
      "a priority",
      { priority: "high", before: { priority: "low" } },
      "activity.task.priority",
      { priority: { message: "task.priority.high" } },
    ],
    [
      "progress back to nothing",
      { progress: 0, before: { progress: 40 } },
      "activity.task.progress",
      { progress: { percent: 0 } },
    ],
    [
      "a due date",
      { due_date: "2026-12-01", before: { due_date: null } },
      "activity.task.due",
      { day: { day: "2026-12-01" } },
    ],
    ["no due date any more", { due_date: null, before: { due_date: "2026-12-01" } }, "activity.task.dueRemoved", {}],
    [
      "people added",
      { user_ids: [1], before: { user_ids: [] }, users: [dara] },
      "activity.task.assigned",
      { people: { list: ["Dara Aziz"] } },
    ],
    ["people taken off", { user_ids: [], before: { user_ids: [1] } }, "activity.task.assignees", {}],
    [
      "a description",
      { description: "<p>x</p>", before: { description: null } },
      "activity.task.fields",
      { fields: { list: [{ message: "activity.field.description" }] } },
    ],
    [
      "several fields",
      { priority: "low", due_date: null, before: { priority: "high", due_date: "2026-12-01" } },
      "activity.task.fields",
      { fields: { list: [{ message: "activity.field.priority" }, { message: "activity.field.due_date" }] } },
    ],
    ["nothing that has a name", { before: {} }, "activity.task.changed", {}],
    ["an old event without before", {}, "activity.task.changed", {}],
  ])("describes the changed fields of a task update: %s", (_, data, id, values) => {
    expect(sentenceFor("task.updated", { id: 12, key: "WEB-12", ...data })).toMatchObject({ id, values });
  });
});

test("a comment's excerpt has no markup", () => {
  const commentData = { ...task, task_id: 12, comment: "<p>Looks <b>good</b> &amp; done</p><p>Ship it</p>" };
  expect(sentenceFor("comment.created", commentData)).toMatchObject({
    values: { excerpt: { quote: "Looks good & done Ship it" } },
    taskId: 12,
  });
});

test("joining a project and being added by another user have different sentences", () => {
  const user = { id: 1, fullname: "Dara Aziz", image: null };
  expect(sentenceFor("member.added", { project_id: 3, title: "Website", user, role: "member" })?.id).toBe(
    "activity.member.joined",
  );
  expect(
    sentenceFor("member.added", { project_id: 3, title: "Website", user, role: "member" }, { fullname: "Amira" })?.id,
  ).toBe("activity.member.added");
});

test("a changed project status has its own sentence; several changes share one", () => {
  expect(
    sentenceFor("project.updated", { id: 3, version: 2, status: "on_hold", before: { status: "active" } }),
  ).toMatchObject({
    id: "activity.project.status",
    values: { state: { message: "projects.state.on_hold" } },
  });
  expect(
    sentenceFor("project.updated", {
      id: 3,
      version: 2,
      title: "B",
      color: "teal",
      before: { title: "A", color: "blue" },
    }),
  ).toMatchObject({
    values: {
      fields: { list: [{ message: "activity.field.project.title" }, { message: "activity.field.project.color" }] },
    },
  });
});

test("project changes without specific wording fall back to a generic sentence", () => {
  for (const before of [{}, { budget: "5" }])
    expect(sentenceFor("project.updated", { id: 3, version: 2, before })?.id).toBe("activity.project.changed");
  expect(sentenceFor("project.updated", { id: 3, version: 2, color: "teal", before: { color: "blue" } })?.id).toBe(
    "activity.project.fields",
  );
});

test("templates of tasks are named, with the column whose default they are", () => {
  const template = { id: 3, project_id: 4, title: "Bug" };
  const sentenceOf = (change: string, data: Record<string, unknown> = {}) => {
    const sentence = sentenceFor(`task_template.${change}`, { ...template, ...data });
    return [sentence?.id.replace("activity.taskTemplate.", ""), sentence?.values];
  };
  const { fullname: name } = dara;
  expect(sentenceOf("created")).toEqual(["created", { name, template: "Bug" }]);
  expect(sentenceOf("updated")).toEqual(["updated", { name, template: "Bug" }]);
  expect(sentenceOf("updated", { previous_title: "Fault" })).toEqual([
    "renamed",
    { name, before: "Fault", template: "Bug" },
  ]);
  expect(sentenceOf("deleted")).toEqual(["removed", { name, template: "Bug" }]);
  expect(sentenceOf("restored")).toEqual(["restored", { name, template: "Bug" }]);
  const ofColumn = { task_status_id: 7, column: "To do" };
  const ofProject = { task_status_id: null, column: null };
  expect(sentenceOf("default_changed", ofColumn)).toEqual([
    "default.ofColumn",
    { name, template: "Bug", column: "To do" },
  ]);
  expect(sentenceOf("default_changed", ofProject)).toEqual(["default.ofProject", { name, template: "Bug" }]);
  expect(sentenceOf("default_changed", { ...ofColumn, id: null, title: null })).toEqual([
    "defaultRemoved.ofColumn",
    { name, column: "To do" },
  ]);
  expect(sentenceOf("default_changed", { ...ofProject, id: null, title: null })).toEqual([
    "defaultRemoved.ofProject",
    { name },
  ]);
});

test("an event of a template without its title has no sentence", () => {
  expect(sentenceFor("task_template.created", { id: 3, project_id: 4 })).toBeNull();
});

test("a null actor gets a placeholder name; unlisted event types get no sentence", () => {
  expect(sentenceFor("task.archived", task, null)?.values.name).toEqual({ message: "activity.somebody" });
  for (const type of ["column.rebalanced", "notification.created", "session.ended", "made.up"]) {
    expect(sentenceFor(type, {})).toBeNull();
  }
});

test("every sentence has a message in the English catalog and all its values", () => {
  const catalog = { ...shared, ...english } as Record<string, string>;
  const data = {
    ...task,
    task_id: 12,
    comment: "x",
    name: "Bug",
    user: { fullname: "A" },
    role: "owner",
    group: { title: "G" },
    tasks: 3,
    before: {},
  };
  const types =
    "task.created task.moved task.updated task.archived task.restored task.deleted comment.created comment.updated comment.deleted " +
    "column.created column.updated column.sorted column.deleted " +
    "project_field.created project_field.updated project_field.sorted project_field.removed project_field.restored project_field.kind_changed project_field.kind_restored project_field.purged bin_entry.purged column.restored project.created project.imported project.updated project.archived project.restored " +
    "member.added member.updated member.removed group.added group.removed tag.created tag.updated tag.deleted";
  for (const type of types.split(" ")) {
    const sentence = sentenceFor(type, data);
    expect([type, catalog[sentence?.id ?? ""]]).toEqual([type, expect.any(String)]);
    // A placeholder without a value would leave a gap in the sentence.
    const placeholders = [...(catalog[sentence?.id ?? ""] ?? "").matchAll(/\{(\w+)/g)].map((match) => match[1]);
    expect(Object.keys(sentence?.values ?? {})).toEqual(expect.arrayContaining(placeholders));
  }
});
