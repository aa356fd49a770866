import { useEffect, useState } from "react";
import {
  type NotificationSettings,
  unsubscribeFromPush,
} from "../../../../shared/communication/notifications/settings.contract";
import { call } from "../../../platform/api";
import { reportFailure } from "../../../platform/failure";
import { deletePushSubscription, currentPushSubscription, isPushSupported, createPushSubscription } from "../push";
import { useCurrentUser } from "../../../platform/session";

/** `unsupported` and `denied` come from the browser; the user can lift `denied` only in the browser's settings. */
export type PushState = "unknown" | "unsupported" | "denied" | "off" | "on";

function firstState(): PushState {
  if (!isPushSupported()) return "unsupported";
  return Notification.permission === "denied" ? "denied" : "unknown";
}

export function usePush(push: NotificationSettings["push"] | undefined) {
  const user = useCurrentUser();
  const [state, setState] = useState<PushState>(firstState);
  const [working, setWorking] = useState(false);
  const endpoints = push?.endpoints.join(" ") ?? "";

  useEffect(() => {
    if (firstState() !== "unknown") return;
    let current = true;
    currentPushSubscription().then(
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
        await createPushSubscription(push?.public_key ?? "", user.id);
        return "on";
      }),
    off: () =>
      run(async () => {
        const own = await currentPushSubscription();
        if (own) {
          await call(unsubscribeFromPush, { body: { endpoint: own.endpoint } });
        }
        await deletePushSubscription();
        return "off";
      }),
  };
}
