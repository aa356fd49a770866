import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/notifications/settings.contract";
import { vapidKeys } from "../platform/mail/push";
import { serve, servePublic } from "../platform/http/serve/serve";
import { setMute } from "./mutes.service";
import { subscribe, unsubscribe } from "./push.service";
import { changeSettings, settingsOf } from "./settings.service";
import { tellTest } from "./test-message.service";
import { addressOf, readToken, stopMails } from "./unsubscribe.service";

export function registerNotificationSettingsRoutes(app: FastifyInstance): void {
  const { config, database } = app.platform;
  const publicKey = async () => (await vapidKeys(database)).publicKey;

  serve(app, contract.readNotificationSettings, async ({ tx, actor }) => ({
    data: await settingsOf(tx, actor.id, await publicKey()),
  }));

  serve(app, contract.changeNotificationSettings, async ({ tx, actor, body }) => {
    await changeSettings(tx, actor.id, body);
    return { data: await settingsOf(tx, actor.id, await publicKey()) };
  });

  serve(app, contract.mute, async ({ tx, actor, body, text }) => {
    await setMute(tx, actor, body);
    return { message: text(body.muted ? "notification.muted" : "notification.unmuted") };
  });

  serve(app, contract.subscribeToPush, async ({ tx, actor, body, text, request }) => {
    const browser = { userAgent: request.headers["user-agent"], origins: config.pushOrigins };
    await subscribe(tx, actor, body, browser);
    return { message: text("notification.pushOn") };
  });

  serve(app, contract.unsubscribeFromPush, async ({ tx, actor, body, text }) => {
    await unsubscribe(tx, actor.id, body.endpoint);
    return { message: text("notification.pushOff") };
  });

  serve(app, contract.sendTestNotification, async ({ tx, actor, text }) => {
    await tellTest(tx, actor.id);
    return { message: text("notification.testSent") };
  });

  servePublic(app, contract.readUnsubscribe, async ({ tx, query }) => {
    const { userId, what } = await readToken(database, tx.tenantId, query.token);
    return { data: { what, email: await addressOf(tx, userId) } };
  });

  servePublic(app, contract.unsubscribe, async ({ tx, query, text }) => {
    const link = await readToken(database, tx.tenantId, query.token);
    const email = await addressOf(tx, link.userId);
    await stopMails(tx, link);
    return { message: text("notification.mailsStopped"), data: { what: link.what, email } };
  });
}
