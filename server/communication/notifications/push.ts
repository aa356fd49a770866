import { elapsedDaySeconds } from "../../../shared/kernel/elapsed-time";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { DataSource } from "typeorm";
import webPush, { type RequestDetails } from "web-push";
import type { Config } from "../../config";
import { loadOrCreateSecret } from "../../platform/secrets";
import { mailLink } from "../../../shared/kernel/contact-links";

/** Push services of the major browsers. Others are configured in PUSH_ORIGINS; the server calls no other push addresses. */
const services = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  ".push.services.mozilla.com",
  ".notify.windows.com",
  ".push.apple.com",
];

export function isPushService(address: string, origins: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, origin, username, port } = new URL(address);
  if (origins.includes(origin)) return true;
  const isKnownService = services.some((name) => (name.startsWith(".") ? hostname.endsWith(name) : hostname === name));
  return protocol === "https:" && isKnownService && username === "" && port === "";
}

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushMessage {
  /** JSON for the service worker. */
  payload: string;
  /** A later message with the same topic replaces an undelivered one. At most 32 characters. */
  topic: string;
}

/**
 * `gone`: the browser has cancelled its subscription. `refused`: the push service will never accept the message. `later`: the message must
 * be retried.
 */
export type PushOutcome = "sent" | "gone" | "refused" | "later";

export interface PushSender {
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
}

const defaultTimeoutMs = 5_000;
/** Time in milliseconds for which a push service isn't called after a timeout. Messages to it wait. */
const pauseMs = 60_000;
const maxRemembered = 1_000;
const lifetimeSeconds = elapsedDaySeconds;

/** VAPID key pair that identifies this installation to push services, created once per installation. */
export async function vapidKeys(database: DataSource): Promise<{ publicKey: string; privateKey: string }> {
  const text = await loadOrCreateSecret(database, "vapid", () => JSON.stringify(webPush.generateVAPIDKeys()));
  return JSON.parse(text) as { publicKey: string; privateKey: string };
}

/** Implements the web push protocol: the payload is encrypted for the browser and the request is signed. Error statuses don't throw. */
export function createPushSender(
  database: DataSource,
  config: Pick<Config, "mailFrom" | "pushOrigins">,
  patienceMs = defaultTimeoutMs,
): PushSender {
  const address = /<([^>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom;
  const silentUntil = new Map<string, number>();

  function noteSilence(origin: string): void {
    const [oldest] = silentUntil.keys();
    if (oldest !== undefined && silentUntil.size >= maxRemembered) silentUntil.delete(oldest);
    silentUntil.set(origin, performance.now() + pauseMs);
  }

  return {
    async send({ endpoint, p256dh, auth }, { payload, topic }) {
      if (!isPushService(endpoint, config.pushOrigins)) return "gone";
      const { origin } = new URL(endpoint);
      if ((silentUntil.get(origin) ?? 0) > performance.now()) return "later";
      const keys = await vapidKeys(database);
      let details: RequestDetails;
      try {
        details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
          vapidDetails: { subject: mailLink(address), ...keys },
          TTL: lifetimeSeconds,
          topic,
          contentEncoding: "aes128gcm",
        });
      } catch {
        return "refused"; // the target's keys are unusable, so encryption always fails
      }
      const signal = AbortSignal.timeout(patienceMs);
      const { headers, body } = details as { headers: Record<string, string>; body: Buffer };
      const status = await post(endpoint, headers, body, signal).catch((error) => {
        if (signal.aborted) noteSilence(origin);
        throw error;
      });
      if (status >= 200 && status < 300) return "sent";
      if (status === 404 || status === 410) return "gone";
      return status === 429 || status >= 500 ? "later" : "refused";
    },
  };
}

/**
 * Redirects aren't followed, since they could lead to internal addresses.
 * @throws Error when the connection fails or `signal` aborts it.
 */
function post(address: string, headers: Record<string, string>, body: Buffer, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const send = address.startsWith("https:") ? httpsRequest : httpRequest;
    const request = send(address, { method: "POST", headers, signal }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
      response.on("error", reject);
    });
    request.on("error", reject);
    request.on("close", () => reject(new Error("The push service doesn't answer")));
    request.end(body);
  });
}
