import { DepartmentEntity } from "../../../server/people/departments/department.entity";
import { UserEntity } from "../../../server/people/people/user.entity";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

/**
 * With separation of duties, users can't make themselves head or member of more departments, because these give access to requests and
 * news.
 */
const server = testServer();
let world: World;
let top: number;
let people: number;
let sales: number;
let board: number;
beforeEach(async () => {
  world = await server.world();
  [top, people, sales, board] = await world.tx(async (tx) => {
    const departments = tx.repo(DepartmentEntity);
    const insertDepartment = async (name: string, fields: object) => (await departments.insert({ name, ...fields })).id;
    const whole = await insertDepartment("Whole", {});
    const own = await insertDepartment("People", { parentId: whole, headId: world.hr.id });
    await tx.repo(UserEntity).update({ id: world.hr.id }, { departmentId: own });
    return [
      whole,
      own,
      await insertDepartment("Sales", { parentId: whole }),
      await insertDepartment("Board", {}),
    ] as const;
  });
});

const refused = [403, "user.ownAccess"];
const statusAndCode = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const names = () =>
  new Map([top, people, sales, board].map((id, at) => [id, ["Whole", "People", "Sales", "Board"][at]]));
const updateDepartment = (id: number, body: object, by: Person = world.hr) =>
  world.api(by).put(`/department/update/${id}`, { name: names().get(id), ...body });
const merge = (id: number, successor_id: number, by: Person = world.hr) =>
  world.api(by).delete(`/department/${id}`, { successor_id });
const requests = (of: number) =>
  world.api(world.hr).get("/analytics/department/list", {
    query: {
      figure: "spend",
      department_id: of,
      month: "2026-01",
      type: "purchase",
      from: "2026-01-01",
      to: "2026-01-31",
    },
  });
async function fourEyes(isRequired: boolean): Promise<void> {
  const admin = world.api(world.admin);
  const { data } = requireOk(await admin.get("/approvals/setting")).body;
  requireOk(await admin.put("/approvals/setting", { ...data, four_eyes: isRequired }));
}

test("with separation of duties, users can't make themselves head of a department", async () => {
  expect((await requests(sales)).status).toBe(403);
  expect(statusAndCode(await updateDepartment(sales, { head_id: world.hr.id }))).toEqual(refused);
  expect((await requests(sales)).status).toBe(403);
  requireOk(await updateDepartment(sales, { head_id: world.manager.id }));
  requireOk(await updateDepartment(sales, { head_id: world.hr.id }, world.admin));
  expect((await requests(sales)).status).toBe(200);
  requireOk(await updateDepartment(board, { head_id: world.admin.id }, world.admin));
});

test("with separation of duties, users can't move departments to gain access", async () => {
  for (const [id, parent_id] of [
    [sales, people],
    [board, people],
    [people, sales],
    [people, board],
    [top, board],
  ] as const)
    expect([id, parent_id, ...statusAndCode(await updateDepartment(id, { parent_id }))]).toEqual([
      id,
      parent_id,
      ...refused,
    ]);
  const newDepartmentId = requireOk(
    await world.api(world.hr).post("/department", { name: "New", head_id: world.hr.id }),
  ).body.data.id;
  expect(statusAndCode(await updateDepartment(sales, { parent_id: newDepartmentId }))).toEqual(refused);
  requireOk(await updateDepartment(sales, { parent_id: board }));
  requireOk(await updateDepartment(people, { parent_id: null }));
});

test("with separation of duties, users can't merge departments into their own", async () => {
  expect(statusAndCode(await merge(sales, people))).toEqual(refused);
  expect(statusAndCode(await merge(board, top))).toEqual(refused);
  const newDepartmentId = requireOk(
    await world.api(world.hr).post("/department", { name: "New", head_id: world.hr.id }),
  ).body.data.id;
  expect(statusAndCode(await merge(sales, newDepartmentId))).toEqual(refused);
  requireOk(await merge(board, sales));
  requireOk(await merge(sales, people, world.admin));
});

test("without separation of duties, users may change their own departments", async () => {
  await fourEyes(false);
  requireOk(await updateDepartment(sales, { head_id: world.hr.id }));
  expect((await requests(sales)).status).toBe(200);
  requireOk(await updateDepartment(board, { parent_id: people }));
  requireOk(await merge(board, people));
});
