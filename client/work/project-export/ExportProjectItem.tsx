import { Menu } from "@mantine/core";
import { IconFileExport } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useCurrentUser } from "../../platform/session";

/** Opens the page that exports the project, for those who may edit it. */
export function ExportProjectItem({ projectId }: { projectId: number }) {
  const text = useText();
  const { external, project_permissions: all } = useCurrentUser();
  const mayEdit = all.some(
    ({ project_id, permissions }) => project_id === projectId && permissions.includes("project-edit"),
  );
  if (external || !mayEdit) return null;
  return (
    <Menu.Item
      component={Link}
      to={paths.projectExport(projectId)}
      leftSection={<IconFileExport size={16} stroke={1.75} aria-hidden />}
    >
      {text("title.projectExport")}
    </Menu.Item>
  );
}
