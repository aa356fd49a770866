import { useEffect, useState } from "react";
import { type NotificationSettings, unsubscribeFromPush } from "../../../shared/notifications/settings.contract";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { endPush, ownSubscription, pushSupported, subscribe } from "../../platform/push";
import { useCurrentUser } from "../../platform/session";

/** `unsupported` and `denied` are the browser's word; only its owner can change the latter, in the browser's settings. */
export type PushState = "unknown" | "unsupported" | "denied" | "off" | "on";

function firstState(): PushState {
  if (!pushSupported()) return "unsupported";
  return Notification.permission === "denied" ? "denied" : "unknown";
}

/** Push messages to this browser: what it says about them, and how they are switched. */
export function usePush(push: NotificationSettings["push"] | undefined) {
  const user = useCurrentUser();
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
        await subscribe(push?.public_key ?? "", user.id);
        return "on";
      }),
    off: () =>
      run(async () => {
        const own = await ownSubscription();
        if (own) {
          await call(unsubscribeFromPush, { body: { endpoint: own.endpoint } });
        }
        await endPush();
        return "off";
      }),
  };
}
