import { ActionIcon, Menu } from "@mantine/core";
import { IconBellOff } from "@tabler/icons-react";
import type { Notification } from "../../shared/notifications/notifications.contract";
import { useText } from "../platform/intl/useText";
import { MuteItems } from "./MuteItems";
import row from "./NotificationRow.module.css";

/** Where it comes from can be muted on the spot. */
export function RowMenu({ notification: { data } }: { notification: Notification }) {
  const text = useText();
  const { task_id, project_id, group } = data;
  if (task_id === null && project_id === null) return null;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon size={28} className={row.action} aria-label={text("mute.menu", { name: group })}>
          <IconBellOff size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {task_id !== null && (
          <>
            <Menu.Label>{text("mute.thisTask")}</Menu.Label>
            <MuteItems what={{ task_id }} />
          </>
        )}
        {project_id !== null && (
          <>
            <Menu.Label>{text("mute.thisProject")}</Menu.Label>
            <MuteItems what={{ project_id }} />
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
