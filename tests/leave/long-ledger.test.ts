import { mostEntries } from "../../server/leave/leave-balance.read";
import { recordsOf } from "../factories/records";
import { ok } from "../projects/projects";
import { testServer } from "../support/server";

const server = testServer();

test("of a long ledger the latest thousand entries are told, with what all of them come to", async () => {
  const world = await server.world();
  const { leaveType } = await recordsOf(world, "MINE");
  await server.owner.query(
    `INSERT INTO leave_ledger (tenant_id, user_id, leave_type_id, year, reason, days)
     SELECT $1, $2, $3, 2030, 'adjustment', 1 FROM generate_series(0, $4::int)`,
    [world.tenantId, world.employee.id, leaveType, mostEntries],
  );
  const path = `/leave/balance/${world.employee.id}/ledger?leave_type_id=${leaveType}&year=2030`;
  const { data } = ok(await world.api(world.employee).get(path)).body;
  expect([data.length, data[0].balance, data.at(-1).balance]).toEqual([mostEntries, 2, mostEntries + 1]);
});
