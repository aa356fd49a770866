import { testServer } from "../../../support/server";
import { countEventLoopYields } from "../../../support/event-loop-yields";
import { requireOk } from "../../../work/tasks/board";
import { nextYear } from "../fixtures";

const server = testServer();

const fill = `WITH made AS (
    INSERT INTO department (tenant_id, name, minimum_present)
    SELECT current_tenant(), 'Department ' || n, CASE WHEN n % 2 = 0 THEN 2 END FROM generate_series(1, 2000) AS n RETURNING id
  )
  INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id, department_id)
  SELECT current_tenant(), 'd' || made.id || '@example.test', 'Person ' || made.id, 'none', $1, made.id FROM made`;

test("presence in 2,000 departments yields the event loop and is limited in size", async () => {
  const world = await server.world();
  const [{ role }] = await world.tx((tx) =>
    tx.manager.query("SELECT role_id AS role FROM app_user WHERE tenant_id = current_tenant() AND id = $1", [
      world.employee.id,
    ]),
  );
  await world.tx((tx) => tx.manager.query(fill, [role]));
  const hr = world.api(world.hr);
  const url = `/leave/team?from=${nextYear}-01-01&to=${nextYear}-04-10`;
  const { data } = requireOk(await hr.get(url)).body;
  expect([data.departments.length, data.below.length]).toEqual([2_000, 10_000]);
  // With a minimum that is met, the response is equally small for one department and for all.
  await world.tx((tx) => tx.manager.query("UPDATE department SET minimum_present = 1 WHERE minimum_present = 2"));
  const turns = (of: string) =>
    countEventLoopYields(async () => expect(requireOk(await hr.get(of)).body.data.below).toEqual([]));
  const ofOne = await turns(`${url}&department_id=${data.departments[0].id}`);
  expect((await turns(url)) - ofOne).toBeGreaterThan(15); // the thousand departments with a minimum are counted in chunks of fifty
});
