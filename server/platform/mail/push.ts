import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { DataSource } from "typeorm";
import webPush, { type RequestDetails } from "web-push";
import type { Config } from "../../config";
import { secretOf } from "../secrets";
import { mailLink } from "../../../shared/kernel/contact-links";

/** Where browsers of the known makers are reached. Others are named in PUSH_ORIGINS: the server calls no other address. */
const services = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  ".push.services.mozilla.com",
  ".notify.windows.com",
  ".push.apple.com",
];

/** Whether an address belongs to a push service that we speak to. */
export function isPushService(address: string, origins: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, origin, username, port } = new URL(address);
  if (origins.includes(origin)) return true;
  const known = services.some((name) => (name.startsWith(".") ? hostname.endsWith(name) : hostname === name));
  return protocol === "https:" && known && username === "" && port === "";
}

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushMessage {
  /** JSON for the service worker. */
  payload: string;
  /** A later message of the same topic replaces one that wasn't delivered yet. At most 32 letters. */
  topic: string;
}

/** `gone`: the browser has taken its subscription back. `refused`: it will never be taken. */
export type PushOutcome = "sent" | "gone" | "refused" | "later";

export interface PushSender {
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
}

const defaultPatienceMs = 5_000;
/** A service that said nothing in that time is left alone for so long: what is for it waits without asking. */
const leftAloneMs = 60_000;
const rememberedAtMost = 1_000;
const keptSeconds = 24 * 3600;

/** The key pair by which push services know us (VAPID), made once per installation. */
export async function vapidKeys(database: DataSource): Promise<{ publicKey: string; privateKey: string }> {
  const text = await secretOf(database, "vapid", () => JSON.stringify(webPush.generateVAPIDKeys()));
  return JSON.parse(text) as { publicKey: string; privateKey: string };
}

/** Speaks the web push protocol: payload encrypted for the browser, signed by us. Doesn't throw for an answer. */
export function createPushSender(
  database: DataSource,
  config: Pick<Config, "mailFrom" | "pushOrigins">,
  patienceMs = defaultPatienceMs,
): PushSender {
  const address = /<([^>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom;
  const silentUntil = new Map<string, number>();

  function noteSilence(origin: string): void {
    const [oldest] = silentUntil.keys();
    if (oldest !== undefined && silentUntil.size >= rememberedAtMost) silentUntil.delete(oldest);
    silentUntil.set(origin, performance.now() + leftAloneMs);
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
          TTL: keptSeconds,
          topic,
          contentEncoding: "aes128gcm",
        });
      } catch {
        return "refused"; // what can't be encrypted with its keys never can
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

/** @throws when nobody answers in time. Redirects aren't followed: they could lead anywhere. */
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
