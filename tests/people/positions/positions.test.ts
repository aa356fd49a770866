import { positionRecords } from "../../../server/people/positions/positions.service";
import { permissions } from "../../../shared/access";
import { UserEntity } from "../../../server/people/people/user.entity";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

let world: World;
beforeEach(async () => {
  world = await server.world();
});

const make = async (title: string, extraFields: object = {}): Promise<{ id: number; version: number }> =>
  requireOk(await world.api(world.hr).post("/position", { title, ...extraFields })).body.data;
const give = (person: { id: number }, positionId: number) =>
  world.tx((tx) => tx.repo(UserEntity).update({ id: person.id }, { positionId }));
const boss = { permissions: new Set(permissions) } as never;

test("changing positions returns 403 without permission and 422 for a taken title", async () => {
  const { id } = await make("Driver");
  const manager = world.api(world.manager);
  for (const answer of [
    await manager.post("/position", { title: "Dispatcher" }),
    await manager.put(`/position/update/${id}`, { title: "Dispatcher" }),
    await manager.delete(`/position/${id}`),
    await world.api(world.employee).get("/position/list"),
    await world.api(world.employee).get("/position/select"),
    await world.api(world.employee).get(`/position/single/${id}`),
  ])
    expect([answer.status, answer.body.code]).toEqual([403, "permission.denied"]);
  const hr = world.api(world.hr);
  for (const title of ["", "driver"]) {
    expect(Object.keys((await hr.post("/position", { title })).body.errors)).toEqual(["title"]);
  }
  const other = await make("Dispatcher");
  expect(Object.keys((await hr.put(`/position/update/${other.id}`, { title: "DRIVER" })).body.errors)).toEqual([
    "title",
  ]);
});

test("two changes of the same position version: the second gets 409", async () => {
  const { id, version } = await make("Driver");
  const change = (title: string) => (tx: Tx) => positionRecords.update(tx, boss, id, { title, version } as never);
  const [first, second] = await runSerialized(server, world, change("One"), change("Two"));
  expect(first?.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { code: "organization.stale" } });
});

test("positions are listed ten per page and offered as choices", async () => {
  const mark = server.published.length;
  const { id } = await make("Driver", { description: "Drives" });
  await give(world.employee, id);
  const hr = world.api(world.hr);
  const changed = await hr.put(`/position/update/${id}`, { title: "Lorry driver" });
  expect([changed.status, changed.body.data]).toEqual([
    200,
    {
      id,
      title: "Lorry driver",
      description: "Drives",
      employee_count: 1,
      version: 2,
      can: { edit: true, delete: true },
    },
  ]);
  expect(world.events(mark).map(({ stream, event }) => [stream, event.type, event.data])).toEqual([
    [`directory:${world.tenantId}`, "position.created", { id, title: "Driver" }],
    [`directory:${world.tenantId}`, "position.updated", { id, title: "Lorry driver" }],
  ]);
  for (let n = 10; n < 21; n++) await make(`Clerk ${n}`);
  const titles = async (query: Record<string, string>) => {
    const { data, meta } = requireOk(await hr.get("/position/list", { query })).body;
    return [data.map(({ title }: { title: string }) => title), meta];
  };
  const [first, meta] = await titles({});
  expect([first.length, first[0], meta]).toEqual([10, "Clerk 10", { total: 12, page: 1, per_page: 10, last_page: 2 }]);
  expect((await titles({ page: "2" }))[0]).toEqual(["Clerk 20", "Lorry driver"]);
  expect((await titles({ page: "9" }))[1].total).toBe(12);
  expect((await titles({ sort: "-employees", perPage: "1" }))[0]).toEqual(["Lorry driver"]);
  expect((await titles({ query: "drives" }))[0]).toEqual(["Lorry driver"]);
  expect(requireOk(await hr.get("/position/select", { query: { q: "lorry" } })).body.data).toEqual([
    { id, title: "Lorry driver" },
  ]);
  expect(requireOk(await hr.get(`/position/single/${id}`)).body.data.people).toEqual([
    { id: world.employee.id, fullname: "Emil Employee", image: null, department: null },
  ]);
});

test("a position in use can be deleted only with a successor, which gets its users", async () => {
  const [old, next] = [await make("Driver"), await make("Lorry driver")];
  await give(world.employee, old.id);
  const hr = world.api(world.hr);
  const refused = await hr.delete(`/position/${old.id}`);
  expect([refused.status, refused.body.code, refused.body.data]).toEqual([
    409,
    "organization.inUse",
    { uses: [{ kind: "people", count: 1, names: ["Emil Employee"] }] },
  ]);
  for (const successor_id of [old.id, 999_999]) {
    expect(Object.keys((await hr.delete(`/position/${old.id}`, { successor_id })).body.errors)).toEqual([
      "successor_id",
    ]);
  }
  expect(requireOk(await hr.delete(`/position/${old.id}?successor_id=${next.id}`)).body).toEqual({
    message: "Deleted",
    id: old.id,
  });
  expect(requireOk(await hr.get(`/position/single/${next.id}`)).body.data.employee_count).toBe(1);
  expect((await hr.delete(`/position/${old.id}`)).status).toBe(404);
});

test("deleting a position while it is assigned is refused", async () => {
  const { id } = await make("Driver");
  const [first, second] = await runSerialized(
    server,
    world,
    (tx) => tx.repo(UserEntity).update({ id: world.employee.id }, { positionId: id }) as Promise<unknown>,
    (tx) => positionRecords.remove(tx, boss, id) as Promise<unknown>,
  );
  expect(first?.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { code: "organization.inUse" } });
});

test("on deletion, every table that references positions is updated", async () => {
  const pointing = await server.owner.query<{ name: string }[]>(
    `SELECT conrelid::regclass::text AS name FROM pg_constraint
     WHERE contype = 'f' AND confrelid = 'position'::regclass ORDER BY 1`,
  );
  // A new table in this list needs an entry in `selectPositionUses` and `movePositionReferences`.
  expect(pointing.map(({ name }) => name)).toEqual(["app_user", "employment_change_field", "vacancy"]);
});
