import type { AccessChange } from "../../server/platform/live/broadcast";
import type { CommittedEvent } from "../../server/platform/database/unit-of-work";
import { type StreamName, userStream } from "../../shared/kernel/events";

/**
 * Whose connections must ask again after these events. Never decides access: it names who may be affected, and the
 * connections ask the one policy.
 */
export function accessChangedBy(batch: readonly CommittedEvent[]): AccessChange[] {
  const changes = new Map<string, AccessChange>();
  const add = (tenantId: number, stream: StreamName) => changes.set(`${tenantId}/${stream}`, { tenantId, stream });
  for (const { tenantId, stream, event } of batch) {
    switch (event.type) {
      // Someone left, or a role fell: that person's screens.
      case "member.removed":
      case "member.updated":
        add(tenantId, userStream((event.data as { user: { id: number } }).user.id));
        break;
      // A group left: anyone on the board may have been in by it.
      case "group.removed":
      case "project.deleted":
        add(tenantId, stream);
        break;
      // Signed out, switched off, another role; the whole tenant switched off.
      case "session.ended":
      case "user.access_changed":
      case "tenant.updated":
        add(tenantId, stream);
        break;
    }
  }
  return [...changes.values()];
}
