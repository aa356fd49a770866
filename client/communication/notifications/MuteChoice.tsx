import { Button } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useText } from "../../platform/intl/useText";
import { muteSpans } from "./MuteItems";
import { useMutes } from "./settings/useNotificationSettings";
import classes from "./MuteChoice.module.css";
import flow from "../../ui/layout/flow.module.css";

export function MuteChoice({ taskId }: { taskId: number }) {
  const text = useText();
  const { taskMuted, mute, unmute } = useMutes();
  const target = { task_id: taskId };
  if (taskMuted(taskId)) {
    return (
      <div className={classes.choice}>
        <p>{text("watch.muted")}</p>
        <Button fullWidth leftSection={<IconBell size={16} stroke={1.75} aria-hidden />} onClick={() => unmute(target)}>
          {text("mute.unmute")}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.choice} role="group" aria-label={text("watch.mute")}>
      <h3>{text("watch.mute")}</h3>
      <div className={flow.wrapNarrow}>
        {muteSpans.map(({ label, until }) => (
          <Button key={label} size="xs" onClick={() => mute(target, until())}>
            {text(label)}
          </Button>
        ))}
      </div>
    </div>
  );
}
