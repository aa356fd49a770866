import type { AccessChange } from "../../server/platform/live/broadcast";
import type { CommittedEvent } from "../../server/platform/database/unit-of-work";
import { type StreamName, tenantStream, userStream } from "../../shared/kernel/events";

/**
 * Whose connections must ask again after these events. Never decides access: it names who may be affected, and the
 * connections ask the one policy.
 */
export function accessChangedBy(batch: readonly CommittedEvent[]): AccessChange[] {
  const changes = new Map<string, AccessChange>();
  const add = (tenantId: number, stream: StreamName) => changes.set(`${tenantId}/${stream}`, { tenantId, stream });
  // Older code may have written it otherwise. Were that thrown, it would stand before all that its organisation has missed, for ever:
  // only what consumers throw is parked. So everybody there asks again.
  const addPerson = (tenantId: number, id: number | undefined) =>
    add(tenantId, typeof id === "number" ? userStream(id) : tenantStream(tenantId));
  for (const { tenantId, stream, event } of batch) {
    switch (event.type) {
      // Someone left, or a role fell: that person's screens.
      case "member.removed":
      case "member.updated":
        addPerson(tenantId, (event.data as { user?: { id: number } } | null)?.user?.id);
        break;
      // A group left: anyone on the board may have been in by it.
      case "group.removed":
      case "project.deleted":
        add(tenantId, stream);
        break;
      // Another department, another place of work: what is for them may be another.
      case "user.updated":
        addPerson(tenantId, (event.data as { id?: number } | null)?.id);
        break;
      // Whom an article is for may be others now; whom a group or a department has, too.
      case "news.updated":
      case "news.withdrawn":
      case "news.deleted":
        add(tenantId, stream);
        break;
      case "group.updated":
      case "department.updated":
      case "department.deleted":
        add(tenantId, tenantStream(tenantId));
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
