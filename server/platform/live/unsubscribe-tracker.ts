import { needsSubscription, type StreamName } from "../../../shared/kernel/events";
import { externalStreamRoomOf, streamRoomOf } from "./broadcast";
import type { LiveSocket } from "./live";

/**
 * Leaves streams of one connection. The access check takes time: a client that leaves before it completes isn't in the room yet. Without
 * this tracker it would join the room after leaving, and be shown as present while its page is open.
 */
export class UnsubscribeTracker {
  private readonly lookedAt = new Map<StreamName, { times: number; left: boolean }>();

  constructor(
    private readonly socket: LiveSocket,
    private readonly gone: (stream: StreamName) => void,
  ) {}

  /** Registers a subscription. The returned function must be called when the access check has completed, whatever its result. */
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
    const room = streamRoomOf(tenantId, stream);
    if (!needsSubscription(stream) || !this.socket.rooms.has(room)) return;
    void this.socket.leave(room);
    void this.socket.leave(externalStreamRoomOf(tenantId, stream));
    delete focus[stream];
    this.gone(stream);
  }
}
