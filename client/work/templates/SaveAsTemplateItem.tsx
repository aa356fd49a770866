import { Menu } from "@mantine/core";
import { IconTemplate } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { useText } from "../../platform/intl/useText";
import { useCan } from "../../platform/session";
import { pathOfSaving } from "./template-address";

/** Opens the templates with the form that saves the project as one. */
export function SaveAsTemplateItem({ projectId }: { projectId: number }) {
  const text = useText();
  if (!useCan()("project-edit")) return null;
  return (
    <Menu.Item
      component={Link}
      to={pathOfSaving(projectId)}
      leftSection={<IconTemplate size={16} stroke={1.75} aria-hidden />}
    >
      {text("templates.saveAs")}
    </Menu.Item>
  );
}
