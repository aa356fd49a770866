import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/communication/notifications/settings.contract";
import { vapidKeys } from "./push";
import { serveEndpoint, servePublicEndpoint } from "../../platform/http/serve/serve";
import { setMute } from "./mutes.service";
import { subscribeBrowser, unsubscribeBrowser } from "./push.service";
import { changeSettings, notificationSettingsOf, sendTestNotification } from "./settings.service";
import { emailOfUser, verifyUnsubscribeToken, disableMails } from "./unsubscribe.service";

export function registerNotificationSettingsRoutes(app: FastifyInstance): void {
  const { config, database } = app.platform;
  const publicKey = async () => (await vapidKeys(database)).publicKey;

  serveEndpoint(app, contract.readNotificationSettings, async ({ tx, actor }) => ({
    data: await notificationSettingsOf(tx, actor.id, await publicKey()),
  }));

  serveEndpoint(app, contract.changeNotificationSettings, async ({ tx, actor, body }) => {
    await changeSettings(tx, actor.id, body);
    return { data: await notificationSettingsOf(tx, actor.id, await publicKey()) };
  });

  serveEndpoint(app, contract.muteNotifications, async ({ tx, actor, body, text }) => {
    await setMute(tx, actor, body);
    return { message: text(body.muted ? "notification.muted" : "notification.unmuted") };
  });

  serveEndpoint(app, contract.subscribeToPush, async ({ tx, actor, body, text, request }) => {
    const browser = { userAgent: request.headers["user-agent"], origins: config.pushOrigins };
    await subscribeBrowser(tx, actor, body, browser);
    return { message: text("notification.pushOn") };
  });

  serveEndpoint(app, contract.unsubscribeFromPush, async ({ tx, actor, body, text }) => {
    await unsubscribeBrowser(tx, actor.id, body.endpoint);
    return { message: text("notification.pushOff") };
  });

  serveEndpoint(app, contract.sendTestNotification, async ({ tx, actor, text }) => {
    await sendTestNotification(tx, actor.id);
    return { message: text("notification.testSent") };
  });

  servePublicEndpoint(app, contract.readUnsubscribe, async ({ tx, query }) => {
    const { userId, target } = await verifyUnsubscribeToken(database, tx.tenantId, query.token);
    return { data: { what: target, email: await emailOfUser(tx, userId) } };
  });

  servePublicEndpoint(app, contract.unsubscribe, async ({ tx, query, text }) => {
    const link = await verifyUnsubscribeToken(database, tx.tenantId, query.token);
    const email = await emailOfUser(tx, link.userId);
    await disableMails(tx, link);
    return { message: text("notification.mailsStopped"), data: { what: link.target, email } };
  });
}
