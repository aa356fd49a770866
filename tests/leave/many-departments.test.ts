import { testServer } from "../support/server";
import { turnsGivenBy } from "../support/turns-given";
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
  const url = `/leave/team?from=${nextYear}-01-01&to=${nextYear}-04-10`;
  const { data } = ok(await hr.get(url)).body;
  expect([data.departments.length, data.below.length]).toEqual([2_000, 10_000]);
  // With enough people there the answer is as long for one of them as for all.
  await world.tx((tx) => tx.manager.query("UPDATE department SET minimum_present = 1 WHERE minimum_present = 2"));
  const turns = (of: string) => turnsGivenBy(async () => expect(ok(await hr.get(of)).body.data.below).toEqual([]));
  const ofOne = await turns(`${url}&department_id=${data.departments[0].id}`);
  expect((await turns(url)) - ofOne).toBeGreaterThan(15); // fifty of a thousand are counted in one piece
});
