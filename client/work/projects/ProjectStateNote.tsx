import { Button } from "@mantine/core";
import { IconArchiveOff, IconRotate } from "@tabler/icons-react";
import { type Project, readProject } from "../../../shared/work/projects/projects.contract";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useArchiveProject, useReopenProject } from "./project-actions";
import classes from "./ProjectStateNote.module.css";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

/** Shown above each view of an archived or completed project, with the action that ends this state. */
export function ProjectStateNote({ projectId }: { projectId: number }) {
  const project = useEndpoint(readProject, { params: { id: projectId } }).data?.data;
  if (project?.archived) return <ArchivedNote project={project} />;
  return project?.status === "completed" ? <CompletedNote project={project} /> : null;
}

function ArchivedNote({ project }: { project: Project }) {
  const text = useText();
  const { restore, pending } = useArchiveProject(project);
  return (
    <p className={classes.note}>
      {text("projects.archived.readOnly")}
      {project.can.archive && (
        <Button size="xs" leftSection={<IconArchiveOff {...icon} />} loading={pending} onClick={restore}>
          {text("projects.restore")}
        </Button>
      )}
    </p>
  );
}

function CompletedNote({ project }: { project: Project }) {
  const text = useText();
  const { reopen, pending } = useReopenProject(project);
  return (
    <p className={classes.note}>
      {text("projects.completed.note", { open: Math.max(0, project.task_count - project.done_count) })}
      {project.can.edit && (
        <Button size="xs" leftSection={<IconRotate {...icon} />} loading={pending} onClick={reopen}>
          {text("projects.reopen")}
        </Button>
      )}
    </p>
  );
}
