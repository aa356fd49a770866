import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { userSchema, withDirectory } from "./directory";

const server = testServer();
/** Managers are referenced by their reports and therefore deactivated instead of deleted. */
const ledByThem = unnamedSql("UPDATE app_user SET parent_id = $1 WHERE id = $2");

test("a deleted and manually restored user can be deactivated again", async () => {
  const world = await server.world();
  const directory = await withDirectory(server, world);
  const nadia = {
    userName: `nadia@${world.host}`,
    emails: [{ value: `nadia@${world.host}`, primary: true }],
    active: true,
  };
  const { body } = await directory.create(nadia);
  const path = `/Users/${body.id}`;
  await world.tx((tx) => tx.rows(ledByThem, [body.id, world.employee.id]));
  const off = { op: "replace", path: "active", value: false };
  for (const switchOff of [
    () => directory.patch(path, off),
    () =>
      directory.call("PUT", path, {
        schemas: [userSchema],
        ...nadia,
        active: false,
      }),
  ]) {
    expect((await directory.call("DELETE", path)).status).toBe(204);
    requireOk(await world.api(world.admin).get(`/user/${body.id}/status`));
    const answer = await switchOff();
    expect([answer.status, answer.body.active]).toEqual([200, false]);
    expect((await directory.get(path)).body.active).toBe(false);
  }
});
