import { UserEntity } from "../../server/people/user.entity";
import type { Tx } from "../../server/platform/database/unit-of-work";
import { deletePosition, updatePosition } from "../../server/positions/positions.service";
import { permissions } from "../../shared/kernel/permissions";
import { oneAtATime } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { ok } from "../tasks/board";

const server = testServer();

let world: World;
beforeEach(async () => {
  world = await server.world();
});

const make = async (title: string, more: object = {}): Promise<{ id: number; version: number }> =>
  ok(await world.api(world.hr).post("/position", { title, ...more })).body.data;
const give = (person: { id: number }, positionId: number) =>
  world.tx((tx) => tx.repo(UserEntity).update({ id: person.id }, { positionId }));
const boss = { permissions: new Set(permissions) } as never;

test("are refused to those whose role doesn't allow them, without a title, and under a title that is taken", async () => {
  const { id } = await make("Driver");
  const manager = world.api(world.manager); // sees them
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

test("of two changes of one version the second waits for the first and is told", async () => {
  const { id, version } = await make("Driver");
  const change = (title: string) => (tx: Tx) => updatePosition(tx, boss, id, { title, version } as never);
  const [first, second] = await oneAtATime(server, world, change("One"), change("Two"));
  expect(first?.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { code: "organisation.stale" } });
});

test("are made, changed, listed ten a page, and chosen from", async () => {
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
    const { data, meta } = ok(await hr.get("/position/list", { query })).body;
    return [data.map(({ title }: { title: string }) => title), meta];
  };
  const [first, meta] = await titles({});
  expect([first.length, first[0], meta]).toEqual([10, "Clerk 10", { total: 12, page: 1, per_page: 10, last_page: 2 }]);
  expect((await titles({ page: "2" }))[0]).toEqual(["Clerk 20", "Lorry driver"]);
  expect((await titles({ page: "9" }))[1].total).toBe(12);
  expect((await titles({ sort: "-employees", perPage: "1" }))[0]).toEqual(["Lorry driver"]);
  expect((await titles({ query: "drives" }))[0]).toEqual(["Lorry driver"]);
  expect(ok(await hr.get("/position/select", { query: { q: "lorry" } })).body.data).toEqual([
    { id, title: "Lorry driver" },
  ]);
  expect(ok(await hr.get(`/position/single/${id}`)).body.data.people).toEqual([
    { id: world.employee.id, fullname: "Emil Employee", image: null, department: null },
  ]);
});

test("are deleted when nobody has them, or for a successor whom everybody gets", async () => {
  const [old, next] = [await make("Driver"), await make("Lorry driver")];
  await give(world.employee, old.id);
  const hr = world.api(world.hr);
  const refused = await hr.delete(`/position/${old.id}`);
  expect([refused.status, refused.body.code, refused.body.data]).toEqual([
    409,
    "organisation.inUse",
    { uses: [{ kind: "people", count: 1, names: ["Emil Employee"] }] },
  ]);
  for (const successor_id of [old.id, 999_999]) {
    expect(Object.keys((await hr.delete(`/position/${old.id}`, { successor_id })).body.errors)).toEqual([
      "successor_id",
    ]);
  }
  expect(ok(await hr.delete(`/position/${old.id}?successor_id=${next.id}`)).body).toEqual({
    message: "Deleted",
    id: old.id,
  });
  expect(ok(await hr.get(`/position/single/${next.id}`)).body.data.employee_count).toBe(1);
  expect((await hr.delete(`/position/${old.id}`)).status).toBe(404);
});

test("who gets it while it is deleted isn't left with what is gone", async () => {
  const { id } = await make("Driver");
  const [first, second] = await oneAtATime(
    server,
    world,
    (tx) => tx.repo(UserEntity).update({ id: world.employee.id }, { positionId: id }) as Promise<unknown>,
    (tx) => deletePosition(tx, world.admin, id, null) as Promise<unknown>,
  );
  expect(first?.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { code: "organisation.inUse" } });
});

test("what may name a position is known to what moves it", async () => {
  const pointing = await server.owner.query<{ name: string }[]>(
    `SELECT conrelid::regclass::text AS name FROM pg_constraint
     WHERE contype = 'f' AND confrelid = 'position'::regclass ORDER BY 1`,
  );
  // A table that is added here needs its line in `positionUses` and `movePosition`.
  expect(pointing.map(({ name }) => name)).toEqual(["app_user", "employment_change_field", "vacancy"]);
});
