import {
  archiveProject,
  deleteProject,
  listProjects,
  restoreProject,
  singleProject,
} from "../../shared/projects/projects.contract";
import { keyOf, queryClient, useAction } from "../platform/query";
import { toast } from "../ui/toast/toast";

/** What others learn by events is true here at once, also while the connection is away. */
export function projectChanged(id: number): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(listProjects) });
  void queryClient.invalidateQueries({ queryKey: keyOf(singleProject, { id }) });
}

/** Puts a project away or brings it back; both can be taken back for a moment. */
export function useArchiving(id: number) {
  const done = (message: string | undefined, undo: () => void) => {
    projectChanged(id);
    toast.undo(message ?? "", undo);
  };
  const input = { params: { id } };
  const archive = useAction(archiveProject, { onSuccess: ({ message }) => done(message, () => restore.mutate(input)) });
  const restore = useAction(restoreProject, { onSuccess: ({ message }) => done(message, () => archive.mutate(input)) });
  return {
    archive: () => archive.mutate(input),
    restore: () => restore.mutate(input),
    pending: archive.isPending || restore.isPending,
  };
}

export function useDeleting(id: number, onDeleted: () => void) {
  const remove = useAction(deleteProject, {
    onSuccess: ({ message }) => {
      onDeleted();
      void queryClient.invalidateQueries({ queryKey: keyOf(listProjects) });
      queryClient.removeQueries({ queryKey: keyOf(singleProject, { id }) });
      toast.done(message);
    },
  });
  return { remove: () => remove.mutate({ params: { id } }), pending: remove.isPending };
}
