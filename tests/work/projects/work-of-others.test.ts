import type { WorkOfOthers } from "../../../shared/work/projects/work-of-others.contract";
import { multipart } from "../../support/multipart";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";

const server = testServer();

const path = (id: number) => `/project/${id}/work-of-others`;
const read = async (board: Pick<TestBoard, "owner" | "id">): Promise<WorkOfOthers> =>
  requireOk(await board.owner.get(path(board.id))).body.data;

describe("refusals", () => {
  test("users who may not delete the project can't read what others have done", async () => {
    const [world, other] = [await server.world(), await server.world()];
    const board = await newBoard(world);
    expect((await world.api(null).get(path(board.id))).status).toBe(401);
    expect((await board.member.get(path(board.id))).body.code).toBe("permission.denied");
    expect((await world.api(world.external).get(path(board.id))).status).toBe(404);
    expect((await other.api(other.admin).get(path(board.id))).status).toBe(404);
  });
});

test("others are counted with their tasks and comments of the last 30 days", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const [first, second] = board.tasks.flat() as [number, number];
  requireOk(await board.owner.post(`/task/${first}`, { title: "Own change" }));
  expect(await read(board)).toEqual({ imported_at: null, people: [], other_people_count: 0 });
  requireOk(await board.member.post(`/task/${first}`, { title: "Twice" }));
  requireOk(await board.member.post(`/task/${first}`, { title: "Changed twice" }));
  requireOk(await board.member.post("/comments", { task_id: second, comment: "Why?" }));
  const { id, fullname } = board.people.member;
  expect((await read(board)).people).toEqual([
    { person: expect.objectContaining({ id, fullname }), task_count: 2, comment_count: 1 },
  ]);
  await age(world, board.id);
  expect((await read(board)).people).toEqual([]);
});

test("an imported project counts all changes since its import", async () => {
  const world = await server.world();
  const file = { name: "file", value: Buffer.from("Title\nBoxes\n"), filename: "board.csv" };
  const people = { name: "people", value: "[]" };
  const title = { name: "title", value: "Move" };
  const { project } = requireOk(
    await world.api(world.manager).send({
      method: "POST",
      url: "/project-imports",
      ...multipart([file, title, people]),
    }),
  ).body.data;
  const board = { id: project.id as number, owner: world.api(world.manager) };
  const members = [
    { user_id: world.manager.id, role: "owner" },
    { user_id: world.employee.id, role: "member" },
  ];
  requireOk(await board.owner.put(`/project/${board.id}/members`, { members }));
  const columns = requireOk(await board.owner.get(`/project/${board.id}/task_tatus`)).body.data;
  const [task] = columns.flatMap(({ tasks }: { tasks: { id: number }[] }) => tasks) as [{ id: number }];
  requireOk(await world.api(world.employee).post(`/task/${task.id}`, { title: "Crates" }));
  await age(world, board.id);
  await server.owner.query("UPDATE project_import SET created_at = now() - interval '50 days' WHERE project_id = $1", [
    board.id,
  ]);
  const work = await read(board);
  expect(work.imported_at).not.toBeNull();
  expect(work.people).toMatchObject([{ person: { id: world.employee.id }, task_count: 1, comment_count: 0 }]);
});

/** Moves the events of a project 40 days back. */
const age = (world: World, projectId: number) =>
  server.owner.query(
    "UPDATE domain_event SET at = at - interval '40 days' WHERE tenant_id = $1 AND stream = 'project:' || $2::bigint",
    [world.tenantId, projectId],
  );
