import { useEffect, useEffectEvent, useState } from "react";
import type { Project } from "../../../../shared/work/projects/projects.contract";
import { useText } from "../../../platform/intl/useText";
import { Dialog } from "../../../ui/Dialog";
import { closeNewTask, type newTask$, type NewTaskErrors } from "./new-task";
import { StoredDraftNotice } from "../../../ui/form/StoredDraftNotice";
import {
  draftAfter,
  followNewTaskDraft,
  hasContent,
  hasText,
  type NewTaskDraft,
  readNewTaskDraft,
  saveNewTaskDraft,
  storedAtNow,
  storedNewTask,
} from "./new-task.draft";
import classes from "./NewTaskDialog.module.css";
import { NewTaskForm } from "./NewTaskForm";
import { useCreatableProjects } from "./useCreatableProjects";

type Opening = NonNullable<typeof newTask$.value>;

/**
 * Creates a task on any screen. Text that was not sent is kept: the next dialog begins empty and offers to restore it, and it remains stored
 * when another task is created first.
 */
export function NewTaskDialog({ opening }: { opening: Opening }) {
  const text = useText();
  const { projects, isLoading } = useCreatableProjects();
  const [draft, setDraft] = useState(() => startOf(opening));
  const [stored, setStored] = useState(storedNewTask);
  // The notice keeps its space after it was used, so that the fields below don't move.
  const [noticeTime, setNoticeTime] = useState(stored?.at ?? null);
  if (stored && stored.at !== noticeTime) setNoticeTime(stored.at);
  const [errors, setErrors] = useState<NewTaskErrors>(opening.refused?.errors ?? {});
  const [handledOpening, setHandledOpening] = useState(opening);
  // The dialog was opened again while open, for example because the server refused the last task.
  if (handledOpening !== opening) {
    setHandledOpening(opening);
    if (hasContent(draft)) setStored(storedAtNow(draft));
    setDraft(startOf(opening));
    setErrors(opening.refused?.errors ?? {});
  }
  const save = (next: NewTaskDraft) => saveNewTaskDraft(!hasText(next) && stored ? stored.draft : next);
  const saveShown = useEffectEvent(save);
  useEffect(() => saveShown(draft), [draft, stored]);
  useEffect(() => followNewTaskDraft(), []);
  const project = chosenProject(projects, draft.projectId);
  const change = (changed: Partial<NewTaskDraft>) => {
    setDraft((now) => ({ ...now, ...changed }));
    setErrors({});
  };
  /** Exchanges the drafts, so that neither is lost. */
  const restore = () => {
    if (!stored) return;
    setStored(hasContent(draft) ? storedAtNow(draft) : null);
    setDraft(stored.draft);
    setErrors({});
  };
  /** Replaces the sent draft at once, because the dialog may close before its effects run. */
  const startNext = (next: NewTaskDraft) => {
    save(next);
    setDraft(next);
  };
  return (
    <Dialog opened onClose={closeNewTask} title={text("board.newTask")} size={600}>
      {noticeTime !== null && (
        <div className={classes.stored} data-hidden={stored === null || undefined}>
          <StoredDraftNotice at={noticeTime} onRestore={restore} onDiscard={() => setStored(null)} />
        </div>
      )}
      <NewTaskForm {...{ draft, errors, project, projects, isLoading, change, setErrors, setDraft: startNext }} />
    </Dialog>
  );
}

function startOf({ start, refused }: Opening): NewTaskDraft {
  const initialDraft = refused?.draft ?? draftAfter(readNewTaskDraft());
  const onScreen = Number(/^\/projects\/(\d+)\//.exec(window.location.pathname)?.[1] ?? 0) || undefined;
  const projectId = start.projectId ?? (initialDraft.title === "" ? onScreen : undefined) ?? initialDraft.projectId;
  return {
    ...initialDraft,
    projectId,
    columnId: projectId === initialDraft.projectId ? initialDraft.columnId : null,
    title: start.title ?? initialDraft.title,
    due: start.due ?? initialDraft.due,
  };
}

const chosenProject = (projects: readonly Project[], id: number | null) =>
  projects.find((one) => one.id === id) ?? projects[0];
