import { Menu } from "@mantine/core";
import { IconCopyPlus } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";

/** Opens the templates of tasks of a project. */
export function TaskTemplatesItem({ projectId }: { projectId: number }) {
  const text = useText();
  return (
    <Menu.Item
      component={Link}
      to={paths.taskTemplates(projectId)}
      leftSection={<IconCopyPlus size={16} stroke={1.75} aria-hidden />}
    >
      {text("title.taskTemplates")}
    </Menu.Item>
  );
}
