import { createUnitOfWork } from "../../server/platform/database/unit-of-work";
import { userStream } from "../../shared/kernel/events";
import { waitUntil } from "../support/wait-until";
import { describeOnBothBackends } from "./live-fixture";

describeOnBothBackends("a long list of events that nobody brought", (stage) => {
  test("a backlog is processed in one pass, five hundred events at a time", async () => {
    const world = await stage.world();
    const ada = await world.person("Ada");
    const count = 1_700;
    await createUnitOfWork(stage.server.core.database, () => {})({ tenantId: world.tenant.id }, async (tx) => {
      for (let n = 0; n < count; n++) {
        tx.emit("settings.updated", userStream(ada.id), {
          language: null,
          theme: String(n),
          sidebar: null,
          time_zone: null,
          task_layout: null,
          week_start: null,
          shortcuts: null,
        });
      }
    });
    const socket = await ada.connect();
    await stage.seed.rows("UPDATE domain_event SET at = at - interval '10 seconds' WHERE tenant_id = $1", [
      world.tenant.id,
    ]);
    const waiting = () =>
      stage.seed.rows("SELECT FROM domain_event WHERE tenant_id = $1 AND processed_at IS NULL", [world.tenant.id]);
    await waitUntil("all are worked on", async () => (await waiting()).length === 0);
    await socket.revision(userStream(ada.id), count);
    expect(new Set(socket.of(userStream(ada.id)).map((event) => event.revision)).size).toBe(count);
  });
});
