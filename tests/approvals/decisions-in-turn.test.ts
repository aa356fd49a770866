import { decisionHeldMs } from "../../shared/approvals/approvals.undo.rules";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import { tellDecisions } from "../../workers/approvals/decisions";
import { office, week } from "../leave/office";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { ok } from "../tasks/board";

const server = testServer();

const portion = 20;
const over = () => new Date(Date.now() + decisionHeldMs + 60_000);

/** An organisation with so many decisions that are held. */
async function deciding(decisions: number): Promise<World> {
  const { world, ask, manager } = await office(await server.world());
  const { id } = ok(await ask(week(1))).body.data;
  ok(await manager.put(`/leave/leave-request/${id}/approve`));
  await server.owner.query(
    `INSERT INTO request_decision (tenant_id, request_id, decided_by, version, before, event, people, until)
     SELECT tenant_id, request_id, decided_by, version, before, event, people, until
     FROM request_decision, generate_series(2, $2) WHERE tenant_id = $1`,
    [world.tenantId, decisions],
  );
  return world;
}

const held = async ({ tenantId }: World): Promise<number> =>
  (await server.owner.query("SELECT FROM request_decision WHERE tenant_id = $1", [tenantId])).length;

/** The organisations whose decisions are told, one after the other as they are; those that were made first come first. */
async function toldOf(worlds: readonly World[], each: (world: World) => Promise<unknown>): Promise<World[]> {
  const told: World[] = [];
  const ofTenant = (id: number) => worlds.find(({ tenantId }) => tenantId === id);
  const unitOfWork = (async (options, work) => {
    const world = ofTenant(options.tenantId) as World;
    const before = await held(world);
    const result = await server.platform.unitOfWork(options, async (tx) => {
      const done = await work(tx);
      await each(world);
      return done;
    });
    if ((await held(world)) < before) told.push(world);
    return result;
  }) as UnitOfWork;
  const query = async (text: string, values: unknown[]) => {
    const found: { id: number }[] = await server.owner.query(text, values);
    return found.filter(({ id }) => ofTenant(id)).sort((a, b) => a.id - b.id);
  };
  const log = { warn: () => undefined } as never;
  const count = await tellDecisions({ unitOfWork, workerDatabase: { query } as never, log }, over());
  expect(count).toBe(told.length);
  return told;
}

const runs = (many: World, told: readonly World[]): string[] =>
  told.reduce<string[]>((all, world) => {
    const name = world === many ? "many" : "one";
    const [last, count] = (all.at(-1) ?? "").split(" ");
    return last === name ? [...all.slice(0, -1), `${name} ${Number(count) + 1}`] : [...all, `${name} 1`];
  }, []);

test("where one organisation has many, another's is told after the first portion of them, and then the rest", async () => {
  const [many, one] = [await deciding(2 * portion + 5), await deciding(1)];
  const told = await toldOf([many, one], async () => {});
  expect(runs(many, told)).toEqual([`many ${portion}`, "one 1", `many ${portion + 5}`]);
});

test("one that is over only after that is told in between as well", async () => {
  const [many, one] = [await deciding(2 * portion + 5), await deciding(1)];
  const until = (when: string) =>
    server.owner.query(`UPDATE request_decision SET until = ${when} WHERE tenant_id = $1`, [one.tenantId]);
  await until("now() + interval '1 hour'");
  let units = 0;
  const told = await toldOf([many, one], async () => {
    units += 1;
    if (units === 3) await until("now()");
  });
  expect(runs(many, told)).toEqual([`many ${portion}`, "one 1", `many ${portion + 5}`]);
});

test("those that fail are tried once, however many they are, and keep nobody waiting", async () => {
  const [many, one] = [await deciding(2 * portion + 5), await deciding(1)];
  let tries = 0;
  const told = await toldOf([many, one], async (world) => {
    if (world === many && tries++ < 2 * portion + 5) throw new Error("on purpose");
  });
  expect(runs(many, told)).toEqual(["one 1"]);
  expect([tries, await held(many)]).toEqual([2 * portion + 6, 2 * portion + 5]);
});
