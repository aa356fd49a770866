import { call } from "../../platform/api";
import { deviceKey, readStored, writeStored } from "../../platform/browser-storage";

/** Owner of this browser's push subscription; kept when the session expires, removed at sign-out. */
export const pushOwnerKey = deviceKey("push-of");

/** Push messages of this browser. A subscription belongs to one user and lasts as long as the session. */

/** Loaded lazily after sign-in; ending a subscription needs no call. */
const calls = () => import("../../../shared/communication/notifications/settings.contract");

export const isPushSupported = () =>
  window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

export async function currentPushSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

export async function createPushSubscription(publicKey: string, userId: number): Promise<void> {
  const registration = await navigator.serviceWorker.register("/push-worker.js", { updateViaCache: "none" });
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
  let subscription: PushSubscription;
  try {
    subscription = await registration.pushManager.subscribe(options);
  } catch (error) {
    // An existing subscription with another installation's key must be removed first: there is only one per service worker.
    const old = await registration.pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    subscription = await registration.pushManager.subscribe(options);
  }
  await registerSubscription(subscription);
  writeStored(pushOwnerKey, String(userId));
}

async function registerSubscription(subscription: PushSubscription): Promise<void> {
  const { subscribeToPush } = await calls();
  const { endpoint, keys } = subscription.toJSON();
  await call(subscribeToPush, { body: { endpoint, keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } } });
}

/**
 * Moves an existing subscription to the new session of the same user. Ends another user's subscription, so that their messages no longer
 * appear in this browser.
 */
export async function transferPush(userId: number): Promise<void> {
  if (!isPushSupported()) return;
  const own = await currentPushSubscription();
  if (!own) return;
  const storedOwnerId = readStored(pushOwnerKey);
  if (storedOwnerId === String(userId)) return registerSubscription(own);
  // Without a stored owner (older client or cleared storage), the server's list of endpoints is used.
  const endpoints =
    storedOwnerId === null ? (await call((await calls()).readNotificationSettings, {})).data.push.endpoints : [];
  if (!endpoints.includes(own.endpoint)) await own.unsubscribe();
  else writeStored(pushOwnerKey, String(userId));
}

/** Ends the subscription at sign-out, even if the server can't be reached. */
export async function deletePushSubscription(): Promise<void> {
  writeStored(pushOwnerKey, null);
  if (isPushSupported()) await (await currentPushSubscription())?.unsubscribe();
}
