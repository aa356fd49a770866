import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { useText } from "../platform/intl/useText";

interface RecordMenuProps {
  name: string;
  can: { edit: boolean; delete: boolean };
  onEdit: () => void;
  onDelete: () => void;
}

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

/** What can be done with a record, as far as one may. */
export function RecordMenu({ name, can, onEdit, onDelete }: RecordMenuProps) {
  const text = useText();
  if (!can.edit && !can.delete) return null;
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={text("organisation.more", { name })}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can.edit && (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
            {text("action.edit")}
          </Menu.Item>
        )}
        {can.delete && (
          <Menu.Item color="danger" leftSection={<IconTrash {...icon} />} onClick={onDelete}>
            {text("action.delete")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
