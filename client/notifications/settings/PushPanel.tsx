import { Button } from "@mantine/core";
import type { NotificationSettings } from "../../../shared/notifications/settings.contract";
import type { MessageId } from "../../platform/intl/catalogues";
import { useText } from "../../platform/intl/useText";
import classes from "./settings.module.css";
import { type PushState, usePush } from "./usePush";

const said: Record<PushState, MessageId> = {
  unknown: "push.asking",
  unsupported: "push.unsupported",
  denied: "push.denied",
  off: "push.isOff",
  on: "push.isOn",
};

/** Whether this browser gets push messages: what it says, and a switch where there is a choice. */
export function PushPanel({ push }: { push: NotificationSettings["push"] }) {
  const text = useText();
  const { state, working, on, off } = usePush(push);
  const others = push.endpoints.length - (state === "on" ? 1 : 0);
  return (
    <section className={classes.card} aria-labelledby="push">
      <h2 id="push">{text("push.title")}</h2>
      <p role="status">{text(said[state])}</p>
      {others > 0 && <p className={classes.help}>{text("push.others", { count: others })}</p>}
      {(state === "on" || state === "off") && (
        <Button size="xs" loading={working} onClick={() => void (state === "on" ? off() : on())}>
          {text(state === "on" ? "push.turnOff" : "push.turnOn")}
        </Button>
      )}
    </section>
  );
}
