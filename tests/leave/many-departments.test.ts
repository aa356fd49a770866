import { monitorEventLoopDelay } from "node:perf_hooks";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { nextYear } from "./office";

const server = testServer();

// A department with somebody in it each, with and without a number of people who should be there.
const fill = `WITH made AS (
    INSERT INTO department (tenant_id, name, minimum_present)
    SELECT current_tenant(), 'Department ' || n, CASE WHEN n % 2 = 0 THEN 2 END FROM generate_series(1, 2000) AS n RETURNING id
  )
  INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id, department_id)
  SELECT current_tenant(), 'd' || made.id || '@example.test', 'Person ' || made.id, 'none', $1, made.id FROM made`;

test("who is there in two thousand departments is counted with what else waits in between, and ten thousand days are told", async () => {
  const world = await server.world();
  const [{ role }] = await world.tx((tx) =>
    tx.manager.query("SELECT role_id AS role FROM app_user WHERE tenant_id = current_tenant() AND id = $1", [
      world.employee.id,
    ]),
  );
  await world.tx((tx) => tx.manager.query(fill, [role]));
  const hr = world.api(world.hr);
  const blocked = monitorEventLoopDelay({ resolution: 10 });
  const longest: number[] = [];
  const url = `/leave/team?from=${nextYear}-01-01&to=${nextYear}-04-10`;
  for (let times = 0; times < 2; times++) {
    blocked.reset();
    blocked.enable();
    ok(await hr.get(url));
    blocked.disable();
    longest.push(blocked.max / 1e6);
  }
  expect(Math.min(...longest)).toBeLessThan(600); // each for itself day by day: two seconds
  const { data } = ok(await hr.get(url)).body;
  expect([data.departments.length, data.below.length]).toEqual([2_000, 10_000]);
});
