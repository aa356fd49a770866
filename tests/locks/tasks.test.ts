import type { ProgressChange } from "../../shared/work/tasks/tasks.events";
import { unnamedSql } from "../../server/platform/database/unit-of-work";
import { uploadAttachment } from "../work/attachments/attachments";
import { png } from "../support/sample-files";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { newBoard, requireOk, type TestBoard } from "../work/tasks/board";
import { changeStatement, runInsideLockGap } from "./lock-gap";

const server = testServer();
let world: World;
let board: TestBoard;
let task: number;
beforeEach(async () => {
  world = await server.world();
  board = await newBoard(world, { cards: [2, 1, 0] });
  task = board.tasks[0]?.[0] as number;
});

const deleted = (table: string, id: number) =>
  changeStatement(`DELETE FROM ${table} WHERE tenant_id = current_tenant() AND id = $1`, id);
const holdProject = (id: number) =>
  changeStatement("SELECT FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE", id);
const bumped = (id: number) =>
  changeStatement("UPDATE task SET version = version + 1 WHERE tenant_id = current_tenant() AND id = $1", id);
const leaves = () => [
  changeStatement("DELETE FROM task_user WHERE tenant_id = current_tenant() AND user_id = $1", world.employee.id),
  changeStatement("DELETE FROM project_member WHERE tenant_id = current_tenant() AND user_id = $1", world.employee.id),
];
const versionOf = async (id: number) => requireOk(await board.owner.get(`/task/${id}`)).body.data.version as number;
const eventsSince = (mark: number, type: string) =>
  world.events(mark).filter(({ event }) => event.type === type) as { event: { data: { version: number } } }[];

test("attaching to a task deleted concurrently returns 404", async () => {
  const answer = await runInsideLockGap(server, world, [deleted("task", task)], () =>
    uploadAttachment(board.member, task, { bytes: png() }),
  );
  expect(answer.status).toBe(404);
});

test("commenting on a task deleted concurrently returns 404", async () => {
  const say = () => board.member.post("/comments", { task_id: task, comment: "Hm" });
  expect((await runInsideLockGap(server, world, [deleted("task", task)], say)).status).toBe(404);
});

test("renaming a concurrently changed task emits the resulting version", async () => {
  const mark = server.published.length;
  requireOk(
    await runInsideLockGap(server, world, [bumped(task)], () => board.member.post(`/task/${task}`, { title: "Next" })),
  );
  expect(eventsSince(mark, "task.updated").map(({ event }) => event.data.version)).toEqual([await versionOf(task)]);
});

test("a dependency that completes a cycle with a concurrent one is refused", async () => {
  const [a, b] = board.tasks[0] as [number, number];
  const [c, d] = [(await board.add(board.columns[0])).id, (await board.add(board.columns[0])).id];
  requireOk(await board.owner.post(`/task/${b}`, { blockers: [c] }));
  requireOk(await board.owner.post(`/task/${d}`, { blockers: [a] }));
  // Takes only the locks of the other user's transaction, which makes a depend on b. The tasks of this call stay unlocked.
  const half = [
    changeStatement("SELECT FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR SHARE", board.id),
    changeStatement(
      "INSERT INTO task_blocker (tenant_id, project_id, task_id, blocker_id) VALUES (current_tenant(), $1, $2, $3)",
      board.id,
      a,
      b,
    ),
  ];
  const answer = await runInsideLockGap(server, world, half, () => board.member.post(`/task/${c}`, { blockers: [d] }));
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ["blockers"]]);
});

test("creating a task in a column deleted concurrently gets 422", async () => {
  const column = board.columns[2];
  const add = () => board.member.post("/task", { title: "Nowhere", task_status_id: column });
  const answer = await runInsideLockGap(server, world, [deleted("task_status", column)], add);
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ["task_status_id"]]);
});

test("moving a task into a column deleted concurrently gets 422", async () => {
  const column = board.columns[2];
  const drop = () => board.member.put(`/task/${task}/status-update`, { task_status_id: column });
  const answer = await runInsideLockGap(server, world, [deleted("task_status", column)], drop);
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ["task_status_id"]]);
});

test("assigning a member who is removed concurrently gets 422", async () => {
  const assign = () => board.owner.post(`/task/${task}`, { users: [world.employee.id] });
  const answer = await runInsideLockGap(server, world, [holdProject(board.id), ...leaves()], assign);
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ["users"]]);
});

test("copying a task while its assignee is removed leaves the copy unassigned", async () => {
  requireOk(await board.owner.post(`/task/${task}`, { users: [world.employee.id] }));
  const copy = () => board.owner.post(`/task/${task}/duplicate`);
  const answer = await runInsideLockGap(server, world, [holdProject(board.id), ...leaves()], copy);
  expect([answer.status, answer.body.data?.user_ids]).toEqual([201, []]);
});

test("moving a task to a project archived concurrently is refused", async () => {
  const to = await newBoard(world, { cards: [0, 0, 0] });
  const archived = changeStatement(
    "UPDATE project SET archived_at = now() WHERE tenant_id = current_tenant() AND id = $1",
    to.id,
  );
  const move = () => board.member.put(`/task/${task}/project`, { project_id: to.id });
  expect((await runInsideLockGap(server, world, [archived], move)).body.code).toBe("project.archived");
});

test("restoring a task to a column deleted concurrently gets 409", async () => {
  const [first, second] = board.columns;
  const archived = board.tasks[1]?.[0] as number;
  requireOk(await board.owner.put(`/task/${archived}/archive`));
  const elsewhere = changeStatement("UPDATE task SET task_status_id = $1, rank = 'z' WHERE id = $2", first, archived);
  const concurrentChanges = [elsewhere, deleted("task_status", second as number)];
  // A restore without a target column returns the task to its previous column.
  const restore = () => board.owner.post("/task/bulk", { changes: [{ id: archived, archived: false }] });
  const answer = await runInsideLockGap(server, world, concurrentChanges, restore);
  expect([answer.status, answer.body.code]).toEqual([409, "conflict"]);
});

test("converting a subtask while its task moves to another project is refused", async () => {
  const to = await newBoard(world, { cards: [0, 0, 0] });
  const { id } = requireOk(await board.owner.post("/sub_task", { task_id: task, name: "Half" })).body.data;
  const moved = changeStatement(
    "UPDATE task SET project_id = $1, task_status_id = $2 WHERE id = $3",
    to.id,
    to.columns[0],
    task,
  );
  const mark = server.published.length;
  const make = () => board.owner.post(`/sub_task/${id}/task`);
  const answer = await runInsideLockGap(server, world, [moved], make);
  expect([answer.status, answer.body.code]).toEqual([409, "conflict"]);
  expect(world.events(mark)).toEqual([]);
});

test("deleting the last two columns at the same time leaves one", async () => {
  const [first, second, third] = board.columns;
  requireOk(await board.owner.delete(`/task_status/${third}`));
  const emptied = changeStatement(
    "UPDATE task SET task_status_id = $1, rank = 'z' || id WHERE task_status_id = $2",
    first,
    second,
  );
  const concurrentChanges = [holdProject(board.id), emptied, deleted("task_status", second)];
  const answer = await runInsideLockGap(server, world, concurrentChanges, () =>
    board.owner.delete(`/task_status/${first}`),
  );
  expect([answer.status, answer.body.code]).toEqual([409, "column.last"]);
});

test("emptying a column emits the current version of a concurrently changed task", async () => {
  const mark = server.published.length;
  const empty = () => board.owner.delete(`/task_status/${board.columns[0]}?target_id=${board.columns[1]}`);
  requireOk(await runInsideLockGap(server, world, [bumped(task)], empty));
  const moves = eventsSince(mark, "task.moved").filter(({ event }) => (event.data as { id?: number }).id === task);
  expect(moves.map(({ event }) => event.data.version)).toEqual([await versionOf(task)]);
});

test("completing a column emits the current version of a concurrently changed task", async () => {
  const mark = server.published.length;
  const complete = () => board.owner.put(`/task_status/${board.columns[0]}`, { kind: "done" });
  requireOk(await runInsideLockGap(server, world, [bumped(task)], complete));
  type Data = { version: number; progress: Record<number, ProgressChange> };
  const [data] = eventsSince(mark, "column.updated").map(({ event }) => event.data as Data);
  expect(data?.progress[task]).toEqual({ before: 0, after: 100, version: await versionOf(task) });
});

const without = () => [
  { user_id: world.manager.id, role: "owner" },
  { user_id: board.people.viewer.id, role: "viewer" },
];

test("removing a member emits the current version of a concurrently changed task", async () => {
  requireOk(await board.owner.post(`/task/${task}`, { users: [world.employee.id] }));
  const mark = server.published.length;
  const leave = () => board.owner.put(`/project/${board.id}/members`, { members: without() });
  requireOk(await runInsideLockGap(server, world, [bumped(task)], leave));
  expect(eventsSince(mark, "task.updated").map(({ event }) => event.data.version)).toEqual([await versionOf(task)]);
});

test("removing a member emits the current version of a concurrently changed subtask", async () => {
  const createdSubtask = requireOk(
    await board.owner.post("/sub_task", { task_id: task, name: "A", assignee_id: world.employee.id }),
  );
  const id = createdSubtask.body.data.id as number;
  const mark = server.published.length;
  const leave = () => board.owner.put(`/project/${board.id}/members`, { members: without() });
  const changed = changeStatement(
    "UPDATE subtask SET version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
    id,
  );
  requireOk(await runInsideLockGap(server, world, [bumped(task), changed], leave));
  const read = unnamedSql("SELECT version FROM subtask WHERE tenant_id = current_tenant() AND id = $1");
  const now = await world.tx((tx) => tx.one<{ version: number }>(read, [id]));
  expect(eventsSince(mark, "subtask.updated").map(({ event }) => event.data.version)).toEqual([now?.version]);
});

test("deleting a tag waits for a transaction that holds the project lock", async () => {
  const createdTag = requireOk(await board.owner.post("/project/tags", { project_id: board.id, name: "Urgent" }));
  const telling = changeStatement(
    "SELECT FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR SHARE",
    board.id,
  );
  requireOk(
    await runInsideLockGap(server, world, [telling], () =>
      board.owner.delete(`/project/tags/${createdTag.body.data.id}`),
    ),
  );
});

const nothingMore = {
  "takes no other name": () => board.owner.post(`/project/update/${board.id}`, { title: "Too late" }),
  "takes no task": () => board.member.post("/task", { title: "Too late", task_status_id: board.columns[0] }),
  "takes no column": () => board.owner.post("/task_status", { title: "Too late", project_id: board.id }),
  "keeps its columns": () => board.owner.delete(`/task_status/${board.columns[2]}`),
};

test.each(Object.entries(nothingMore))("a project archived concurrently %s", async (_, call) => {
  const archived = changeStatement(
    "UPDATE project SET archived_at = now() WHERE tenant_id = current_tenant() AND id = $1",
    board.id,
  );
  expect((await runInsideLockGap(server, world, [archived], call)).body.code).toBe("project.archived");
});

test("deleting a tag of a project archived concurrently is refused", async () => {
  const createdTag = requireOk(await board.owner.post("/project/tags", { project_id: board.id, name: "Urgent" }));
  const archived = changeStatement(
    "UPDATE project SET archived_at = now() WHERE tenant_id = current_tenant() AND id = $1",
    board.id,
  );
  const drop = () => board.owner.delete(`/project/tags/${createdTag.body.data.id}`);
  expect((await runInsideLockGap(server, world, [archived], drop)).body.code).toBe("project.archived");
});

test("a comment changed concurrently isn't overwritten", async () => {
  const { id, version } = requireOk(await board.member.post("/comments", { task_id: task, comment: "Hm" })).body.data;
  const changed = changeStatement(
    "UPDATE comment SET body = 'Better', version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
    id,
  );
  const edit = () => board.member.put(`/comments/${id}`, { comment: "Too late", version });
  expect((await runInsideLockGap(server, world, [changed], edit)).body.code).toBe("comment.stale");
});
