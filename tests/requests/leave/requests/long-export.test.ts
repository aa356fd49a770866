import { testServer } from "../../../support/server";
import { countEventLoopYields } from "../../../support/event-loop-yields";
import { nextYear, leaveFixture } from "../fixtures";

const server = testServer();

const fill = `WITH people AS (
    INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id)
    SELECT current_tenant(), 'x' || n || '@example.test', 'Person ' || n, 'none', $1 FROM generate_series(1, 800) AS n RETURNING id
  ), made AS (
    INSERT INTO request (tenant_id, family, requester_id, type, status, round, step, sent_at, decided_at)
    SELECT current_tenant(), 'leave', id, 'leave', 'approved', 1, 1, now(), now() FROM people RETURNING id, requester_id
  )
  INSERT INTO leave_request (id, tenant_id, user_id, leave_type_id, start_date, end_date, days, live)
  SELECT id, current_tenant(), requester_id, $2, $3, $4, 200, true FROM made`;

test("a large leave export yields the event loop to other requests", async () => {
  const { hr, newType, people, world } = await leaveFixture(await server.world());
  const type = await newType({ canUpdateBalance: false });
  const [{ role }] = await world.tx((tx) =>
    tx.manager.query("SELECT role_id AS role FROM app_user WHERE tenant_id = current_tenant() AND id = $1", [
      people.employee.id,
    ]),
  );
  await world.tx((tx) => tx.manager.query(fill, [role, type, `${nextYear}-01-01`, `${nextYear}-12-31`]));
  const turns = await countEventLoopYields(async () => {
    const answer = await hr.get(`/leave/export/requests?format=csv&from=${nextYear}-01-02&to=${nextYear}-12-30`);
    expect(answer.text.trim().split("\n")).toHaveLength(801);
  });
  expect(turns).toBeGreaterThan(79);
});
