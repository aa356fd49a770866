import { maxLedgerEntries } from "../../../../server/requests/leave/ledger/balance.read";
import { recordsOf } from "../../../factories/records";
import { requireOk } from "../../../work/projects/projects";
import { testServer } from "../../../support/server";

const server = testServer();

test("a ledger returns its latest thousand entries and the total of all", async () => {
  const world = await server.world();
  const { leaveType } = await recordsOf(world, "MINE");
  await server.owner.query(
    `INSERT INTO leave_ledger (tenant_id, user_id, leave_type_id, year, reason, days)
     SELECT $1, $2, $3, 2030, 'adjustment', 1 FROM generate_series(0, $4::int)`,
    [world.tenantId, world.employee.id, leaveType, maxLedgerEntries],
  );
  const path = `/leave/balance/${world.employee.id}/ledger?leave_type_id=${leaveType}&year=2030`;
  const { data } = requireOk(await world.api(world.employee).get(path)).body;
  expect([data.length, data[0].balance, data.at(-1).balance]).toEqual([maxLedgerEntries, 2, maxLedgerEntries + 1]);
});
