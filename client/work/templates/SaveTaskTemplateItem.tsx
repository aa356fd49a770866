import { Menu } from "@mantine/core";
import { IconTemplate } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { useText } from "../../platform/intl/useText";
import { useCurrentUser } from "../../platform/session";
import { pathOfSavingTask } from "./template-address";

/** Opens the templates of the project with the form that saves the task as one. */
export function SaveTaskTemplateItem({ taskId, projectId }: { taskId: number; projectId: number }) {
  const text = useText();
  const { project_permissions: all } = useCurrentUser();
  const mayEdit = all.some(
    ({ project_id, permissions }) => project_id === projectId && permissions.includes("project-edit"),
  );
  if (!mayEdit) return null;
  return (
    <Menu.Item
      component={Link}
      to={pathOfSavingTask(projectId, taskId)}
      leftSection={<IconTemplate size={16} stroke={1.75} aria-hidden />}
    >
      {text("templates.saveAs")}
    </Menu.Item>
  );
}
