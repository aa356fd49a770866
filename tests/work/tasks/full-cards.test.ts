import { GroupEntity } from "../../../server/people/groups/group.entity";
import { maxBoardCards } from "../../../server/work/tasks/boards.service";
import { cardListLimits } from "../../../server/work/tasks/card-lists.limits";
import { changeStatement, runInsideLockGap } from "../../locks/lock-gap";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "./board";

const server = testServer();

afterEach(() => jest.restoreAllMocks());

const field = ({ status, body }: { status: number; body: { errors?: object } }) => [
  status,
  ...Object.keys(body.errors ?? {}),
];
const ids = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);

/** One tag for each task of a full board. */
const mostTags = maxBoardCards;

async function newTags(board: TestBoard, count: number): Promise<number> {
  const insertTags = `INSERT INTO project_tag (tenant_id, project_id, name, color)
    SELECT tenant_id, id, 'Tag ' || n, 'gray' FROM project, generate_series(1, $2::int) AS n WHERE id = $1 RETURNING id`;
  const rows: { id: string }[] = await server.owner.query(insertTags, [board.id, count]);
  return Math.min(...rows.map(({ id }) => Number(id)));
}

async function fill(board: TestBoard, tags: number): Promise<void> {
  const [like] = board.tasks[0] ?? [];
  const insertTasks = `INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank)
    SELECT tenant_id, project_id, task_status_id, 1000 + n, 'One of many', 'e' || lpad(n::text, 5, '0')
    FROM task, generate_series(1, 1000) AS n WHERE task.id = $1`;
  await server.owner.query(insertTasks, [like]);
  await addTags(board, tags);
  await server.owner.query("UPDATE project SET next_task_number = 3000 WHERE id = $1", [board.id]);
}

async function addTags(board: TestBoard, tags: number): Promise<void> {
  const insertTaskTags = `INSERT INTO task_tag (tenant_id, project_id, task_id, tag_id)
    SELECT t.tenant_id, t.project_id, t.id, g.id FROM task t JOIN project_tag g ON g.project_id = t.project_id
    WHERE t.project_id = $1 AND t.number BETWEEN 1001 AND 2000
    ORDER BY t.id, g.id LIMIT $2 OFFSET (SELECT count(*) FROM task_tag WHERE project_id = $1 AND task_id IN
      (SELECT id FROM task WHERE project_id = $1 AND number BETWEEN 1001 AND 2000))`;
  // Inserts without triggers, which would check each row.
  await server.owner.transaction(async (rows) => {
    await rows.query("SET LOCAL session_replication_role = replica");
    await rows.query(insertTaskTags, [board.id, tags]);
  });
}

test("tags on a board are limited by every endpoint, but one per task always fits", async () => {
  const world = await server.world();
  const [board, other] = [await newBoard(world, { cards: [4, 0, 0] }), await newBoard(world, { cards: [1, 0, 0] })];
  const [a, b, c, archivedTask] = board.tasks[0] as [number, number, number, number];
  const first = await newTags(board, 500);
  const [oneTag, fiftyTags] = [ids(first, 1), ids(first, 50)];
  jest.replaceProperty(cardListLimits as { tags: number }, "tags", mostTags);
  requireOk(await board.member.post(`/task/${archivedTask}`, { tags: fiftyTags }));
  requireOk(await board.member.put(`/task/${archivedTask}/archive`));
  await fill(board, mostTags - 60);
  const column = board.columns[0];
  const create = (tags: number[]) => board.member.post("/task", { title: "One more", task_status_id: column, tags });

  requireOk(await board.member.post(`/task/${a}`, { tags: fiftyTags }));
  const mark = server.published.length;
  expect(field(await create(fiftyTags))).toEqual([422, "tags"]);
  expect(field(await board.member.post(`/task/${b}`, { tags: fiftyTags }))).toEqual([422, "tags"]);
  const changes = [
    { id: b, title: "Anew" },
    { id: c, tags: fiftyTags },
  ];
  expect(field(await board.member.post("/task/bulk", { changes }))).toEqual([422, "changes.1.tags"]);
  expect(field(await board.member.post(`/task/${a}/duplicate`))).toEqual([422, "tags"]);
  const back = { task_status_id: column };
  expect(field(await board.member.put(`/task/${archivedTask}/restore`, back))).toEqual([422, "task_status_id"]);
  const theirs = await newTags(other, 500);
  const moving = other.tasks[0]?.[0] as number;
  requireOk(await other.owner.post(`/task/${moving}`, { tags: ids(theirs, 50) }));
  const moved = { project_id: board.id, ...back };
  expect(field(await other.owner.put(`/task/${moving}/project`, moved))).toEqual([422, "project_id"]);
  expect(server.published.length).toBe(mark + 1);

  // One tag per task is always allowed.
  await addTags(board, 9);
  requireOk(await create(oneTag));
  requireOk(await board.member.post(`/task/${b}`, { tags: oneTag }));
  requireOk(await board.member.post(`/task/${a}`, { tags: fiftyTags.slice(1) }));
  requireOk(await board.member.post(`/task/${a}`, { tags: [] }));
  expect(field(await board.member.put(`/task/${archivedTask}/restore`, back))).toEqual([422, "task_status_id"]);
  requireOk(await board.member.post(`/task/${b}`, { tags: [] }));
  requireOk(await board.member.put(`/task/${archivedTask}/restore`, back));
});

async function twoOf(world: World, board: TestBoard) {
  const groups = await world.tx(async (tx) => {
    const groupIds = [];
    for (const title of ["Design", "Print"]) groupIds.push((await tx.repo(GroupEntity).insert({ title })).id);
    return groupIds;
  });
  requireOk(await board.owner.put(`/project/${board.id}/members`, { groups }));
  return { users: [board.people.member.id, board.people.viewer.id], groups };
}

test.each(["users", "groups"] as const)("the limit of a board also applies to %s", async (name) => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [2, 0, 0] });
  const [a, b] = board.tasks[0] as [number, number];
  const two = (await twoOf(world, board))[name];
  jest.replaceProperty(cardListLimits as Record<typeof name, number>, name, 3);
  requireOk(await board.owner.post(`/task/${a}`, { [name]: two }));
  expect(field(await board.owner.post(`/task/${b}`, { [name]: two }))).toEqual([422, name]);
  requireOk(await board.owner.post(`/task/${a}`, { [name]: two.slice(1) }));
  requireOk(await board.owner.post(`/task/${b}`, { [name]: two }));
});

test("two concurrent assignments at the board's limit: the second is refused", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [2, 0, 0] });
  const [a, b] = board.tasks[0] as [number, number];
  const { users } = await twoOf(world, board);
  jest.replaceProperty(cardListLimits as { users: number }, "users", 3);
  // The minimum locks that the other transaction takes.
  const assigned = [
    changeStatement("SELECT FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR SHARE", board.id),
    ...users.map((user) =>
      changeStatement(
        "INSERT INTO task_user (tenant_id, project_id, task_id, user_id) VALUES (current_tenant(), $1, $2, $3)",
        board.id,
        a,
        user,
      ),
    ),
  ];
  const assign = () => board.member.post(`/task/${b}`, { users });
  expect(field(await runInsideLockGap(server, world, assigned, assign))).toEqual([422, "users"]);
});

test("blockers of new and changed tasks share the project's limit", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [3, 0, 0] });
  const insertTasks = `INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank)
    SELECT tenant_id, project_id, task_status_id, 1000 + n, 'One of many', 'e' || lpad(n::text, 5, '0')
    FROM task, generate_series(1, 200) AS n WHERE task.id = $1`;
  await server.owner.query(insertTasks, [board.tasks[0]?.[0]]);
  const waiting = `INSERT INTO task_blocker (tenant_id, project_id, task_id, blocker_id)
    SELECT a.tenant_id, a.project_id, a.id, b.id FROM task a JOIN task b ON b.project_id = a.project_id AND b.id < a.id
    WHERE a.project_id = $1 ORDER BY a.id, b.id LIMIT 20000`;
  await server.owner.query(waiting, [board.id]);
  await server.owner.query("UPDATE project SET next_task_number = 2000 WHERE id = $1", [board.id]);
  const create = (blockers: number[]) =>
    board.member.post("/task", { title: "One more", task_status_id: board.columns[0], blockers });
  expect(field(await create([board.tasks[0]?.[0] as number]))).toEqual([422, "blockers"]);
  requireOk(await create([]));
});
