import { projectStream, userStream } from "../../shared/kernel/events";
import { readCurrentUser } from "../../shared/identity/session/session.contract";
import { LiveClient } from "../support/live-client";
import { describeOnBothBackends } from "./live-fixture";

/** Values that the client never sends, sent unvalidated: an exception in a socket handler has no outer catch. */
const unspeakable = { toString: 1, valueOf: 1 };
const hostile: readonly unknown[] = [
  undefined,
  null,
  0,
  "project:1",
  [],
  [[unspeakable]],
  unspeakable,
  { stream: null },
  { stream: unspeakable },
  { stream: [unspeakable] },
  { stream: { toString: null, valueOf: {} } },
  { stream: { __proto__: null } },
  { stream: "__proto__" },
  { stream: "user:1".repeat(2_000) },
  { stream: Buffer.from("project:1") },
  { stream: "rooms:1", slot: unspeakable },
  { stream: "rooms:1", slot: { kind: unspeakable, resource_id: unspeakable, from: unspeakable, until: unspeakable } },
  { stream: "project:1", taskId: unspeakable, dragging: unspeakable, over: unspeakable },
  { stream: "project:1", over: { task_status_id: unspeakable, before_id: unspeakable } },
  { stream: "project:1", since: unspeakable },
];
const names = ["unsubscribe", "focus", "subscribe", "error", "constructor", "__proto__", "toString", "nonsense"];

describeOnBothBackends("messages that are none", (stage) => {
  test("invalid messages affect only the sender's connection", async () => {
    const world = await stage.world();
    const [sender, other] = [await world.person("Sender"), await world.person("Olive")];
    const project = await world.project([sender, other], [1, 0, 0]);
    const watching = await other.connect();
    expect((await watching.subscribe(projectStream(project.id))).status).toBe("live");
    for (const name of names) {
      const socket = await sender.connect();
      for (const message of hostile) socket.say(name, message);
      // Messages are handled in order: this response means that all earlier ones were handled.
      expect((await socket.subscribe(userStream(sender.id))).status).toBe("live");
    }
    expect((await other.http.call(readCurrentUser, {})).status).toBe(200);
    expect((await watching.subscribe(projectStream(project.id))).status).toBe("live");
  });

  test("a subscription with an invalid stream is forbidden", async () => {
    const world = await stage.world();
    const socket = await (await world.person("Sender")).connect();
    for (const message of hostile) {
      if ((message as { since?: unknown } | null)?.since) continue;
      expect(await socket.ask("subscribe", message)).toEqual({ status: "forbidden" });
    }
  });

  test("a connection with a non-string token is refused", async () => {
    const world = await stage.world();
    for (const token of [unspeakable, [unspeakable], 0, null]) {
      await expect(LiveClient.connect(stage.server.base, world.tenant.host, token)).rejects.toThrow("unauthenticated");
    }
  });
});
