import { useText } from "../platform/intl/useText";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { useDeleting } from "./project-actions";

interface DeleteProjectDialogProps {
  project: { id: number; title: string; task_count: number };
  opened: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

/** For good, so its name has to be typed. */
export function DeleteProjectDialog({ project, opened, onClose, onDeleted }: DeleteProjectDialogProps) {
  const text = useText();
  const { remove, pending } = useDeleting(project.id, () => {
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
    </ConfirmDialog>
  );
}
