import { unnamed } from "../../server/platform/database/unit-of-work";
import { attach } from "../attachments/attachments";
import { png } from "../support/sample-files";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { newBoard, ok, type TestBoard } from "../tasks/board";
import { change, inTheGap } from "./gap";

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
  change(`DELETE FROM ${table} WHERE tenant_id = current_tenant() AND id = $1`, id);
const holdProject = (id: number) =>
  change("SELECT FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE", id);
const bumped = (id: number) =>
  change("UPDATE task SET version = version + 1 WHERE tenant_id = current_tenant() AND id = $1", id);
const leaves = () => [
  change("DELETE FROM task_user WHERE tenant_id = current_tenant() AND user_id = $1", world.employee.id),
  change("DELETE FROM project_member WHERE tenant_id = current_tenant() AND user_id = $1", world.employee.id),
];
const versionOf = async (id: number) => ok(await board.owner.get(`/task/${id}`)).body.data.version as number;
const told = (mark: number, type: string) =>
  world.events(mark).filter(({ event }) => event.type === type) as { event: { data: { version: number } } }[];

test("a file for a task that is deleted this moment", async () => {
  const answer = await inTheGap(server, world, [deleted("task", task)], () =>
    attach(board.member, task, { bytes: png() }),
  );
  expect(answer.status).toBe(404);
});

test("a comment on a task that is deleted this moment", async () => {
  const say = () => board.member.post("/comments", { task_id: task, comment: "Hm" });
  expect((await inTheGap(server, world, [deleted("task", task)], say)).status).toBe(404);
});

test("a task that somebody changes this moment gets its next name on top of that", async () => {
  const mark = server.published.length;
  ok(await inTheGap(server, world, [bumped(task)], () => board.member.post(`/task/${task}`, { title: "Next" })));
  expect(told(mark, "task.updated").map(({ event }) => event.data.version)).toEqual([await versionOf(task)]);
});

test("tasks can't be made to wait for one another in a circle, by two people who add a half each at this moment", async () => {
  const [a, b] = board.tasks[0] as [number, number];
  const [c, d] = [(await board.add(board.columns[0])).id, (await board.add(board.columns[0])).id];
  ok(await board.owner.post(`/task/${b}`, { blockers: [c] }));
  ok(await board.owner.post(`/task/${d}`, { blockers: [a] }));
  // What the other one holds at least, who writes down that a waits for b: none of the tasks that this is about.
  const half = [
    change("SELECT FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR SHARE", board.id),
    change(
      "INSERT INTO task_blocker (tenant_id, project_id, task_id, blocker_id) VALUES (current_tenant(), $1, $2, $3)",
      board.id,
      a,
      b,
    ),
  ];
  const answer = await inTheGap(server, world, half, () => board.member.post(`/task/${c}`, { blockers: [d] }));
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ["blockers"]]);
});

test("a new task for a column that is deleted this moment", async () => {
  const column = board.columns[2];
  const add = () => board.member.post("/task", { title: "Nowhere", task_status_id: column });
  const answer = await inTheGap(server, world, [deleted("task_status", column)], add);
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ["task_status_id"]]);
});

test("a drop into a column that is deleted this moment", async () => {
  const column = board.columns[2];
  const drop = () => board.member.put(`/task/${task}/status-update`, { task_status_id: column });
  const answer = await inTheGap(server, world, [deleted("task_status", column)], drop);
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ["task_status_id"]]);
});

test("a task for somebody who is taken off the project this moment", async () => {
  const assign = () => board.owner.post(`/task/${task}`, { users: [world.employee.id] });
  const answer = await inTheGap(server, world, [holdProject(board.id), ...leaves()], assign);
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ["users"]]);
});

test("a copy of a task whose person is taken off the project this moment: the copy is nobody's", async () => {
  ok(await board.owner.post(`/task/${task}`, { users: [world.employee.id] }));
  const copy = () => board.owner.post(`/task/${task}/duplicate`);
  const answer = await inTheGap(server, world, [holdProject(board.id), ...leaves()], copy);
  expect([answer.status, answer.body.data?.user_ids]).toEqual([201, []]);
});

test("a task moves to a project that is archived this moment", async () => {
  const to = await newBoard(world, { cards: [0, 0, 0] });
  const archived = change(
    "UPDATE project SET archived_at = now() WHERE tenant_id = current_tenant() AND id = $1",
    to.id,
  );
  const move = () => board.member.put(`/task/${task}/project`, { project_id: to.id });
  expect((await inTheGap(server, world, [archived], move)).body.code).toBe("project.archived");
});

test("a task comes back from the archive to a column that is deleted this moment", async () => {
  const [first, second] = board.columns;
  const archived = board.tasks[1]?.[0] as number;
  ok(await board.owner.put(`/task/${archived}/archive`));
  const elsewhere = change("UPDATE task SET task_status_id = $1, rank = 'z' WHERE id = $2", first, archived);
  const gone = [elsewhere, deleted("task_status", second as number)];
  // Without a column it goes back to its own.
  const restore = () => board.owner.post("/task/bulk", { changes: [{ id: archived, archived: false }] });
  const answer = await inTheGap(server, world, gone, restore);
  expect([answer.status, answer.body.code]).toEqual([409, "conflict"]);
});

test("a task is made of a subtask whose task moves to another project this moment: there is none", async () => {
  const to = await newBoard(world, { cards: [0, 0, 0] });
  const { id } = ok(await board.owner.post("/sub_task", { task_id: task, name: "Half" })).body.data;
  const moved = change(
    "UPDATE task SET project_id = $1, task_status_id = $2 WHERE id = $3",
    to.id,
    to.columns[0],
    task,
  );
  const mark = server.published.length;
  const make = () => board.owner.post(`/sub_task/${id}/task`);
  const answer = await inTheGap(server, world, [moved], make);
  expect([answer.status, answer.body.code]).toEqual([409, "conflict"]);
  expect(world.events(mark)).toEqual([]);
});

test("the last but one column goes while the last but one is deleted: one stays", async () => {
  const [first, second, third] = board.columns;
  ok(await board.owner.delete(`/task_status/${third}`));
  const emptied = change(
    "UPDATE task SET task_status_id = $1, rank = 'z' || id WHERE task_status_id = $2",
    first,
    second,
  );
  const gone = [holdProject(board.id), emptied, deleted("task_status", second)];
  const answer = await inTheGap(server, world, gone, () => board.owner.delete(`/task_status/${first}`));
  expect([answer.status, answer.body.code]).toEqual([409, "column.last"]);
});

test("a task that changes this moment while its column is emptied: the move is told with the version it has", async () => {
  const mark = server.published.length;
  const empty = () => board.owner.delete(`/task_status/${board.columns[0]}?target_id=${board.columns[1]}`);
  ok(await inTheGap(server, world, [bumped(task)], empty));
  const moves = told(mark, "task.moved").filter(({ event }) => (event.data as { id?: number }).id === task);
  expect(moves.map(({ event }) => event.data.version)).toEqual([await versionOf(task)]);
});

const without = () => [
  { user_id: world.manager.id, role: "owner" },
  { user_id: board.people.viewer.id, role: "viewer" },
];

test("a task that changes while its person leaves the project is told with the version it has", async () => {
  ok(await board.owner.post(`/task/${task}`, { users: [world.employee.id] }));
  const mark = server.published.length;
  const leave = () => board.owner.put(`/project/${board.id}/members`, { members: without() });
  ok(await inTheGap(server, world, [bumped(task)], leave));
  expect(told(mark, "task.updated").map(({ event }) => event.data.version)).toEqual([await versionOf(task)]);
});

test("a subtask that changes while its person leaves the project is told with the version it has", async () => {
  const made = ok(await board.owner.post("/sub_task", { task_id: task, name: "A", assignee_id: world.employee.id }));
  const id = made.body.data.id as number;
  const mark = server.published.length;
  const leave = () => board.owner.put(`/project/${board.id}/members`, { members: without() });
  const changed = change("UPDATE subtask SET version = version + 1 WHERE tenant_id = current_tenant() AND id = $1", id);
  ok(await inTheGap(server, world, [bumped(task), changed], leave));
  const read = unnamed("SELECT version FROM subtask WHERE tenant_id = current_tenant() AND id = $1");
  const now = await world.tx((tx) => tx.one<{ version: number }>(read, [id]));
  expect(told(mark, "subtask.updated").map(({ event }) => event.data.version)).toEqual([now?.version]);
});

test("a tag is deleted while somebody tells of a task as a whole: it waits for them", async () => {
  const made = ok(await board.owner.post("/project/tags", { project_id: board.id, name: "Urgent" }));
  const telling = change("SELECT FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR SHARE", board.id);
  ok(await inTheGap(server, world, [telling], () => board.owner.delete(`/project/tags/${made.body.data.id}`)));
});

const nothingMore = {
  "takes no other name": () => board.owner.post(`/project/update/${board.id}`, { title: "Too late" }),
  "takes no task": () => board.member.post("/task", { title: "Too late", task_status_id: board.columns[0] }),
  "takes no column": () => board.owner.post("/task_status", { title: "Too late", project_id: board.id }),
  "keeps its columns": () => board.owner.delete(`/task_status/${board.columns[2]}`),
};

test.each(Object.entries(nothingMore))("a project that is archived this moment %s", async (_, call) => {
  const archived = change(
    "UPDATE project SET archived_at = now() WHERE tenant_id = current_tenant() AND id = $1",
    board.id,
  );
  expect((await inTheGap(server, world, [archived], call)).body.code).toBe("project.archived");
});

test("a tag of a project that is archived this moment stays", async () => {
  const made = ok(await board.owner.post("/project/tags", { project_id: board.id, name: "Urgent" }));
  const archived = change(
    "UPDATE project SET archived_at = now() WHERE tenant_id = current_tenant() AND id = $1",
    board.id,
  );
  const drop = () => board.owner.delete(`/project/tags/${made.body.data.id}`);
  expect((await inTheGap(server, world, [archived], drop)).body.code).toBe("project.archived");
});

test("a comment that somebody changes this moment isn't overwritten by what was made of its words before", async () => {
  const { id, version } = ok(await board.member.post("/comments", { task_id: task, comment: "Hm" })).body.data;
  const changed = change(
    "UPDATE comment SET body = 'Better', version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
    id,
  );
  const edit = () => board.member.put(`/comments/${id}`, { comment: "Too late", version });
  expect((await inTheGap(server, world, [changed], edit)).body.code).toBe("comment.stale");
});
