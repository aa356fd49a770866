import { Menu } from "@mantine/core";
import { IconRepeat } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";

/** Opens the series of a project. */
export function SeriesItem({ projectId }: { projectId: number }) {
  const text = useText();
  return (
    <Menu.Item
      component={Link}
      to={paths.projectSeries(projectId)}
      leftSection={<IconRepeat size={16} stroke={1.75} aria-hidden />}
    >
      {text("title.projectSeries")}
    </Menu.Item>
  );
}
