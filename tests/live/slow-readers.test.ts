import { type LiveEvent, projectStream } from "../../shared/kernel/events";
import { archiveTask } from "../../shared/work/tasks/tasks.contract";
import { limits } from "../../server/platform/limits/limits";
import { waitUntil } from "../support/wait-until";
import { describeOnBothBackends } from "./live-fixture";

/** The WebSocket, which can be paused, is private in socket.io-client. */
interface Pausable {
  io: { engine: { transport: { ws: { pause(): void; resume(): void } } } };
}

const frame = 200_000;
const mostFrames = 400;

describeOnBothBackends("a connection that doesn't read what it is sent", (stage) => {
  test("a slow reader is disconnected before much is buffered, and catches up later", async () => {
    const world = await stage.world();
    const [slow, other] = [await world.person("Slow"), await world.person("Olive")];
    const project = await world.project([slow, other], [1, 0, 0]);
    const stream = projectStream(project.id);
    const [stuck, reading] = [await slow.watch(project), await other.watch(project)];
    const { io } = stage.server.live;
    const connections = () => io.of("/").sockets.size;
    const before = connections();
    const { ws } = (stuck.socket as unknown as Pausable).io.engine.transport;
    ws.pause();

    const event = { revision: 0, id: 0, type: "task.moved", at: new Date().toISOString(), actor: null };
    const filler = { ...event, data: { title: "x".repeat(frame) } } as unknown as LiveEvent;
    let sent = 0;
    while (connections() === before && sent < mostFrames) {
      stage.server.live.events(world.tenant.id, { stream, events: [filler] } as never);
      sent += 1;
      await waitUntil("the other one has it", () => reading.batches.length >= sent);
    }
    expect(connections()).toBe(before - 1);
    expect(sent).toBeGreaterThan(limits.slowReaders.queued / frame);
    expect(reading.socket.connected).toBe(true);

    const params = { id: project.taskIds[0]?.[0] as number };
    expect((await other.http.call(archiveTask, { params, body: {} })).status).toBe(200);
    await reading.revision(stream, 1);
    ws.resume();
    await stuck.disconnected();
    const again = await slow.connect();
    expect(await again.subscribe(stream, 0)).toMatchObject({
      status: "replay",
      revision: 1,
      events: [{ revision: 1 }],
    });
  });
});
