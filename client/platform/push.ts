import { call } from "./api";
import { readStored, storedKeys, writeStored } from "./stored";

/** Push messages to this browser. A subscription lives as long as the session, and is one person's. */

/** Whoever signs in may need them, and the first screen doesn't wait for them. To end it takes none. */
const calls = () => import("../../shared/notifications/settings.contract");

export const pushSupported = () =>
  window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

export async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

export async function subscribe(publicKey: string, userId: number): Promise<void> {
  const registration = await navigator.serviceWorker.register("/push-worker.js", { updateViaCache: "none" });
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
  let subscription: PushSubscription;
  try {
    subscription = await registration.pushManager.subscribe(options);
  } catch (error) {
    // One of another installation's key: the browser keeps one per worker.
    const old = await registration.pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    subscription = await registration.pushManager.subscribe(options);
  }
  await tell(subscription);
  writeStored(storedKeys.pushOf, String(userId));
}

async function tell(subscription: PushSubscription): Promise<void> {
  const { subscribeToPush } = await calls();
  const { endpoint, keys } = subscription.toJSON();
  await call(subscribeToPush, { body: { endpoint, keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } } });
}

/**
 * What this browser subscribed to in an earlier session of the same person goes on in this one. What somebody else had
 * subscribed to ends here: their messages must not appear at a computer they have left.
 */
export async function movePushOn(userId: number): Promise<void> {
  if (!pushSupported()) return;
  const own = await ownSubscription();
  if (!own) return;
  const known = readStored(storedKeys.pushOf);
  if (known === String(userId)) return tell(own);
  // Nothing is noted: a browser from before it was, or an emptied storage. Then the server knows.
  const endpoints =
    known === null ? (await call((await calls()).readNotificationSettings, {})).data.push.endpoints : [];
  if (!endpoints.includes(own.endpoint)) await own.unsubscribe();
  else writeStored(storedKeys.pushOf, String(userId));
}

/** Signing out: nothing appears here any more, also when the server couldn't be told. */
export async function endPush(): Promise<void> {
  writeStored(storedKeys.pushOf, null);
  if (pushSupported()) await (await ownSubscription())?.unsubscribe();
}
