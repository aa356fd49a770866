import { Menu } from "@mantine/core";
import { IconRepeat } from "@tabler/icons-react";
import { useText } from "../../platform/intl/useText";
import { useOpenTask } from "../projects/open-task";
import { openSeriesTask$ } from "./series-dialog";

/** Opens the task with the dialog of its series. */
export function RepeatItem({ taskId }: { taskId: number }) {
  const text = useText();
  const { open, show } = useOpenTask();
  const repeat = () => {
    openSeriesTask$.set(taskId);
    if (open !== taskId) show(taskId);
  };
  return (
    <Menu.Item leftSection={<IconRepeat size={16} stroke={1.75} />} onClick={repeat}>
      {text("series.repeat")}
    </Menu.Item>
  );
}
