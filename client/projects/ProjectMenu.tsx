import { ActionIcon, Menu } from "@mantine/core";
import {
  IconArchive,
  IconArchiveOff,
  IconDots,
  IconHelpCircle,
  IconInfoCircle,
  IconLayoutKanban,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { paths } from "../platform/paths";
import { MuteItems } from "../notifications/MuteItems";
import { useText } from "../platform/intl/useText";
import { useCan } from "../platform/session";
import { DeleteProjectDialog } from "./DeleteProjectDialog";
import { useArchiving } from "./project-actions";
import type { Project } from "../../shared/projects/projects.contract";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

interface ProjectMenuProps {
  project: Project;
  size?: number;
  onDeleted?: () => void;
}

/** What can be done with a project, as far as one may. */
export function ProjectMenu({ project, size = 28, onDeleted }: ProjectMenuProps) {
  const text = useText();
  const can = useCan();
  const [deleting, setDeleting] = useState(false);
  const { archive, restore, pending } = useArchiving(project.id);
  const { id, archived } = project;
  return (
    <>
      <Menu position="bottom-end" width={208}>
        <Menu.Target>
          <ActionIcon size={size} loading={pending} aria-label={text("projects.more", { title: project.title })}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={paths.board(id)} leftSection={<IconLayoutKanban {...icon} />}>
            {text("projects.openBoard")}
          </Menu.Item>
          {can("project-view") && (
            <Menu.Item component={Link} to={paths.projectView(id)} leftSection={<IconInfoCircle {...icon} />}>
              {text("projects.view")}
            </Menu.Item>
          )}
          {project.can.edit && (
            <Menu.Item component={Link} to={paths.projectEdit(id)} leftSection={<IconPencil {...icon} />}>
              {text("action.edit")}
            </Menu.Item>
          )}
          {can("role-list") && (
            <Menu.Item component={Link} to={paths.rights("project", id)} leftSection={<IconHelpCircle {...icon} />}>
              {text("rights.title")}
            </Menu.Item>
          )}
          <MuteItems what={{ project_id: id }} />
          {(project.can.archive || project.can.delete) && <Menu.Divider />}
          {project.can.archive && (
            <Menu.Item
              leftSection={archived ? <IconArchiveOff {...icon} /> : <IconArchive {...icon} />}
              onClick={archived ? restore : archive}
            >
              {text(archived ? "projects.restore" : "projects.archive")}
            </Menu.Item>
          )}
          {project.can.delete && (
            <Menu.Item color="danger" leftSection={<IconTrash {...icon} />} onClick={() => setDeleting(true)}>
              {text("projects.delete")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <DeleteProjectDialog
        project={project}
        opened={deleting}
        onClose={() => setDeleting(false)}
        onDeleted={onDeleted}
      />
    </>
  );
}
