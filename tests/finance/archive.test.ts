import { RoleEntity } from "../../server/roles/role.entity";
import type { Permission } from "../../shared/kernel/permissions";
import type { Api } from "../support/api";
import { archiveSome, beginDueRun } from "../../server/finance/finance-archive.service";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { ok } from "../tasks/board";
import { office, paidAgo, requests, url } from "./office";

const server = testServer();
const run = "/finance/archive-run";

/** What one worker does: a few per transaction, until nothing is left. */
async function work(world: World, atOnce = 2): Promise<void> {
  while (await world.tx((tx) => archiveSome(tx, atOnce)));
}
const bySchedule = async (world: World) => {
  if (await world.tx(beginDueRun)) await work(world);
};

/** Somebody whose role is this alone. */
async function withRole(world: World, permissions: Permission[]): Promise<Api> {
  const { id } = await world.tx((tx) => tx.repo(RoleEntity).insert({ name: permissions.join(), permissions }));
  return world.api(await world.person("employee", { roleId: id }));
}

test("which requests it moved is told to who sees them in the list", async () => {
  const { paid, finance, world } = await office(await server.world());
  const id = await paid();
  await paidAgo(world, id, 40);
  await bySchedule(world);
  const narrow = await withRole(world, ["payment-settings"]);
  const latest = async (api: Api) => ok(await api.get(run)).body.data.run.latest;
  expect([(await narrow.get(requests)).status, await latest(narrow)]).toEqual([403, []]);
  expect(await latest(finance)).toMatchObject([{ id }]);
  expect(ok(await narrow.post(run)).body.data.latest).toEqual([]);
  const told = world.events().filter(({ event }) => event.type === "archive_run.updated");
  expect(told.length).toBeGreaterThan(0);
  for (const { event } of told) expect(event.data).toMatchObject({ latest: [] });
});

test("is for those who set how payments work", async () => {
  const { employee, manager, world } = await office(await server.world());
  for (const api of [employee, manager]) {
    expect((await api.get(run)).status).toBe(403);
    expect((await api.post(run)).status).toBe(403);
  }
  expect((await world.api().post(run)).status).toBe(401);
});

test("moves what was paid thirty days ago, not what was paid later, and no advance that isn't settled", async () => {
  const { paid, finance, employee, world, read } = await office(await server.world());
  const advance = { type: "cash_advance", items: [{ details: "Travel", price: "100", quantity: 1 }] };
  const [old, recent, open, settled] = [await paid(), await paid(), await paid(advance), await paid(advance)];
  ok(await finance.put(url(settled, "settle"), { returned: "100" }));
  await paidAgo(world, old, 30);
  await paidAgo(world, recent, 29);
  await paidAgo(world, open, 40);
  await paidAgo(world, settled, 40);
  expect((await read(old)).archive_on).not.toBeNull();
  expect(ok(await finance.get(run)).body.data).toMatchObject({ due: 2, unsettled: 1, run: null, checked_at: null });
  await bySchedule(world);
  const found = async (query: string) =>
    (await employee.get(`${requests}?${query}`)).body.data.map(({ id }: { id: number }) => id);
  expect(await found("archived=1")).toEqual([settled, old]);
  expect(await found("")).toEqual([open, recent]);
  const { data } = ok(await finance.get(run)).body;
  expect(data).toMatchObject({
    due: 0,
    checked_at: expect.any(String),
    run: { state: "done", started_by: null, due: 2, moved: 2, unsettled: 1, finished_at: expect.any(String) },
  });
  expect(data.run.latest.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b)).toEqual([
    old,
    settled,
  ]);
  // Another number of days.
  const settings = ok(await finance.get("/finance/settings")).body.data;
  ok(await finance.put("/finance/settings", { ...settings, archive_days: 29 }));
  await bySchedule(world);
  expect(await found("archived=1")).toEqual([settled, recent, old].sort((a, b) => b - a));
});

test("taken back, it stays for thirty days more", async () => {
  const { paid, finance, world, read } = await office(await server.world());
  const id = await paid();
  await paidAgo(world, id, 31);
  await bySchedule(world);
  ok(await finance.put(url(id, "restore")));
  await bySchedule(world);
  expect((await read(id)).status).toBe("paid");
  await paidAgo(world, id, 30);
  await bySchedule(world);
  expect((await read(id)).status).toBe("archived");
});

test("run now shows how far it is, to everybody who may start it; a second one is the same run", async () => {
  const { paid, finance, admin, world } = await office(await server.world());
  for (let at = 0; at < 5; at++) await paidAgo(world, await paid(), 50);
  const mark = server.published.length;
  const begun = ok(await finance.post(run)).body;
  expect(begun.data).toMatchObject({ state: "running", due: 5, moved: 0, can: { stop: true } });
  expect(begun.data.started_by.id).toBe(world.finance.id);
  expect(ok(await admin.post(run)).body.data.id).toBe(begun.data.id);
  await work(world);
  const progress = world
    .events(mark)
    .filter(({ stream, event }) => event.type === "archive_run.updated" && stream === `user:${world.admin.id}`)
    .map(({ event }) => event.data as { state: string; moved: number });
  expect(progress.map(({ state, moved }) => `${state} ${moved}`)).toEqual([
    "running 0",
    "running 2",
    "running 4",
    "running 5",
    "done 5",
  ]);
  expect(world.events(mark).filter(({ event }) => event.type === "request.archived")).toHaveLength(5);
});

test("stopped, it ends after what it is moving; the rest is still due", async () => {
  const { paid, finance, world } = await office(await server.world());
  for (let at = 0; at < 3; at++) await paidAgo(world, await paid(), 50);
  const { id } = ok(await finance.post(run)).body.data;
  await world.tx((tx) => archiveSome(tx, 1));
  ok(await finance.delete(`${run}/${id}`));
  await work(world);
  expect(ok(await finance.get(run)).body.data).toMatchObject({ due: 2, run: { state: "stopped", moved: 1 } });
  expect((await finance.delete(`${run}/${id}`)).status).toBe(409);
  expect((await finance.delete(`${run}/999999999`)).status).toBe(404);
});

test("six at once, and again: each is moved once, with one event", async () => {
  const { paid, finance, world } = await office(await server.world());
  const ids: number[] = [];
  for (let at = 0; at < 12; at++) {
    ids.push(await paid());
    await paidAgo(world, ids.at(-1) as number, 50);
  }
  const mark = server.published.length;
  await Promise.all(Array.from({ length: 6 }, () => bySchedule(world)));
  await Promise.all(Array.from({ length: 3 }, () => bySchedule(world)));
  const told = world.events(mark).filter(({ event }) => event.type === "request.archived");
  expect(told.map(({ event }) => (event.data as { id: number }).id).sort((a, b) => a - b)).toEqual(ids);
  expect(ok(await finance.get(run)).body.data).toMatchObject({ due: 0, run: { moved: 12, due: 12 } });
});

test("what falls down in the middle is as if it hadn't begun, and is found again", async () => {
  const { paid, finance, world } = await office(await server.world());
  for (let at = 0; at < 4; at++) await paidAgo(world, await paid(), 50);
  const mark = server.published.length;
  await world.tx(beginDueRun);
  const fall = world.tx(async (tx) => {
    await archiveSome(tx, 2);
    throw new Error("The tank is empty");
  });
  await expect(fall).rejects.toThrow("empty");
  expect(ok(await finance.get(run)).body.data).toMatchObject({ due: 4, run: { state: "running", moved: 0 } });
  await bySchedule(world);
  expect(world.events(mark).filter(({ event }) => event.type === "request.archived")).toHaveLength(4);
});
