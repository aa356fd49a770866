import type { FastifyInstance, FastifyReply } from "fastify";
import * as contract from "../../../shared/communication/notifications/notifications.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { presentNotification } from "./notifications.present";
import { clearNotifications, markNotifications, readInbox, unreadCount } from "./notifications.service";

export function registerNotificationsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listNotifications, async ({ tx, actor, query, text, reply }) => {
    const { rows, meta } = await readInbox(tx, actor.id, query);
    emitUnreadCount(reply, meta.unread_count);
    return { data: rows.map((row) => presentNotification(row, text)), meta };
  });

  serveEndpoint(app, contract.readUnreadState, async ({ tx, actor, reply }) => {
    const unread = await unreadCount(tx, actor.id);
    emitUnreadCount(reply, unread);
    return { has_unread: unread > 0 };
  });

  serveEndpoint(app, contract.markAsRead, async ({ tx, actor, body, text, reply }) => {
    const unread_count = await markNotifications(tx, actor.id, body.id ?? null, true);
    emitUnreadCount(reply, unread_count);
    return { message: text("notification.markedRead"), unread_count };
  });

  serveEndpoint(app, contract.markAsUnread, async ({ tx, actor, body, text, reply }) => {
    const unread_count = await markNotifications(tx, actor.id, body.id ?? null, false);
    emitUnreadCount(reply, unread_count);
    return { message: text("notification.markedUnread"), unread_count };
  });

  serveEndpoint(app, contract.deleteAllNotifications, async ({ tx, actor, text, reply }) => {
    await clearNotifications(tx, actor.id);
    emitUnreadCount(reply, 0);
    return { message: text("notification.cleared") };
  });
}

/** The header contains the count after the call, replacing the count set when the call began. */
function emitUnreadCount(reply: FastifyReply, count: number): void {
  reply.header("x-unread-notifications", count);
}
