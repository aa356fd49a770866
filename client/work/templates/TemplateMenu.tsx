import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useText } from "../../platform/intl/useText";
import classes from "./templates.module.css";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

interface TemplateMenuProps {
  title: string;
  isDeleting: boolean;
  onDelete: () => void;
  /** Items above "Delete". */
  children: ReactNode;
}

export function TemplateMenu({ title, isDeleting, onDelete, children }: TemplateMenuProps) {
  const text = useText();
  return (
    <Menu position="bottom-end" width={208}>
      <Menu.Target>
        <ActionIcon
          size={28}
          variant="subtle"
          color="gray"
          className={classes.menu}
          loading={isDeleting}
          aria-label={text("templates.menu", { title })}
        >
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        <Menu.Divider />
        <Menu.Item color="danger" leftSection={<IconTrash {...icon} />} onClick={onDelete}>
          {text("templates.delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
