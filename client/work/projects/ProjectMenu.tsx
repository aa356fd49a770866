import { ActionIcon, Menu } from "@mantine/core";
import {
  IconArchive,
  IconArchiveOff,
  IconDots,
  IconForms,
  IconHelpCircle,
  IconInfoCircle,
  IconLayoutKanban,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../platform/paths";
import { useText } from "../../platform/intl/useText";
import { useCan } from "../../platform/session";
import { useArchiveProject, useDeleteProject } from "./project-actions";
import { WorkOfOthers } from "./WorkOfOthers";
import { projectMenuItems } from "./projects.slots";
import type { Project } from "../../../shared/work/projects/projects.contract";
import { ConfirmDialog } from "../../ui/ConfirmDialog";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

interface ProjectMenuProps {
  project: Project;
  size?: number;
  onDeleted?: () => void;
}

export function ProjectMenu({ project, size = 28, onDeleted }: ProjectMenuProps) {
  const text = useText();
  const can = useCan();
  const [deleting, setDeleting] = useState(false);
  const { archive, restore, pending } = useArchiveProject(project);
  const { id, archived } = project;
  return (
    <>
      <Menu position="bottom-end" width={208}>
        <Menu.Target>
          <ActionIcon size={size} loading={pending} aria-label={text("projects.more", { title: project.title })}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Suspense>
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
            {project.can.edit && (
              <Menu.Item component={Link} to={paths.projectFields(id)} leftSection={<IconForms {...icon} />}>
                {text("title.projectFields")}
              </Menu.Item>
            )}
            {can("project-view") && (
              <Menu.Item component={Link} to={paths.projectBin(id)} leftSection={<IconTrash {...icon} />}>
                {text("title.bin")}
              </Menu.Item>
            )}
            {can("role-list") && (
              <Menu.Item component={Link} to={paths.rights("project", id)} leftSection={<IconHelpCircle {...icon} />}>
                {text("rights.title")}
              </Menu.Item>
            )}
            {/* The menu waits for these items, because they would move others under the pointer. */}
            {projectMenuItems.entries.map(({ Part }, at) => (
              <Part key={at} projectId={id} />
            ))}
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
        </Suspense>
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

interface DeleteProjectDialogProps {
  project: { id: number; title: string; task_count: number };
  opened: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Deletion affects everyone in the project, so its name must be typed. */
function DeleteProjectDialog({ project, opened, onClose, onDeleted }: DeleteProjectDialogProps) {
  const text = useText();
  const { remove, pending } = useDeleteProject(project, () => {
    onClose();
    onDeleted?.();
  });
  return (
    <ConfirmDialog
      opened={opened}
      title={text("projects.delete.title", { title: project.title })}
      confirmLabel={text("projects.delete.confirm")}
      typedName={project.title}
      pending={pending}
      onConfirm={remove}
      onClose={onClose}
    >
      {text("projects.delete.why", { count: project.task_count })}
      <WorkOfOthers projectId={project.id} />
    </ConfirmDialog>
  );
}
