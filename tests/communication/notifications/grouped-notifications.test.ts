import { namedStatements } from "../../../server/platform/database/unit-of-work";
import { freshDatabaseUrl } from "../../support/postgres/databases";
import { testServer } from "../../support/server";
import { type QueryPlan, rowsInPlan } from "../../support/statements/work";

// A separate database, since the test counts the rows that PostgreSQL reads from a table.
const server = testServer({ databaseUrl: () => freshDatabaseUrl("told_of_many") });

const notificationCount = 5_000;

test.each([true, false])("reading the latest notifications reads no other users' rows (shown: %s)", async (isShown) => {
  const world = await server.world();
  const { employee } = world;
  await server.owner.query(
    `WITH crowd AS (
         INSERT INTO app_user (tenant_id, fullname, email, password_hash, role_id)
         SELECT tenant_id, 'One of many', 'many' || n || '@' || tenant_id || '.example', 'x', role_id
         FROM app_user, generate_series(1, 200) AS n WHERE id = $1 RETURNING tenant_id, id)
       INSERT INTO notification (tenant_id, user_id, event_id, kind, "values", path, subject, shown)
       SELECT tenant_id, id, n, 'project.added', '{}', '/projects', 'One of many', $3
       FROM crowd, generate_series(1, $2::int / 200) AS n`,
    [employee.id, notificationCount, isShown],
  );
  await server.owner.query("ANALYZE");
  const line = {
    user_id: employee.id,
    about: 0,
    kind: "project.added",
    shown: isShown,
    values: {},
    path: "/projects",
    subject: "New",
  };
  const text = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${namedStatements().get("tell.write")}`;
  const rows = await world.tx(async (tx) => {
    const lines = JSON.stringify([{ ...line, mail: false, push: false }]);
    const [plan] = await tx.rows<{ "QUERY PLAN": { Plan: QueryPlan }[] }>({ name: "", text }, [
      lines,
      null,
      null,
      15,
      60,
      5,
    ]);
    return rowsInPlan(plan?.["QUERY PLAN"][0]?.Plan as QueryPlan);
  });
  expect(rows).toBeLessThan(100);
});
