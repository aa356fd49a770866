import { financeFamily } from "../../../shared/approvals/approvals/families";
import { namedStatements } from "../../../server/platform/database/unit-of-work";
import { freshDatabaseUrl } from "../../support/postgres/databases";
import { testServer } from "../../support/server";
import { rowsReadBy } from "../../support/statements/work";
import type { World } from "../../support/world";

// A separate database: the measured row counts would include other tests' rows.
const server = testServer({ databaseUrl: () => freshDatabaseUrl("holders") });

const userCount = 1_000;
let world: World;
beforeAll(async () => {
  world = await server.world();
  await server.owner.query(
    `INSERT INTO app_user (tenant_id, fullname, email, password_hash, role_id)
     SELECT tenant_id, 'One of many', 'many' || n || '@crowd.example', 'x', role_id
     FROM app_user, generate_series(1, $2::int) AS n WHERE id = $1`,
    [world.employee.id, userCount],
  );
  await server.owner.query("ANALYZE");
});

test.each([
  ["finance.whoSeesAll", [financeFamily.permissions.seeAll, financeFamily.permissions.list], ["admin", "finance"]],
  ["projects.overseers", [], ["admin"]],
  ["weeks.deciders", [], ["admin", "manager"]],
  ["hanging.holders", [], ["admin", "hr"]],
  ["personFiles.holders", [], ["admin", "hr"]],
] as const)("the statement %s reads only users with a matching role", async (name, values, expected) => {
  const text = namedStatements().get(name) as string;
  let found: { id: number }[] = [];
  const rows = await rowsReadBy(() =>
    world.tx(async (tx) => {
      found = await tx.rows<{ id: number }>({ name: "", text }, [...values]);
    }),
  );
  expect(new Set(found.map(({ id }) => id))).toEqual(new Set(expected.map((who) => world[who].id)));
  expect(rows).toBeLessThan(userCount + 200);
});
