import { isAskedFor, type StreamName } from "../../../shared/kernel/events";
import { outsideRoomOf, roomOf } from "./broadcast";
import type { LiveSocket } from "./live";

/**
 * Leaves streams for one connection. Whether somebody may follow one takes a while to look up; who leaves meanwhile isn't in its
 * room yet, and would come into it after they have gone: shown as being there for as long as the page is open.
 */
export class Leaving {
  private readonly lookedAt = new Map<StreamName, { times: number; left: boolean }>();

  constructor(
    private readonly socket: LiveSocket,
    private readonly gone: (stream: StreamName) => void,
  ) {}

  /** It is asked for. What it returns is called when that was answered, whatever the answer. */
  asked(stream: StreamName): () => void {
    const look = this.lookedAt.get(stream) ?? { times: 0, left: false };
    look.times += 1;
    look.left = false;
    this.lookedAt.set(stream, look);
    return () => {
      look.times -= 1;
      if (look.times === 0) this.lookedAt.delete(stream);
      if (look.left) this.leave(stream);
    };
  }

  leave(stream: StreamName): void {
    const look = this.lookedAt.get(stream);
    if (look) look.left = true;
    const { tenantId, focus } = this.socket.data;
    const room = roomOf(tenantId, stream);
    if (!isAskedFor(stream) || !this.socket.rooms.has(room)) return;
    void this.socket.leave(room);
    void this.socket.leave(outsideRoomOf(tenantId, stream));
    delete focus[stream];
    this.gone(stream);
  }
}
