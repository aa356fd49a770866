import { families } from "../../shared/requests/families";
import { sql } from "../../server/platform/database/unit-of-work";
import { testServer } from "../support/server";

const server = testServer();

const kept = sql("test.families", "SELECT code, approve FROM request_family ORDER BY code");
const strange = sql(
  "test.strangeFamily",
  "INSERT INTO request (tenant_id, family, requester_id, type) VALUES (current_tenant(), 'carpool', $1, 'x')",
);
const newFamily = sql("test.newFamily", "INSERT INTO request_family (code, approve) VALUES ('carpool', ARRAY['x'])");

test("the database has the families of the code, and says the same of who may decide", async () => {
  const world = await server.world();
  const defined = Object.values(families).map(({ code, permissions: { approve } }) => ({ code, approve }));
  expect(await world.tx((tx) => tx.rows(kept))).toEqual(defined.toSorted((a, b) => (a.code < b.code ? -1 : 1)));
});

test("a request of a family that isn't there can't be kept, and a server adds no family", async () => {
  const world = await server.world();
  await expect(world.tx((tx) => tx.rows(strange, [world.employee.id]))).rejects.toThrow("request_of_family");
  await expect(world.tx((tx) => tx.rows(newFamily))).rejects.toThrow("permission denied");
});
