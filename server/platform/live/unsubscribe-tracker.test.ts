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
  const gone: StreamName[] = [];
  const leaving = new UnsubscribeTracker(socket as unknown as LiveSocket, (each) => gone.push(each));
  return { leaving, gone, inside, join: () => rooms.forEach((room) => inside.add(room)) };
}

test("leaves a joined stream immediately and reports it once", () => {
  const { leaving, gone, inside, join } = connection();
  const answered = leaving.asked(stream);
  join();
  answered();
  leaving.leave(stream);
  leaving.leave(stream);
  expect([...inside]).toEqual([]);
  expect(gone).toEqual([stream]);
});

test("leaving during the access check takes effect when the check completes", () => {
  const { leaving, gone, inside, join } = connection();
  const answered = leaving.asked(stream);
  leaving.leave(stream);
  expect(gone).toEqual([]);
  join();
  answered();
  expect([...inside]).toEqual([]);
  expect(gone).toEqual([stream]);
});

test("subscribing again before the access check completes stays subscribed", () => {
  const { leaving, gone, inside, join } = connection();
  const first = leaving.asked(stream);
  leaving.leave(stream);
  const second = leaving.asked(stream);
  join();
  first();
  second();
  expect([...inside]).toEqual(rooms);
  expect(gone).toEqual([]);
});

test("leaving before a subscription completes doesn't affect a later subscription", () => {
  const { leaving, gone, inside, join } = connection();
  const first = leaving.asked(stream);
  leaving.leave(stream);
  first();
  const second = leaving.asked(stream);
  join();
  second();
  expect([...inside]).toEqual(rooms);
  expect(gone).toEqual([]);
});
