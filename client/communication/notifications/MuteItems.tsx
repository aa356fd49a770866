import { Menu } from "@mantine/core";
import { IconBell, IconBellOff } from "@tabler/icons-react";
import { useText } from "../../platform/intl/useText";
import { useMutes } from "./settings/useNotificationSettings";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

type What = { task_id: number } | { project_id: number };

const hours = (count: number) => () => new Date(Date.now() + count * 3_600_000).toISOString();

export const muteSpans = [
  { label: "mute.forADay", until: hours(24) },
  { label: "mute.forAWeek", until: hours(24 * 7) },
  { label: "mute.forGoodItem", until: () => null },
] as const;

export const MuteTaskItems = ({ taskId }: { taskId: number }) => <MuteItems what={{ task_id: taskId }} />;
export const MuteProjectItems = ({ projectId }: { projectId: number }) => (
  <MuteItems what={{ project_id: projectId }} />
);

export function MuteItems({ what }: { what: What }) {
  const text = useText();
  const { taskMuted, projectMuted, mute, unmute } = useMutes();
  const muted = "task_id" in what ? taskMuted(what.task_id) : projectMuted(what.project_id);
  if (muted) {
    return (
      <Menu.Item leftSection={<IconBell {...icon} />} onClick={() => unmute(what)}>
        {text("mute.unmute")}
      </Menu.Item>
    );
  }
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconBellOff {...icon} />}>{text("mute.mute")}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        {muteSpans.map(({ label, until }) => (
          <Menu.Item key={label} onClick={() => mute(what, until())}>
            {text(label)}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
