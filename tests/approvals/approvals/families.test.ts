import { requestFamilyDefinitions } from "../../../shared/approvals/approvals/families";
import { sql, unnamedSql } from "../../../server/platform/database/unit-of-work";
import { testServer } from "../../support/server";

const server = testServer();

const selectFamilies = sql("test.families", "SELECT code, approve FROM request_family ORDER BY code");
const insertUnknownFamily = sql(
  "test.strangeFamily",
  "INSERT INTO request (tenant_id, family, requester_id, type) VALUES (current_tenant(), 'carpool', $1, 'x')",
);
// Unnamed, because tests/matrix/growth.test.ts plans all named statements as the application's role.
const newFamily = unnamedSql("INSERT INTO request_family (code, approve) VALUES ('carpool', ARRAY['x'])");

test("request families and approve permissions in the database match the code", async () => {
  const world = await server.world();
  const defined = Object.values(requestFamilyDefinitions).map(({ code, permissions: { approve } }) => ({
    code,
    approve,
  }));
  expect(await world.tx((tx) => tx.rows(selectFamilies))).toEqual(
    defined.toSorted((a, b) => (a.code < b.code ? -1 : 1)),
  );
});

test("unknown request families are rejected, and the server can't insert families", async () => {
  const world = await server.world();
  await expect(world.tx((tx) => tx.rows(insertUnknownFamily, [world.employee.id]))).rejects.toThrow(
    "request_of_family",
  );
  await expect(world.tx((tx) => tx.rows(newFamily))).rejects.toThrow("permission denied");
});
