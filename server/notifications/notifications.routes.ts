import type { FastifyInstance, FastifyReply } from "fastify";
import * as contract from "../../shared/notifications/notifications.contract";
import { serve } from "../platform/http/serve/serve";
import { presentNotification } from "./notifications.present";
import { clearNotifications, markNotifications, readInbox, unreadCount } from "./notifications.service";

export function registerNotificationsRoutes(app: FastifyInstance): void {
  serve(app, contract.listNotifications, async ({ tx, actor, query, text, reply }) => {
    const { rows, meta } = await readInbox(tx, actor.id, query);
    sayUnread(reply, meta.unread_count);
    return { data: rows.map((row) => presentNotification(row, text)), meta };
  });

  serve(app, contract.hasUnread, async ({ tx, actor, reply }) => {
    const unread = await unreadCount(tx, actor.id);
    sayUnread(reply, unread);
    return { has_unread: unread > 0 };
  });

  serve(app, contract.markAsRead, async ({ tx, actor, body, text, reply }) => {
    const unread_count = await markNotifications(tx, actor.id, body.id ?? null, true);
    sayUnread(reply, unread_count);
    return { message: text("notification.markedRead"), unread_count };
  });

  serve(app, contract.markAsUnread, async ({ tx, actor, body, text, reply }) => {
    const unread_count = await markNotifications(tx, actor.id, body.id ?? null, false);
    sayUnread(reply, unread_count);
    return { message: text("notification.markedUnread"), unread_count };
  });

  serve(app, contract.deleteAllNotifications, async ({ tx, actor, text, reply }) => {
    await clearNotifications(tx, actor.id);
    sayUnread(reply, 0);
    return { message: text("notification.cleared") };
  });
}

/** The header tells the count after the call, not the one it began with. */
function sayUnread(reply: FastifyReply, count: number): void {
  reply.header("x-unread-notifications", count);
}
