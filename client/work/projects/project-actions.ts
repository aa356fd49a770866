import {
  archiveProject,
  deleteProject,
  listProjects,
  restoreProject,
  readProject,
  updateProject,
} from "../../../shared/work/projects/projects.contract";
import { restoreDeletedProject } from "../../../shared/work/projects/deleted-projects.contract";
import type { Project } from "../../../shared/work/projects/projects.contract";
import type { ProjectState } from "../../../shared/work/projects/projects.schema";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import type { UndoStep } from "../../undo/history";
import { deletionStep } from "../../undo/deletion-step";
import { undoableMutation } from "../../undo/undoable-mutation";
import { queryClient, queryKeyOf, refetch, useAction } from "../../platform/query";
import { undoMs } from "../../ui/toast/toast";

/** Invalidates immediately, so that the user's own change shows even without a live connection. */
export function invalidateProject(id: number): void {
  void refetch(listProjects);
  void refetch(queryKeyOf(readProject, { id }));
}

type Named = Pick<Project, "id" | "title">;

/** Key of a project's row, which leaves its list when the project is archived or restored. */
export const projectRowKey = (id: number): string => `project ${id}`;

const archiveCalls = { archive: archiveProject, restore: restoreProject } as const;

function archivingStep(action: keyof typeof archiveCalls, id: number, text: string): UndoStep {
  const back = action === "archive" ? "restore" : "archive";
  const go = async (one: keyof typeof archiveCalls) => {
    await call(archiveCalls[one], { params: { id } });
    invalidateProject(id);
  };
  return {
    text,
    rows: { keys: [projectRowKey(id)], until: Date.now() + undoMs },
    async undo() {
      await go(back);
      return { text, undo: () => go(action).then(() => archivingStep(action, id, text)) };
    },
  };
}

export function useArchiveProject({ id, title }: Named) {
  const text = useText();
  const input = { params: { id } };
  const options = (action: keyof typeof archiveCalls) => {
    const message = text(`projects.said.${action}`, { title });
    return {
      ...undoableMutation(message, () => archivingStep(action, id, message)),
      onSuccess: () => invalidateProject(id),
    };
  };
  const archive = useAction(archiveProject, options("archive"));
  const restore = useAction(restoreProject, options("restore"));
  return {
    archive: () => archive.mutate(input),
    restore: () => restore.mutate(input),
    pending: archive.isPending || restore.isPending,
  };
}

type VersionedProject = Pick<Project, "id" | "version">;

/** Sets the state `before`, and then the state `after` again. Refused if another user has changed the project since. */
const stateStep = (
  text: string,
  { id, version }: VersionedProject,
  before: ProjectState,
  after: ProjectState,
): UndoStep => ({
  text,
  async undo() {
    try {
      const { data } = await call(updateProject, { params: { id }, body: { status: before, version } });
      return stateStep(text, data, after, before);
    } finally {
      invalidateProject(id);
    }
  },
});

/** Sets a completed project to active. */
export function useReopenProject({ id, title }: Named) {
  const text = useText();
  const message = text("projects.said.reopen", { title });
  const { mutate, isPending } = useAction(updateProject, {
    ...undoableMutation(message, ({ data }: ReplyOf<typeof updateProject>) =>
      stateStep(message, data, "completed", "active"),
    ),
    onSuccess: () => invalidateProject(id),
  });
  return { reopen: () => mutate({ params: { id }, body: { status: "active" } }), pending: isPending };
}

export function useDeleteProject({ id, title }: Named, onDeleted: () => void) {
  const text = useText();
  const params = { id };
  const step = deletionStep(text("projects.said.delete", { title }), {
    restore: () => call(restoreDeletedProject, { params }).then(() => invalidateProject(id)),
    remove: () => call(deleteProject, { params }).then(() => invalidateProject(id)),
  });
  const remove = useAction(deleteProject, {
    ...undoableMutation(step.text, () => step),
    onSuccess: () => {
      onDeleted();
      void refetch(listProjects);
      queryClient.removeQueries({ queryKey: queryKeyOf(readProject, { id }) });
    },
  });
  return { remove: () => remove.mutate({ params: { id } }), pending: remove.isPending };
}
