import { DepartmentEntity } from "../../server/departments/department.entity";
import { UserEntity } from "../../server/people/user.entity";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { ok } from "../tasks/board";

/** With four eyes nobody gives themself more departments to lead or to be in, and with them requests and news. */
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
    const made = async (name: string, more: object) => (await departments.insert({ name, ...more })).id;
    const whole = await made("Whole", {});
    const own = await made("People", { parentId: whole, headId: world.hr.id });
    await tx.repo(UserEntity).update({ id: world.hr.id }, { departmentId: own });
    return [whole, own, await made("Sales", { parentId: whole }), await made("Board", {})] as const;
  });
});

const refused = [403, "user.ownAccess"];
const said = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const names = () =>
  new Map([top, people, sales, board].map((id, at) => [id, ["Whole", "People", "Sales", "Board"][at]]));
const put = (id: number, body: object, by: Person = world.hr) =>
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
async function fourEyes(wanted: boolean): Promise<void> {
  const admin = world.api(world.admin);
  const { data } = ok(await admin.get("/approvals/setting")).body;
  ok(await admin.put("/approvals/setting", { ...data, four_eyes: wanted }));
}

test("nobody makes themself head of another one, whose requests they would open", async () => {
  expect((await requests(sales)).status).toBe(403);
  expect(said(await put(sales, { head_id: world.hr.id }))).toEqual(refused);
  expect((await requests(sales)).status).toBe(403);
  // Somebody else does it, and so does it themself who says who decides.
  ok(await put(sales, { head_id: world.manager.id }));
  ok(await put(sales, { head_id: world.hr.id }, world.admin));
  expect((await requests(sales)).status).toBe(200);
  ok(await put(board, { head_id: world.admin.id }, world.admin));
});

test("nor by where one stands: below what one leads, or what one is in below it", async () => {
  for (const [id, parent_id] of [
    [sales, people],
    [board, people],
    [people, sales],
    [people, board],
    [top, board],
  ] as const)
    expect([id, parent_id, ...said(await put(id, { parent_id }))]).toEqual([id, parent_id, ...refused]);
  // By way of one that is new, too, which anybody may be the head of.
  const made = ok(await world.api(world.hr).post("/department", { name: "New", head_id: world.hr.id })).body.data.id;
  expect(said(await put(sales, { parent_id: made }))).toEqual(refused);
  // Less, and what is others'.
  ok(await put(sales, { parent_id: board }));
  ok(await put(people, { parent_id: null }));
});

test("nor by putting it together with what one leads or is in", async () => {
  expect(said(await merge(sales, people))).toEqual(refused);
  expect(said(await merge(board, top))).toEqual(refused);
  const made = ok(await world.api(world.hr).post("/department", { name: "New", head_id: world.hr.id })).body.data.id;
  expect(said(await merge(sales, made))).toEqual(refused);
  ok(await merge(board, sales));
  ok(await merge(sales, people, world.admin));
});

test("without four eyes it goes: where one person alone looks after everybody", async () => {
  await fourEyes(false);
  ok(await put(sales, { head_id: world.hr.id }));
  expect((await requests(sales)).status).toBe(200);
  ok(await put(board, { parent_id: people }));
  ok(await merge(board, people));
});
