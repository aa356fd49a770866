import { Menu } from "@mantine/core";
import { IconCalendarEvent, IconChartBar, IconForms, IconTag, IconUserCheck, IconUserPlus } from "@tabler/icons-react";
import { useText } from "../../../platform/intl/useText";
import { useCurrentUser } from "../../../platform/session";
import { Kbd } from "../../../ui/keys/Kbd";
import type { QuickField } from "./QuickMenus";
import { useBoard, useBoardScope } from "../state/useBoard";
import { bulkActionsOf } from "./useBulkActions";

/** Hidden from screen readers, because the menu item's label already describes the action. */
export function KeyHint({ children }: { children: string }) {
  return (
    <span aria-hidden>
      <Kbd>{children}</Kbd>
    </span>
  );
}

const fields = [
  { field: "assignee", label: "keys.assign", key: "A", Icon: IconUserPlus },
  { field: "tag", label: "keys.labels", key: "L", Icon: IconTag },
  { field: "due", label: "keys.due", key: "D", Icon: IconCalendarEvent },
  { field: "priority", label: "keys.priority", key: "P", Icon: IconChartBar },
  { field: "fields", label: "keys.fields", key: "V", Icon: IconForms },
] as const;

export function CardFieldItems({ taskId, onChoose }: { taskId: number; onChoose: (field: QuickField) => void }) {
  const text = useText();
  const me = useCurrentUser();
  const { actor } = useBoardScope();
  const hasProjectFields = useBoard(({ drawn }) => drawn.fields.length > 0);
  return (
    <>
      <Menu.Item
        leftSection={<IconUserCheck size={16} stroke={1.75} />}
        rightSection={<KeyHint>I</KeyHint>}
        onClick={() => bulkActionsOf(actor, [taskId], text).assign("users", me.id)}
      >
        {text("keys.assignMe")}
      </Menu.Item>
      {fields
        .filter(({ field }) => field !== "fields" || hasProjectFields)
        .map(({ field, label, key, Icon }) => (
          <Menu.Item
            key={field}
            leftSection={<Icon size={16} stroke={1.75} />}
            rightSection={<KeyHint>{key}</KeyHint>}
            onClick={() => onChoose(field)}
          >
            {text(label)}
          </Menu.Item>
        ))}
      <Menu.Divider />
    </>
  );
}
