import { decisionHeldMs } from "../../../shared/approvals/approvals/approvals.undo.rules";
import type { UnitOfWork } from "../../../server/platform/database/unit-of-work";
import { publishDecisions } from "../../../workers/approvals/approvals/decisions";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

const portion = 20;
const afterUndoWindow = () => new Date(Date.now() + decisionHeldMs + 60_000);

async function deciding(decisions: number): Promise<World> {
  const { world, ask, manager } = await leaveFixture(await server.world());
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
  await server.owner.query(
    `INSERT INTO request_decision (tenant_id, request_id, decided_by, version, before, event, people, until)
     SELECT tenant_id, request_id, decided_by, version, before, event, people, until
     FROM request_decision, generate_series(2, $2) WHERE tenant_id = $1`,
    [world.tenantId, decisions],
  );
  return world;
}

const pendingDecisions = async ({ tenantId }: World): Promise<number> =>
  (await server.owner.query("SELECT FROM request_decision WHERE tenant_id = $1", [tenantId])).length;

async function notifiedWorlds(worlds: readonly World[], each: (world: World) => Promise<unknown>): Promise<World[]> {
  const notified: World[] = [];
  const ofTenant = (id: number) => worlds.find(({ tenantId }) => tenantId === id);
  const unitOfWork = (async (options, work) => {
    const world = ofTenant(options.tenantId) as World;
    const before = await pendingDecisions(world);
    const result = await server.platform.unitOfWork(options, async (tx) => {
      const done = await work(tx);
      await each(world);
      return done;
    });
    if ((await pendingDecisions(world)) < before) notified.push(world);
    return result;
  }) as UnitOfWork;
  const query = async (text: string, values: unknown[]) => {
    const found: { id: number }[] = await server.owner.query(text, values);
    return found.filter(({ id }) => ofTenant(id)).sort((a, b) => a.id - b.id);
  };
  const log = { warn: () => undefined } as never;
  const count = await publishDecisions({ unitOfWork, workerDatabase: { query } as never, log }, afterUndoWindow());
  expect(count).toBe(notified.length);
  return notified;
}

const runs = (largeTenant: World, notified: readonly World[]): string[] =>
  notified.reduce<string[]>((all, world) => {
    const name = world === largeTenant ? "many" : "one";
    const [last, count] = (all.at(-1) ?? "").split(" ");
    return last === name ? [...all.slice(0, -1), `${name} ${Number(count) + 1}`] : [...all, `${name} 1`];
  }, []);

test("a tenant with many decisions yields to another tenant after its first batch", async () => {
  const [largeTenant, smallTenant] = [await deciding(2 * portion + 5), await deciding(1)];
  const notified = await notifiedWorlds([largeTenant, smallTenant], async () => {});
  expect(runs(largeTenant, notified)).toEqual([`many ${portion}`, "one 1", `many ${portion + 5}`]);
});

test("a decision that becomes due during the run is processed between batches", async () => {
  const [largeTenant, smallTenant] = [await deciding(2 * portion + 5), await deciding(1)];
  const until = (when: string) =>
    server.owner.query(`UPDATE request_decision SET until = ${when} WHERE tenant_id = $1`, [smallTenant.tenantId]);
  await until("now() + interval '1 hour'");
  let units = 0;
  const notified = await notifiedWorlds([largeTenant, smallTenant], async () => {
    units += 1;
    if (units === 3) await until("now()");
  });
  expect(runs(largeTenant, notified)).toEqual([`many ${portion}`, "one 1", `many ${portion + 5}`]);
});

test("failing decisions are attempted once each and don't block other tenants", async () => {
  const [largeTenant, smallTenant] = [await deciding(2 * portion + 5), await deciding(1)];
  let tries = 0;
  const notified = await notifiedWorlds([largeTenant, smallTenant], async (world) => {
    if (world === largeTenant && tries++ < 2 * portion + 5) throw new Error("on purpose");
  });
  expect(runs(largeTenant, notified)).toEqual(["one 1"]);
  expect([tries, await pendingDecisions(largeTenant)]).toEqual([2 * portion + 6, 2 * portion + 5]);
});
