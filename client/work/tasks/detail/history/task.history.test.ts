import type { Activity } from "../../../../../shared/work/activity/activity.contract";
import { type HistoryEntry, importEntryOf, lastImportEntryOf, toHistoryEntries } from "./task.history";

const actor = { id: 1, fullname: "Dara", image: null };
const happened = (type: string, data: Record<string, unknown> = {}) =>
  ({ id: 5, type, actor, at: "2026-11-20T12:00:00Z", data }) as unknown as Activity;

/** Returns the entries of an event without key, time and actor. */
const linesOf = (type: string, data?: Record<string, unknown>): Partial<HistoryEntry>[] =>
  toHistoryEntries({ activities: [happened(type, data)] }).map(
    ({ key: _key, at: _at, actor: _actor, ...line }) => line,
  );

const hours = (hours: number, minutes: number) => ({ hours, minutes });

const cases: [type: string, data: Record<string, unknown>, lines: Partial<HistoryEntry>[]][] = [
  ["task.created", {}, [{ message: "task.history.created", icon: "add" }]],
  ["task.left", { to_key: "APP-1" }, []],
  ["task.arrived", { from_key: "APP-1" }, [{ message: "task.history.arrived", icon: "move", was: "APP-1" }]],
  ["task.archived", {}, [{ message: "task.history.archived", icon: "archive" }]],
  ["task.restored", {}, [{ message: "task.history.restored", icon: "archive" }]],
  [
    "task.moved",
    { from_task_status_id: 3, task_status_id: 4 },
    [{ message: "task.history.moved", icon: "move", field: "task_status_id", from: 3, to: 4 }],
  ],
  ["task.moved", { from_task_status_id: 3, task_status_id: 3 }, []],
  [
    "task.updated",
    { title: "b", before: { title: "a" }, priority: "high" },
    [{ message: "task.history.changed", icon: "change", field: "title", from: "a", to: "b" }],
  ],
  [
    "task.updated",
    { id: 3, description: "b", before: { description: null } },
    [
      {
        message: "task.history.description",
        icon: "change",
        field: "description",
        from: null,
        to: "b",
        events: { task: 3, from: 5, to: 5, shortened: false },
      },
    ],
  ],
  ["subtask.created", { name: "S" }, [{ message: "task.history.subtaskAdded", icon: "add", text: "S" }]],
  [
    "subtask.updated",
    { name: "S", completed: true, before: { completed: false } },
    [{ message: "task.history.subtaskDone", icon: "change", text: "S", was: undefined }],
  ],
  [
    "subtask.updated",
    { name: "S", completed: false, before: { completed: true } },
    [{ message: "task.history.subtaskReopened", icon: "change", text: "S", was: undefined }],
  ],
  [
    "subtask.updated",
    { name: "S", before: { name: "R" } },
    [{ message: "task.history.subtaskRenamed", icon: "change", text: "S", was: "R" }],
  ],
  [
    "subtask.updated",
    { name: "S", before: { user_id: 1 } },
    [{ message: "task.history.subtaskChanged", icon: "change", text: "S", was: undefined }],
  ],
  [
    "subtask.deleted",
    { name: "S" },
    [{ message: "task.history.subtaskDeleted", icon: "delete", text: "S", made: undefined }],
  ],
  [
    "subtask.deleted",
    { name: "S", task_made: "APP-9" },
    [{ message: "task.history.subtaskMadeTask", icon: "change", text: "S", made: "APP-9" }],
  ],
  [
    "time_entry.created",
    { ...hours(1, 30), date: "2026-11-20" },
    [{ message: "task.history.timeLogged", icon: "time", field: "spent", to: 90, day: "2026-11-20" }],
  ],
  [
    "time_entry.updated",
    { ...hours(0, 45), date: "2026-11-20", before: hours(2, 0) },
    [{ message: "task.history.timeChanged", icon: "time", field: "spent", from: 120, to: 45, day: "2026-11-20" }],
  ],
  [
    "time_entry.deleted",
    { hours: 3, date: "2026-11-20" },
    [{ message: "task.history.timeDeleted", icon: "delete", field: "spent", to: 180, day: "2026-11-20" }],
  ],
  ["comment.created", { id: 8 }, [{ message: "task.history.commented", icon: "comment", said: true, commentId: 8 }]],
  ["comment.updated", { id: 8 }, [{ message: "task.history.commentChanged", icon: "comment", said: true }]],
  ["comment.deleted", { id: 8 }, [{ message: "task.history.commentDeleted", icon: "delete", said: true }]],
  ["comment.restored", { id: 8 }, [{ message: "task.history.commentRestored", icon: "comment", said: true }]],
  ["attachment.created", { title: "Plan" }, [{ message: "task.history.attached", icon: "add", text: "Plan" }]],
  [
    "attachment.deleted",
    { title: "Plan" },
    [{ message: "task.history.attachmentDeleted", icon: "delete", text: "Plan" }],
  ],
  ["task.danced", {}, [{ message: "task.history.other", icon: "change" }]],
];

test.each(cases)("the history of %s with %j has the expected entries", (type, data, lines) => {
  expect(linesOf(type, data)).toEqual(lines);
});

const attachments: [was: [string, string], is: [string, string], said: "Replaced" | "Renamed"][] = [
  [["Plan", "a.pdf"], ["Plan", "b.pdf"], "Replaced"],
  // A new file may have the old file's name.
  [["Plan", "a.pdf"], ["Plan", "a.pdf"], "Replaced"],
  [["Plan", "a.pdf"], ["Sketch", "b.pdf"], "Replaced"],
  [["Plan", "a.pdf"], ["Sketch", "a.pdf"], "Renamed"],
];
test.each(attachments)(
  "history shows how an attachment changed from %j to %j",
  ([was, file_name], [title, name], messageSuffix) => {
    const data = { title, file: { name }, before: { title: was, file_name } };
    expect(linesOf("attachment.updated", data)).toEqual([
      { message: `task.history.attachment${messageSuffix}`, icon: "change", was, text: title },
    ]);
  },
);

test("the entry of an import names its program and its user; other tasks have none", () => {
  const origin = { source: "trello", by: actor, at: "2026-11-20T12:00:00Z" } as const;
  expect(importEntryOf({ import: null })).toBeNull();
  expect(importEntryOf({ import: origin })).toMatchObject({
    message: "task.history.imported",
    source: "trello",
    actor,
  });
  expect(importEntryOf({ import: { ...origin, source: "table" } })?.message).toBe("task.history.importedFromTable");
  expect(lastImportEntryOf({ last_import: null })).toBeNull();
  expect(lastImportEntryOf({ last_import: origin })?.message).toBe("task.history.updatedByImport");
});

test("each line has a unique key, the time and the actor, in order of events", () => {
  const activities = [
    { ...happened("task.updated", { title: "b", priority: "high", before: { title: "a", priority: "low" } }), id: 6 },
    happened("task.created"),
  ];
  const lines = toHistoryEntries({ activities });
  expect(lines.map(({ field }) => field)).toEqual(expect.arrayContaining(["title", "priority", undefined]));
  expect(new Set(lines.map(({ key }) => key)).size).toBe(3);
  expect(lines.at(-1)).toMatchObject({ message: "task.history.created", at: "2026-11-20T12:00:00Z", actor });
});
