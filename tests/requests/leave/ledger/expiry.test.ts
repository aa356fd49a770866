import { remindOfExpiry } from "../../../../server/requests/leave/ledger/reminders.service";
import { runSerialized } from "../../../support/serialized";
import { testServer } from "../../../support/server";
import type { World } from "../../../support/world";
import { requireOk } from "../../../work/tasks/board";
import { leaveFixture, nextYear, workingWeek } from "../fixtures";
import { runOnTenantDay } from "../tenant-day";

const server = testServer();

const notices = (world: World): Promise<{ user_id: number; date: string; count: string }[]> =>
  world.tx((tx) =>
    tx.manager.query(
      `SELECT user_id::int AS user_id, "values"->>'date' AS date, "values"->>'count' AS count FROM notification
       WHERE tenant_id = current_tenant() AND kind = 'leave.expiring' ORDER BY id`,
    ),
  );

/** 8 days are carried over into next year, until March; a week in January uses 5 of them, so that 3 would expire. */
async function expiringFixture(world: World) {
  const all = await leaveFixture(world, { maxCarried: 10, carriedUntil: 3 });
  const { people, type } = all;
  const give = { leave_type_id: type, year: nextYear - 1, days: 8, note: "Last year" };
  requireOk(await world.api(world.hr).post(`/leave/balance/${people.employee.id}/adjustment`, give));
  requireOk(await all.ask(workingWeek(1)));
  return all;
}

describe("the notice of days that expire", () => {
  test("is sent once, 30 days before the last day, to users with unused days", async () => {
    const world = await server.world();
    const { people } = await expiringFixture(world);
    const run = (day: string) => runOnTenantDay(server.owner, day, () => world.tx(remindOfExpiry));
    await run(`${nextYear}-02-27`);
    expect(await notices(world)).toEqual([]);
    await run(`${nextYear}-03-01`);
    await run(`${nextYear}-03-02`);
    await run(`${nextYear}-04-01`);
    expect(await notices(world)).toEqual([{ user_id: people.employee.id, date: `${nextYear}-03-31`, count: "3" }]);
    const { body } = await world.api(people.employee).get("/notification");
    expect(body.data[0].data.message).toMatch(/: 3 days expire after .*31.* if not taken$/);
  });

  test("two concurrent workers notify a user once", async () => {
    const world = await server.world();
    await expiringFixture(world);
    await runOnTenantDay(server.owner, `${nextYear}-03-10`, async () => {
      const workers = await runSerialized(server, world, remindOfExpiry);
      expect(workers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    });
    expect(await notices(world)).toHaveLength(1);
  });
});
