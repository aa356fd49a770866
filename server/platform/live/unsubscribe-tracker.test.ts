import type { StreamName } from "../../../shared/kernel/events";
import { externalStreamRoomOf, streamRoomOf } from "./broadcast";
import { UnsubscribeTracker } from "./unsubscribe-tracker";
import type { LiveSocket } from "./live";

const stream: StreamName = "project:7";
const tenantId = 3;
const rooms = [streamRoomOf(tenantId, stream), externalStreamRoomOf(tenantId, stream)];

function connection() {
  const inside = new Set<string>();
  const socket = {
    data: { tenantId, focus: {} },
    rooms: inside,
    leave: (room: string) => inside.delete(room),
  };
  const leftStreams: StreamName[] = [];
  const leaving = new UnsubscribeTracker(socket as unknown as LiveSocket, (each) => leftStreams.push(each));
  return { leaving, leftStreams, inside, join: () => rooms.forEach((room) => inside.add(room)) };
}

test("leaves a joined stream immediately and reports it once", () => {
  const { leaving, leftStreams, inside, join } = connection();
  const answered = leaving.asked(stream);
  join();
  answered();
  leaving.leave(stream);
  leaving.leave(stream);
  expect([...inside]).toEqual([]);
  expect(leftStreams).toEqual([stream]);
});

test("leaving during the access check takes effect when the check completes", () => {
  const { leaving, leftStreams, inside, join } = connection();
  const answered = leaving.asked(stream);
  leaving.leave(stream);
  expect(leftStreams).toEqual([]);
  join();
  answered();
  expect([...inside]).toEqual([]);
  expect(leftStreams).toEqual([stream]);
});

test("subscribing again before the access check completes stays subscribed", () => {
  const { leaving, leftStreams, inside, join } = connection();
  const first = leaving.asked(stream);
  leaving.leave(stream);
  const second = leaving.asked(stream);
  join();
  first();
  second();
  expect([...inside]).toEqual(rooms);
  expect(leftStreams).toEqual([]);
});

test("leaving before a subscription completes doesn't affect a later subscription", () => {
  const { leaving, leftStreams, inside, join } = connection();
  const first = leaving.asked(stream);
  leaving.leave(stream);
  first();
  const second = leaving.asked(stream);
  join();
  second();
  expect([...inside]).toEqual(rooms);
  expect(leftStreams).toEqual([]);
});
