import { useEffect, useState } from "react";
import {
  subscribeToPush,
  unsubscribeFromPush,
  type NotificationSettings,
} from "../../shared/notifications/settings.contract";
import { call } from "../platform/api";
import { reportFailure } from "../platform/failure";

/** `unsupported` and `denied` are the browser's word; only its owner can change the latter, in the browser's settings. */
export type PushState = "unknown" | "unsupported" | "denied" | "off" | "on";

const supported = () =>
  window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

function firstState(): PushState {
  if (!supported()) return "unsupported";
  return Notification.permission === "denied" ? "denied" : "unknown";
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

async function subscribe(publicKey: string): Promise<void> {
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
  const { endpoint, keys } = subscription.toJSON();
  await call(subscribeToPush, { body: { endpoint, keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } } });
}

/** Push messages to this browser: what it says about them, and how they are switched. */
export function usePush(push: NotificationSettings["push"] | undefined) {
  const [state, setState] = useState<PushState>(firstState);
  const [working, setWorking] = useState(false);
  const endpoints = push?.endpoints.join(" ") ?? "";

  useEffect(() => {
    if (firstState() !== "unknown") return;
    let current = true;
    ownSubscription().then(
      (own) => current && setState(own && endpoints.split(" ").includes(own.endpoint) ? "on" : "off"),
      () => current && setState("off"),
    );
    return () => {
      current = false;
    };
  }, [endpoints]);

  const run = async (work: () => Promise<PushState>) => {
    setWorking(true);
    try {
      setState(await work());
    } catch (error) {
      reportFailure(error as Error);
    } finally {
      setWorking(false);
    }
  };
  return {
    state,
    working,
    on: () =>
      run(async () => {
        const answer = await Notification.requestPermission();
        if (answer !== "granted") return answer === "denied" ? "denied" : "off";
        await subscribe(push?.public_key ?? "");
        return "on";
      }),
    off: () =>
      run(async () => {
        const own = await ownSubscription();
        if (own) {
          await call(unsubscribeFromPush, { body: { endpoint: own.endpoint } });
          await own.unsubscribe();
        }
        return "off";
      }),
  };
}
