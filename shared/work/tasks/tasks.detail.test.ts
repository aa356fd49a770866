import type { DomainEvent } from "../../kernel/events";
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
  tag_ids: [7, 8],
  spent_minutes: 0,
  cover_url: null,
  created_at: "2030-01-01T09:00:00.000Z",
  reporter_id: null,
  series_id: null,
  comment_count: 0,
  attachment_count: 0,
  subtask_count: 0,
  subtask_done_count: 0,
  project: { id: 3, title: "Website", code: "WEB", color: "teal" },
  column: column(5, "To do"),
  columns: [column(5, "To do"), column(6, "Doing")],
  description: null,
  fields: [],
  published: true,
  archived: false,
  updated_at: "2026-11-01T08:00:00Z",
  reporter: amira,
  import: null,
  last_import: null,
  template: null,
  users: [amira],
  watchers: [amira],
  watching: true,
  blockers: [],
  blocking: [],
  groups: [],
  tags: [
    { id: 7, project_id: 3, name: "Design", color: "rose" },
    { id: 8, project_id: 3, name: "Copy", color: "teal" },
  ],
  comments: [],
  attachments: [],
  cover_id: null,
  subtasks: [],
  time_entries: [],
  activities: [],
  names: { users: [], groups: [], tags: [], columns: [], tasks: [] },
  revision: 40,
  epoch: "",
  can: { create: true, edit: true, move: true, delete: false, comment: true, attach: true, tag: true, log: true },
};

const ref = { id: 12, project_id: 3, key: "WEB-12", title: "Write the copy" };
const event = (type: string, data: object, revision = 41) =>
  ({ revision, id: revision, type, actor: dara, at: "2026-11-20T09:00:00Z", data }) as unknown as DomainEvent;
const after = (...events: DomainEvent[]) => events.reduce((task, one) => applyToDetail(task, one, { id: 1 }), detail);

describe("an open task", () => {
  it("attachments can be edited by their author and users who may delete tasks", () => {
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

  it("a preview is applied only to the current file of the attachment", () => {
    const file = (id: number, preview_url: string | null) =>
      ({ id, name: "a.pdf", type: "application/pdf", size: 1, url: `/files/${id}/a.pdf`, preview_url }) as const;
    const lying = (id: number, of: number) => ({ id, task_id: 12, title: "a", file: file(of, null), author: amira });
    const open = { ...detail, attachments: [lying(5, 8), lying(6, 9)] } as unknown as TaskDetail;
    const previewed = (id: number, of: number, task_id = 12) =>
      applyToDetail(open, event("attachment.previewed", { id, task_id, project_id: 3, file: file(of, "/p") }), {
        id: 1,
      });
    expect(previewed(5, 8).attachments.map((one) => one.file.preview_url)).toEqual(["/p", null]);
    expect([previewed(5, 9), previewed(6, 8), previewed(7, 8), previewed(5, 8, 13)]).toEqual([open, open, open, open]);
    expect(previewed(5, 9).attachments).toBe(open.attachments);
  });

  it("task.updated applies the changed fields and the users in the event", () => {
    const task = after(
      event("task.updated", { ...ref, version: 5, title: "New", user_ids: [1, 2], users: [dara], before: {} }),
    );
    expect(task).toMatchObject({ title: "New", version: 5, user_ids: [1, 2], users: [amira, dara], description: null });
    expect(task).not.toHaveProperty("before");
  });

  it("task.moved updates the column and the progress", () => {
    const moved = { ...ref, task_status_id: 6, rank: "a1", version: 5, progress: 10, from_task_status_id: 5 };
    expect(after(event("task.moved", moved))).toMatchObject({
      task_status_id: 6,
      column: { title: "Doing" },
      progress: 10,
    });
  });

  it("events of other tasks leave the task detail identical", () => {
    const other = event("task.updated", { ...ref, id: 13, version: 2, title: "Other", before: {} });
    expect(after(other)).toBe(detail);
    expect(isAboutTask(detail, other, { id: 1 })).toBe(false);
  });

  it("events older than the task detail's revision are ignored", () => {
    expect(after(event("task.updated", { ...ref, version: 3, title: "Old", before: {} }, 40))).toBe(detail);
  });

  it("an edited comment also changes in earlier history entries", () => {
    const comment = { id: 1, task_id: 12, project_id: 3, author: dara, version: 1, created_at: "", edited_at: null };
    const words = (...events: DomainEvent[]) =>
      after(...events).activities.map(({ type, data }) => [type, (data as { comment?: string }).comment]);
    const created = event("comment.created", { ...comment, comment: "Old" });
    const other = event("comment.created", { ...comment, id: 2, comment: "Other" }, 42);
    const changed = event("comment.updated", { ...comment, comment: "New" }, 43);
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

  it("comments are added, changed and removed with the reader's permissions", () => {
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
    const deletion = event("comment.deleted", { id: 2, task_id: 12, project_id: 3, key: "", title: "" }, 44);
    expect([changed, deletion].reduce((task, one) => applyToDetail(task, one, { id: 1 }), both).comments).toMatchObject(
      [{ id: 1, comment: "<p>No</p>", version: 2 }],
    );
  });

  it("reactions are unique per user and ordered; those without users are removed", () => {
    const comment = { version: 1, project_id: 3, created_at: "", edited_at: null, author: dara, task_id: 12 };
    const comments = [1, 2].map((id) => event("comment.created", { ...comment, id, comment: "Yes" }, 40 + id));
    let revision = 50;
    const react = (type: "added" | "removed", emoji: string, user: typeof dara, comment_id = 2) =>
      event(`reaction.${type}`, { task_id: 12, comment_id, emoji, user }, ++revision);
    const reactionsAfter = (...events: DomainEvent[]) =>
      after(...comments, ...events).comments.map(({ reactions }) =>
        reactions.map(({ emoji, users }) => [emoji, ...users.map(({ id }) => id)]),
      );
    const heart = react("added", "heart", dara);
    const like = react("added", "like", dara);
    const also = react("added", "heart", amira);
    expect(reactionsAfter(heart, like, also)).toEqual([
      [],
      [
        ["like", 2],
        ["heart", 2, 1],
      ],
    ]);
    expect(reactionsAfter(heart, like, also, react("added", "heart", dara))).toEqual([
      [],
      [
        ["like", 2],
        ["heart", 1, 2],
      ],
    ]);
    expect(reactionsAfter(heart, like, also, react("removed", "heart", dara), react("removed", "like", dara))).toEqual([
      [],
      [["heart", 1]],
    ]);
    expect(reactionsAfter(heart, react("removed", "heart", amira))).toEqual([[], [["heart", 2]]]);
    expect(
      after(...comments, event("reaction.added", { task_id: 13, comment_id: 2, emoji: "like", user: dara }, 60)),
    ).toEqual(after(...comments));
  });

  it("a restored comment returns to its position with its reactions", () => {
    const comment = { version: 1, project_id: 3, created_at: "", edited_at: null, author: dara, task_id: 12 };
    const created = (id: number) => event("comment.created", { ...comment, id, comment: `${id}` }, 40 + id);
    const deletion = event("comment.deleted", { id: 1, task_id: 12, project_id: 3, key: "", title: "" }, 50);
    const reactions = [{ emoji: "like", users: [amira] }];
    const back = event("comment.restored", { ...comment, id: 1, comment: "1", reactions }, 51);
    expect(after(created(1), created(2), deletion).comment_count).toBe(1);
    const task = after(created(1), created(2), deletion, back);
    expect(task.comments).toMatchObject([
      { id: 1, reactions },
      { id: 2, reactions: [] },
    ]);
    expect(task.comment_count).toBe(2);
  });

  it("an edited or restored comment is still marked as imported", () => {
    const origin = { source: "trello", by: dara, at: "2026-11-01T08:00:00Z" } as const;
    const comment = { id: 1, version: 1, project_id: 3, created_at: "", edited_at: null, author: dara, task_id: 12 };
    const restored = event("comment.restored", { ...comment, comment: "1", reactions: [], import: origin }, 51);
    const edited = event("comment.updated", { ...comment, comment: "2" }, 52);
    expect(after(restored, edited).comments).toMatchObject([{ comment: "2", import: origin }]);
    expect(after(event("comment.created", { ...comment, comment: "1" }, 51)).comments).toMatchObject([
      { import: null },
    ]);
  });

  it("events update the blocking and the blocked tasks", () => {
    const related = (id: number) =>
      ({ id, key: `WEB-${id}`, title: `T${id}`, progress: 0, task_status_id: 5, archived: false }) as never;
    const waits = event("task.updated", {
      ...ref,
      version: 5,
      blocker_ids: [20, 21],
      related: [related(20), related(21)],
      before: {},
    });
    const blockersChanged = (id: number, blocker_ids: number[], revision: number) =>
      event("task.updated", { ...ref, id, version: 2, blocker_ids, related: [related(id)], before: {} }, revision);
    const linked = after(waits, blockersChanged(31, [12], 42), blockersChanged(30, [12, 20], 43));
    const idsOf = (task: TaskDetail) => [task.blockers, task.blocking].map((list) => list.map(({ id }) => id));
    expect(idsOf(linked)).toEqual([
      [20, 21],
      [30, 31],
    ]);
    const then = (type: string, data: object) => applyToDetail(linked, event(type, data, 60), { id: 1 });
    expect(
      idsOf(
        then("task.updated", { ...ref, id: 30, version: 3, blocker_ids: [20], related: [related(30)], before: {} }),
      ),
    ).toEqual([[20, 21], [31]]);
    const moved = then("task.moved", {
      ...ref,
      id: 20,
      task_status_id: 6,
      rank: "a1",
      version: 5,
      progress: 100,
      from_task_status_id: 5,
    });
    expect(moved.blockers).toMatchObject([
      { id: 20, task_status_id: 6, progress: 100 },
      { id: 21, progress: 0 },
    ]);
    expect(then("task.archived", { ...ref, id: 31, task_status_id: 5, version: 5 }).blocking).toMatchObject([
      { id: 30, archived: false },
      { id: 31, archived: true },
    ]);
    expect(
      then("subtask.updated", { id: 1, task_id: 21, name: "x", task: { progress: 70 }, before: {} }).blockers,
    ).toMatchObject([{ progress: 0 }, { progress: 70 }]);
    const deleted = then("task.deleted", { ...ref, id: 20, archived: false });
    expect([deleted.blocker_ids, ...idsOf(deleted)]).toEqual([[21], [21], [30, 31]]);
    expect(then("task.deleted", { ...ref, id: 99, archived: false })).toBe(linked);
  });

  it("history entries are unique and sorted with the newest first", () => {
    const archived = event("task.archived", { ...ref, task_status_id: 5, version: 5 });
    const restored = event("task.restored", { ...detail, version: 6 }, 42);
    const task = after(archived, archived, restored);
    expect(task.archived).toBe(false);
    expect(task.activities.map(({ type }) => type)).toEqual(["task.restored", "task.archived"]);
  });

  it("events of columns, tags and the project update the task detail", () => {
    const task = after(
      event("column.updated", { ...column(5, "Ready"), before: {} }),
      event("column.sorted", { project_id: 3, ids: [6, 5] }, 42),
      event("tag.deleted", { id: 7, project_id: 3, name: "Design" }, 43),
      event("project.updated", { id: 3, version: 2, title: "Relaunch", before: {} }, 44),
    );
    expect(task.column.title).toBe("Ready");
    expect(task.columns.map(({ id }) => id)).toEqual([6, 5]);
    expect(task.tag_ids).toEqual([8]);
    expect(task.tags.map(({ name }) => name)).toEqual(["Copy"]);
    expect(task.project.title).toBe("Relaunch");
  });
});

test.each([
  ["task.updated", { id: 99, title: "Other", before: { title: "x" }, version: 9 }],
  ["task.moved", { id: 99, task_status_id: 6, rank: "b", version: 9, progress: 100 }],
  ["task.archived", { id: 99, version: 9 }],
  ["task.restored", { id: 99, task_status_id: 6, rank: "b", version: 9, progress: 100 }],
  ["subtask.created", { id: 1, task_id: 99, name: "Other", task: { subtask_count: 1, subtask_done_count: 0 } }],
  [
    "subtask.updated",
    { id: 1, task_id: 99, name: "Other", before: { name: "x" }, task: { subtask_count: 1, subtask_done_count: 1 } },
  ],
  ["subtask.deleted", { id: 1, task_id: 99, task: { subtask_count: 0, subtask_done_count: 0 } }],
  ["subtask.sorted", { task_id: 99, ids: [] }],
  ["comment.created", { id: 1, task_id: 99, comment: "Other", user: dara, comment_count: 1 }],
  ["attachment.deleted", { id: 1, task_id: 99, attachment_count: 5 }],
  ["time_entry.deleted", { id: 1, task_id: 99, spent_minutes: 5 }],
  ["tag.updated", { id: 99, project_id: 3, name: "Other", color: "rose" }],
  ["tag.deleted", { id: 99 }],
])("%s of another task leaves the task unchanged", (type, data) => {
  expect(after(event(type, data))).toBe(detail);
  expect(isAboutTask(detail, event(type, data), { id: 1 })).toBe(false);
});
