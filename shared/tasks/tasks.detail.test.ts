import type { DomainEvent } from "../domain-events";
import type { TaskDetail } from "./task-detail.contract";
import { applyToDetail, isAboutTask } from "./tasks.detail";
import { initialCard } from "./tasks.field-lists";

const dara = { id: 2, fullname: "Dara Aziz", image: null };
const amira = { id: 1, fullname: "Amira Haddad", image: null };
const column = (id: number, title: string) =>
  ({ id, project_id: 3, title, kind: "todo", color: null, wip_limit: null, sort_order: id, version: 1 }) as const;

const detail: TaskDetail = {
  id: 12,
  project_id: 3,
  task_status_id: 5,
  key: "WEB-12",
  ...initialCard(),
  title: "Write the copy",
  rank: "a0",
  version: 4,
  user_ids: [1],
  tag_ids: [7],
  spent_minutes: 0,
  cover_url: null,
  created_at: "2030-01-01T09:00:00.000Z",
  reporter_id: null,
  comment_count: 0,
  attachment_count: 0,
  subtask_count: 0,
  subtask_done_count: 0,
  project: { id: 3, title: "Website", code: "WEB", color: "teal" },
  column: column(5, "To do"),
  columns: [column(5, "To do"), column(6, "Doing")],
  description: null,
  published: true,
  archived: false,
  updated_at: "2026-11-01T08:00:00Z",
  reporter: amira,
  users: [amira],
  watchers: [amira],
  watching: true,
  blockers: [],
  blocking: [],
  groups: [],
  tags: [{ id: 7, project_id: 3, name: "Design", color: "rose" }],
  comments: [],
  attachments: [],
  cover_id: null,
  subtasks: [],
  time_entries: [],
  activities: [],
  names: { users: [], groups: [], tags: [], columns: [], tasks: [] },
  revision: 40,
  can: { create: true, edit: true, move: true, delete: false, comment: true, attach: true, tag: true, log: true },
};

const ref = { id: 12, project_id: 3, key: "WEB-12", title: "Write the copy" };
const event = (type: string, data: object, revision = 41) =>
  ({ revision, id: revision, type, actor: dara, at: "2026-11-20T09:00:00Z", data }) as unknown as DomainEvent;
const after = (...events: DomainEvent[]) => events.reduce((task, one) => applyToDetail(task, one, { id: 1 }), detail);

describe("a task on its panel", () => {
  it("offers what was attached to whoever attached it, while they may, and to whoever may delete tasks", () => {
    const file = { id: 8, name: "a.pdf", type: "application/pdf", size: 1, url: "/files/8/a.pdf", preview_url: null };
    const attached = { id: 5, task_id: 12, project_id: 3, title: "a", file, author: amira, created_at: ref.title };
    const offered = (author: typeof amira, can: Partial<TaskDetail["can"]>) =>
      applyToDetail(
        { ...detail, can: { ...detail.can, ...can } },
        event("attachment.created", { ...attached, author, attachment_count: 1 }),
        { id: 1 },
      ).attachments[0]?.can.delete;
    expect(offered(amira, {})).toBe(true);
    expect(offered(amira, { attach: false })).toBe(false);
    expect(offered(dara, {})).toBe(false);
    expect(offered(dara, { delete: true })).toBe(true);
  });

  it("takes the fields that changed, with the people an event names", () => {
    const task = after(
      event("task.updated", { ...ref, version: 5, title: "New", user_ids: [1, 2], users: [dara], before: {} }),
    );
    expect(task).toMatchObject({ title: "New", version: 5, user_ids: [1, 2], users: [amira, dara], description: null });
    expect(task).not.toHaveProperty("before");
  });

  it("moves to a column by its name", () => {
    const moved = { ...ref, task_status_id: 6, rank: "a1", version: 5, progress: 10, from_task_status_id: 5 };
    expect(after(event("task.moved", moved))).toMatchObject({
      task_status_id: 6,
      column: { title: "Doing" },
      progress: 10,
    });
  });

  it("leaves other tasks' events alone and keeps being the same object", () => {
    const other = event("task.updated", { ...ref, id: 13, version: 2, title: "Other", before: {} });
    expect(after(other)).toBe(detail);
    expect(isAboutTask(detail, other, { id: 1 })).toBe(false);
  });

  it("drops what it was read after", () => {
    expect(after(event("task.updated", { ...ref, version: 3, title: "Old", before: {} }, 40))).toBe(detail);
  });

  it("has the words of a comment as they are now, also in the lines that told of it before", () => {
    const said = { id: 1, task_id: 12, project_id: 3, author: dara, version: 1, created_at: "", edited_at: null };
    const words = (...events: DomainEvent[]) =>
      after(...events).activities.map(({ type, data }) => [type, (data as { comment?: string }).comment]);
    const created = event("comment.created", { ...said, comment: "Old" });
    const other = event("comment.created", { ...said, id: 2, comment: "Other" }, 42);
    const changed = event("comment.updated", { ...said, comment: "New" }, 43);
    expect(words(created, other, changed)).toEqual([
      ["comment.updated", "New"],
      ["comment.created", "Other"],
      ["comment.created", "New"],
    ]);
    expect(words(created, other, changed, event("comment.deleted", { id: 1, task_id: 12 }, 44))).toEqual([
      ["comment.deleted", undefined],
      ["comment.updated", ""],
      ["comment.created", "Other"],
      ["comment.created", ""],
    ]);
  });

  it("gains, changes and loses comments, and knows what the reader may do with them", () => {
    const facts = {
      created_at: "",
      edited_at: null,
      version: 1,
      project_id: 3,
      key: "WEB-12",
      title: "",
      mentions: [],
    };
    const created = event("comment.created", { ...facts, id: 1, task_id: 12, comment: "<p>Yes</p>", author: dara });
    const mine = event("comment.created", { ...facts, id: 2, task_id: 12, comment: "<p>Mine</p>", author: amira }, 42);
    const both = after(created, mine);
    expect(both.comments.map(({ can }) => can)).toEqual([
      { edit: false, delete: false },
      { edit: true, delete: true },
    ]);
    expect(both.comment_count).toBe(2);
    const changed = event(
      "comment.updated",
      { ...facts, id: 1, task_id: 12, comment: "<p>No</p>", author: dara, version: 2 },
      43,
    );
    const gone = event("comment.deleted", { id: 2, task_id: 12, project_id: 3, key: "", title: "" }, 44);
    expect([changed, gone].reduce((task, one) => applyToDetail(task, one, { id: 1 }), both).comments).toMatchObject([
      { id: 1, comment: "<p>No</p>", version: 2 },
    ]);
  });

  it("keeps its history, each line once, newest first", () => {
    const archived = event("task.archived", { ...ref, task_status_id: 5, version: 5 });
    const restored = event("task.restored", { ...detail, version: 6 }, 42);
    const task = after(archived, archived, restored);
    expect(task.archived).toBe(false);
    expect(task.activities.map(({ type }) => type)).toEqual(["task.restored", "task.archived"]);
  });

  it("follows columns, tags and the project it belongs to", () => {
    const task = after(
      event("column.updated", { ...column(5, "Ready"), before: {} }),
      event("column.sorted", { project_id: 3, ids: [6, 5] }, 42),
      event("tag.deleted", { id: 7, project_id: 3, name: "Design" }, 43),
      event("project.updated", { id: 3, version: 2, title: "Relaunch", before: {} }, 44),
    );
    expect(task.column.title).toBe("Ready");
    expect(task.columns.map(({ id }) => id)).toEqual([6, 5]);
    expect(task.tag_ids).toEqual([]);
    expect(task.project.title).toBe("Relaunch");
  });
});
