import { unnamed } from "../../server/platform/database/unit-of-work";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { userSchema, withDirectory } from "./directory";

const server = testServer();
/** Whoever leads somebody has left a trace, and is switched off where others are deleted. */
const ledByThem = unnamed("UPDATE app_user SET parent_id = $1 WHERE id = $2");

test("deleted, brought back by hand, and switched off by the directory again", async () => {
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
    ok(await world.api(world.admin).get(`/user/${body.id}/status`));
    const answer = await switchOff();
    expect([answer.status, answer.body.active]).toEqual([200, false]);
    expect((await directory.get(path)).body.active).toBe(false);
  }
});
