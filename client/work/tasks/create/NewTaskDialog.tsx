import { useEffect, useState } from "react";
import type { Project } from "../../../../shared/work/projects/projects.contract";
import { useText } from "../../../platform/intl/useText";
import { Dialog } from "../../../ui/Dialog";
import { closeNewTask, type newTask$, type NewTaskErrors } from "./new-task";
import { StoredDraftNotice } from "../../../ui/form/StoredDraftNotice";
import { draftAfter, type NewTaskDraft, newTaskDraftAt, readNewTaskDraft, saveNewTaskDraft } from "./new-task.draft";
import { NewTaskForm } from "./NewTaskForm";
import { useCreatableProjects } from "./useCreatableProjects";

type Opening = NonNullable<typeof newTask$.value>;

/** Creates a task on any screen. Typed text is kept until the task is created. */
export function NewTaskDialog({ opening }: { opening: Opening }) {
  const text = useText();
  const { projects, isLoading } = useCreatableProjects();
  const [draft, setDraft] = useState(() => startOf(opening));
  const [keptAt, setKeptAt] = useState(() => (opening.refused ? null : newTaskDraftAt()));
  const [errors, setErrors] = useState<NewTaskErrors>(opening.refused?.errors ?? {});
  const [known, setKnown] = useState(opening);
  // The dialog was opened again while open, for example because the server refused the last task.
  if (known !== opening) {
    setKnown(opening);
    setDraft(startOf(opening));
    setErrors(opening.refused?.errors ?? {});
  }
  useEffect(() => saveNewTaskDraft(draft), [draft]);
  const project = chosenProject(projects, draft.projectId);
  const change = (changed: Partial<NewTaskDraft>) => {
    setDraft((now) => ({ ...now, ...changed }));
    setErrors({});
  };
  const start = (next: NewTaskDraft) => {
    setKeptAt(null);
    setDraft(next);
  };
  return (
    <Dialog opened onClose={closeNewTask} title={text("board.newTask")} size={600}>
      {keptAt !== null && <StoredDraftNotice at={keptAt} onDiscard={() => start(draftAfter(draft))} />}
      <NewTaskForm {...{ draft, errors, project, projects, isLoading, change, setErrors, setDraft: start }} />
    </Dialog>
  );
}

function startOf({ start, refused }: Opening): NewTaskDraft {
  const kept = refused?.draft ?? readNewTaskDraft();
  const onScreen = Number(/^\/projects\/(\d+)\//.exec(window.location.pathname)?.[1] ?? 0) || undefined;
  const projectId = start.projectId ?? (kept.title === "" ? onScreen : undefined) ?? kept.projectId;
  return {
    ...kept,
    projectId,
    columnId: projectId === kept.projectId ? kept.columnId : null,
    title: start.title ?? kept.title,
    due: start.due ?? kept.due,
  };
}

const chosenProject = (projects: readonly Project[], id: number | null) =>
  projects.find((one) => one.id === id) ?? projects[0];
