import { limits } from "../../server/platform/limits/limits";
import { type StreamName, userStream } from "../../shared/kernel/events";
import type { SubscribeAck } from "../../shared/kernel/streams";
import type { LiveClient } from "../support/live-client";
import type { LiveWorld, Person } from "../support/live-world";
import { liveFixture } from "./live-fixture";

/** Internal WebSocket of socket.io-client, which can be paused. */
interface Pausable {
  io: { engine: { transport: { ws: { pause(): void } } } };
}

/** Below the limit of twenty sockets per session. */
const mostSockets = 8;
/** Maximum number of replays per socket; each has 3 MB, more than the kernel buffers per connection. */
const mostTimes = 8;

describe("unread replays", () => {
  const stage = liveFixture(() => null);

  async function longAway(world: LiveWorld, name: string): Promise<{ person: Person; stream: StreamName }> {
    const person = await world.person(name);
    const stream = userStream(person.id);
    await stage.seed.rows(
      `WITH s AS (INSERT INTO event_stream (tenant_id, name, revision) VALUES ($1, $2, 3)
         ON CONFLICT (tenant_id, name) DO UPDATE SET revision = 3 RETURNING revision)
       INSERT INTO domain_event (tenant_id, stream, revision, type, data, processed_at)
       SELECT $1, $2, n, 'booking.mine', jsonb_build_object('bookings', '[]'::jsonb, 'note', repeat('x', 1000000)), now()
       FROM s, generate_series(1, 3) AS n`,
      [world.tenant.id, stream],
    );
    return { person, stream };
  }

  const connectionsOf = ({ id }: Person) =>
    [...stage.server.live.io.of("/").sockets.values()].filter(({ data }) => data.person.id === id);
  const statusOf = async (answer: Promise<SubscribeAck>) => (await answer).status;

  /** Opens a connection that stops reading, and requests replays until the server has to buffer one; the kernel buffers the first. */
  async function unread(
    { person, stream }: { person: Person; stream: StreamName },
    answered: () => Promise<unknown>,
  ): Promise<LiveClient> {
    const before = new Set(connectionsOf(person));
    const client = await person.connect();
    const [ours] = connectionsOf(person).filter((socket) => !before.has(socket));
    (client.socket as unknown as Pausable).io.engine.transport.ws.pause();
    for (let times = 0; times < mostTimes && ours?.conn.transport.writable; times++) {
      void client.subscribe(stream, 0).catch(() => {});
      await answered();
    }
    return client;
  }

  test("a user with too many unread replays gets resets, and other users don't", async () => {
    const world = await stage.world();
    const [away, colleague] = [await longAway(world, "Away"), await longAway(world, "Colleague")];
    const reading = await away.person.connect();
    const subscribeStatus = () => statusOf(reading.subscribe(away.stream, 0));
    const stuck: LiveClient[] = [];
    let status = await subscribeStatus();
    expect(status).toBe("replay");
    while (status === "replay" && stuck.length < mostSockets) {
      // Requests of one session are processed sequentially.
      stuck.push(await unread(away, () => reading.subscribe(away.stream, 3)));
      status = await subscribeStatus();
    }
    expect(status).toBe("reset");
    expect(stuck.length).toBeGreaterThanOrEqual(limits.slowReaders.replaysPerUser / 4_000_000);
    expect(await reading.subscribe(away.stream, 3)).toMatchObject({ status: "live", revision: 3 });
    const other = await colleague.person.connect();
    expect(await statusOf(other.subscribe(colleague.stream, 0))).toBe("replay");

    const all = connectionsOf(away.person).map(({ conn }) => conn);
    const closed = all.map((conn) => new Promise((end) => conn.once("close", end)));
    for (const conn of all) conn.request.socket.destroy();
    await Promise.all(closed);
    const again = await away.person.connect();
    expect(await statusOf(again.subscribe(away.stream, 0))).toBe("replay");
  });
});
