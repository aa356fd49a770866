import type { StreamName } from "../../../shared/kernel/events";
import { outsideRoomOf, roomOf } from "./broadcast";
import { Leaving } from "./leaving";
import type { LiveSocket } from "./live";

const stream: StreamName = "project:7";
const tenantId = 3;
const rooms = [roomOf(tenantId, stream), outsideRoomOf(tenantId, stream)];

/** A connection that is in no room yet, and who was told that it has left. */
function connection() {
  const inside = new Set<string>();
  const socket = {
    data: { tenantId, focus: {} },
    rooms: inside,
    leave: (room: string) => inside.delete(room),
  };
  const gone: StreamName[] = [];
  const leaving = new Leaving(socket as unknown as LiveSocket, (each) => gone.push(each));
  return { leaving, gone, inside, join: () => rooms.forEach((room) => inside.add(room)) };
}

test("who is in it leaves at once, and it is told once", () => {
  const { leaving, gone, inside, join } = connection();
  const answered = leaving.asked(stream);
  join();
  answered();
  leaving.leave(stream);
  leaving.leave(stream);
  expect([...inside]).toEqual([]);
  expect(gone).toEqual([stream]);
});

test("who leaves while it is looked up is out of it when that is answered", () => {
  const { leaving, gone, inside, join } = connection();
  const answered = leaving.asked(stream);
  leaving.leave(stream);
  expect(gone).toEqual([]);
  join();
  answered();
  expect([...inside]).toEqual([]);
  expect(gone).toEqual([stream]);
});

test("who comes back before it is answered stays", () => {
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

test("what was left before counts for nothing when it is asked for again", () => {
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
