import type { Permission } from "../../../shared/kernel/access";
import { RoleEntity } from "../../../server/administration/roles/role.entity";
import type { Api } from "../../support/api";
import { archiveBatch, beginDueRun } from "../../../server/requests/finance/finance-archive.service";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { financeFixture, setPaidDaysAgo, requestsUrl, requestUrl } from "./fixtures";

const server = testServer();
const run = "/finance/archive-run";

async function work(world: World, atOnce = 2): Promise<void> {
  while (await world.tx((tx) => archiveBatch(tx, atOnce)));
}
const bySchedule = async (world: World) => {
  if (await world.tx(beginDueRun)) await work(world);
};

async function withRole(world: World, permissions: Permission[]): Promise<Api> {
  const { id } = await world.tx((tx) => tx.repo(RoleEntity).insert({ name: permissions.join(), permissions }));
  return world.api(await world.person("employee", { roleId: id }));
}

test("requests archived by a run are shown only to users who may read the list", async () => {
  const { paid, finance, world } = await financeFixture(await server.world());
  const id = await paid();
  await setPaidDaysAgo(world, id, 40);
  await bySchedule(world);
  const narrow = await withRole(world, ["payment-settings"]);
  const latest = async (api: Api) => requireOk(await api.get(run)).body.data.run.latest;
  expect([(await narrow.get(requestsUrl)).status, await latest(narrow)]).toEqual([403, []]);
  expect(await latest(finance)).toMatchObject([{ id }]);
  expect(requireOk(await narrow.post(run)).body.data.latest).toEqual([]);
  const runEvents = world.events().filter(({ event }) => event.type === "archive_run.updated");
  expect(runEvents.length).toBeGreaterThan(0);
  for (const { event } of runEvents) expect(event.data).toMatchObject({ latest: [] });
});

test("archive runs require the permission for payment settings", async () => {
  const { employee, manager, world } = await financeFixture(await server.world());
  for (const api of [employee, manager]) {
    expect((await api.get(run)).status).toBe(403);
    expect((await api.post(run)).status).toBe(403);
  }
  expect((await world.api().post(run)).status).toBe(401);
});

test("requests paid thirty days ago are archived, except open advances", async () => {
  const { paid, finance, employee, world, read } = await financeFixture(await server.world());
  const advance = { type: "cash_advance", items: [{ details: "Travel", price: "100", quantity: 1 }] };
  const [old, recent, open, settled] = [await paid(), await paid(), await paid(advance), await paid(advance)];
  requireOk(await finance.put(requestUrl(settled, "settle"), { returned: "100" }));
  await setPaidDaysAgo(world, old, 30);
  await setPaidDaysAgo(world, recent, 29);
  await setPaidDaysAgo(world, open, 40);
  await setPaidDaysAgo(world, settled, 40);
  expect((await read(old)).archive_on).not.toBeNull();
  expect(requireOk(await finance.get(run)).body.data).toMatchObject({
    due: 2,
    unsettled: 1,
    run: null,
    checked_at: null,
  });
  await bySchedule(world);
  const found = async (query: string) =>
    (await employee.get(`${requestsUrl}?${query}`)).body.data.map(({ id }: { id: number }) => id);
  expect(await found("archived=1")).toEqual([settled, old]);
  expect(await found("")).toEqual([open, recent]);
  const { data } = requireOk(await finance.get(run)).body;
  expect(data).toMatchObject({
    due: 0,
    checked_at: expect.any(String),
    run: { state: "done", started_by: null, due: 2, moved: 2, unsettled: 1, finished_at: expect.any(String) },
  });
  expect(data.run.latest.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b)).toEqual([
    old,
    settled,
  ]);
  const settings = requireOk(await finance.get("/finance/settings")).body.data;
  requireOk(await finance.put("/finance/settings", { ...settings, archive_days: 29 }));
  await bySchedule(world);
  expect(await found("archived=1")).toEqual([settled, recent, old].sort((a, b) => b - a));
});

test("a restored request isn't archived again for thirty days", async () => {
  const { paid, finance, world, read } = await financeFixture(await server.world());
  const id = await paid();
  await setPaidDaysAgo(world, id, 31);
  await bySchedule(world);
  requireOk(await finance.put(requestUrl(id, "restore")));
  await bySchedule(world);
  expect((await read(id)).status).toBe("paid");
  await setPaidDaysAgo(world, id, 30);
  await bySchedule(world);
  expect((await read(id)).status).toBe("archived");
});

test("a manual archive run shows its progress and can't be started twice", async () => {
  const { paid, finance, admin, world } = await financeFixture(await server.world());
  for (let at = 0; at < 5; at++) await setPaidDaysAgo(world, await paid(), 50);
  const mark = server.published.length;
  const begun = requireOk(await finance.post(run)).body;
  expect(begun.data).toMatchObject({ state: "running", due: 5, moved: 0, can: { stop: true } });
  expect(begun.data.started_by.id).toBe(world.finance.id);
  expect(requireOk(await admin.post(run)).body.data.id).toBe(begun.data.id);
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

test("a stopped archive run ends after its current batch", async () => {
  const { paid, finance, world } = await financeFixture(await server.world());
  for (let at = 0; at < 3; at++) await setPaidDaysAgo(world, await paid(), 50);
  const { id } = requireOk(await finance.post(run)).body.data;
  await world.tx((tx) => archiveBatch(tx, 1));
  requireOk(await finance.delete(`${run}/${id}`));
  await work(world);
  expect(requireOk(await finance.get(run)).body.data).toMatchObject({ due: 2, run: { state: "stopped", moved: 1 } });
  expect((await finance.delete(`${run}/${id}`)).status).toBe(409);
  expect((await finance.delete(`${run}/999999999`)).status).toBe(404);
});

test("six concurrent runs archive each request once, with one event", async () => {
  const { paid, finance, world } = await financeFixture(await server.world());
  const ids: number[] = [];
  for (let at = 0; at < 12; at++) {
    ids.push(await paid());
    await setPaidDaysAgo(world, ids.at(-1) as number, 50);
  }
  const mark = server.published.length;
  await Promise.all(Array.from({ length: 6 }, () => bySchedule(world)));
  await Promise.all(Array.from({ length: 3 }, () => bySchedule(world)));
  const archivedEvents = world.events(mark).filter(({ event }) => event.type === "request.archived");
  expect(archivedEvents.map(({ event }) => (event.data as { id: number }).id).sort((a, b) => a - b)).toEqual(ids);
  expect(requireOk(await finance.get(run)).body.data).toMatchObject({ due: 0, run: { moved: 12, due: 12 } });
});

test("a batch that fails is rolled back and archived by the next run", async () => {
  const { paid, finance, world } = await financeFixture(await server.world());
  for (let at = 0; at < 4; at++) await setPaidDaysAgo(world, await paid(), 50);
  const mark = server.published.length;
  await world.tx(beginDueRun);
  const fall = world.tx(async (tx) => {
    await archiveBatch(tx, 2);
    throw new Error("The tank is empty");
  });
  await expect(fall).rejects.toThrow("empty");
  expect(requireOk(await finance.get(run)).body.data).toMatchObject({ due: 4, run: { state: "running", moved: 0 } });
  await bySchedule(world);
  expect(world.events(mark).filter(({ event }) => event.type === "request.archived")).toHaveLength(4);
});
