import { userStream, tenantStream } from "../../../shared/kernel/events";
import { outsideOf, roomsOf, viewersRoomsOf } from "./broadcast";
import type { LiveSocket } from "./live";

/**
 * What a connection hears without asking: its person's own and the organisation's. Whoever looks through somebody's eyes hears
 * nothing that is told to that person, and only for as long as it may last.
 */
export function joinOwnRooms(socket: LiveSocket): void {
  const { tenantId, person, viewing, external } = socket.data;
  if (external) void socket.join(outsideOf(tenantId));
  if (!viewing) {
    void socket.join(roomsOf(socket.data, [userStream(person.id), tenantStream(tenantId)]));
    return;
  }
  void socket.join([
    ...roomsOf(socket.data, [tenantStream(tenantId)]),
    ...viewersRoomsOf(tenantId, [person.id, viewing.viewer.id]),
  ]);
  const over = setTimeout(() => socket.disconnect(true), viewing.until.getTime() - Date.now()).unref();
  socket.on("disconnect", () => clearTimeout(over));
}
