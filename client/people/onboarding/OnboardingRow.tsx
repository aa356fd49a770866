import { ActionIcon } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { type OnboardingTask, completeOnboardingTask } from "../../../shared/people/onboarding/onboarding.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { DueDay } from "../../work/tasks/fields/DueDay";
import { LightCheckbox } from "../../ui/fields/LightCheckbox";
import classes from "./onboarding.module.css";

interface OnboardingRowProps {
  task: OnboardingTask;
  /** Shown below the title: the assignee, or the new employee. */
  children: ReactNode;
  onTicked: (task: OnboardingTask) => void;
  /** Omitted where the task can't be edited. */
  onEdit?: () => void;
}

export function OnboardingRow({ task, children, onTicked, onEdit }: OnboardingRowProps) {
  const text = useText();
  const { day } = useFormat();
  const save = useAction(completeOnboardingTask, { onSuccess: ({ data }) => onTicked(data) });
  const { title, due_on, done_on, done_by, can } = task;
  // Shows the opposite of the stored state while the save is pending.
  const done = save.isPending ? done_on === null : done_on !== null;
  return (
    <li className={classes.task} data-done={done || undefined}>
      <LightCheckbox
        label={title}
        checked={done}
        disabled={!can.tick || save.isPending}
        onToggle={() => save.mutate({ params: { id: task.id }, body: { done: !done } })}
      />
      <span className={classes.what}>
        <span>
          <bdi>{title}</bdi>
        </span>
        <small>
          {done_on && done_by ? (
            <bdi>{text("onboarding.doneBy", { name: done_by.fullname, day: day(done_on, "medium") })}</bdi>
          ) : (
            children
          )}
        </small>
      </span>
      {!done && (
        <span className={classes.due}>
          <DueDay task={{ due_date: due_on, progress: 0 }} />
        </span>
      )}
      {!done && can.edit && onEdit && (
        <ActionIcon aria-label={text("onboarding.one.edit", { name: title })} onClick={onEdit}>
          <IconPencil size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
