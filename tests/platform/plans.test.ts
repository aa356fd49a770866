import { sessionByToken } from "../../server/platform/session.sql";
import { testServer } from "../support/server";
import { type QueryPlan, rowsInPlan } from "../support/statements/work";

/** Cached query plans belong to a connection, which serves all tenants. */
const server = testServer();

test("a session lookup planned for an empty tenant is also fast for a large one", async () => {
  const sessionCount = 3_000;
  const large = await server.world();
  const owner = server.owner;
  await owner.query(
    `WITH people AS (INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id)
       SELECT $1, 'many.' || n || '@example.test', 'Person ' || n, 'none', $2 FROM generate_series(1, $3::int) AS n RETURNING id)
     INSERT INTO session (tenant_id, user_id, token_hash, file_hash, remember, expires_at, ends_at)
     SELECT $1, id, sha256(('token' || id)::bytea), sha256(('file' || id)::bytea), false, now() + interval '1 hour', now() + interval '1 day'
     FROM people`,
    [large.tenantId, large.roles.employee, sessionCount],
  );
  await owner.query("ANALYZE app_user, session");
  const small = await server.world(); // not in the statistics yet
  const plan = await owner.transaction(async (manager) => {
    const query = (text: string, values?: unknown[]) => manager.query(text, values);
    const [{ token }] = await query(
      "SELECT encode(token_hash, 'hex') AS token FROM session WHERE tenant_id = $1 ORDER BY id DESC LIMIT 1",
      [large.tenantId],
    );
    const serve = (id: number) => query("SELECT set_config('app.tenant_id', $1, true)", [String(id)]);
    await query("SET LOCAL ROLE portal_app");
    await query("SET LOCAL plan_cache_mode = force_generic_plan");
    await serve(small.tenantId);
    await query(`PREPARE who_asks AS ${sessionByToken.text}`);
    await query("EXECUTE who_asks('x')");
    await serve(large.tenantId);
    const [explained] = await query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE who_asks('\\x${token}')`);
    await query("DEALLOCATE who_asks");
    return explained["QUERY PLAN"][0].Plan as QueryPlan;
  });
  expect(rowsInPlan(plan)).toBeLessThan(10 * sessionCount);
});
