import { usePeoplePickerOptions } from "../../../ui/fields/usePeopleOptions";
import { ActionIcon, Menu, Popover, UnstyledButton } from "@mantine/core";
import { IconCalendar, IconDots, IconPencil, IconSubtask, IconTrash, IconUserPlus } from "@tabler/icons-react";
import { memo, useState } from "react";
import type { Subtask } from "../../../../shared/work/tasks/subtasks.contract";
import { readProject } from "../../../../shared/work/projects/projects.contract";
import { useText } from "../../../platform/intl/useText";
import { OfflineError } from "../../../platform/problem-error";
import { useEndpoint } from "../../../platform/query";
import { useCurrentUser } from "../../../platform/session";
import { Picker } from "../../../ui/fields/Picker";
import { Avatar } from "../../../ui/signs/Avatar";
import { ErrorState } from "../../../ui/states/ErrorState";
import { lazyWithRetry } from "../../../ui/states/lazy-with-retry";
import type { Person } from "../../../ui/signs/people";
import { Skeleton } from "../../../ui/states/Skeleton";
import classes from "./Subtasks.module.css";
import type { SubtaskActions } from "./useSubtasks";

const DayChooser = lazyWithRetry(async () => (await import("../fields/DayChooser")).DayChooser, {
  waiting: () => <Skeleton width={248} height={248} />,
  failed: ({ onRetry }) => <ErrorState error={new OfflineError()} onRetry={onRetry} />,
});

interface SubtaskToolsProps {
  projectId: number;
  subtask: Subtask;
  people: readonly Person[];
  actions: SubtaskActions;
  mayMakeTask: boolean;
  mayDelete: boolean;
  onEdit: (editing: true) => void;
}

/**
 * Due date, conversion to a task, deletion and assignee. Memoized, because three menus per subtask are too expensive to render on every
 * change of the task.
 */
export const SubtaskTools = memo(function SubtaskTools(props: SubtaskToolsProps) {
  const { projectId, subtask, people, actions, mayMakeTask, mayDelete, onEdit } = props;
  const text = useText();
  const [choosing, setChoosing] = useState(false);
  const project = useEndpoint(readProject, { params: { id: projectId } }).data?.data;
  return (
    <>
      <Popover withRoles={false} opened={choosing} onChange={setChoosing} position="bottom-end" trapFocus returnFocus>
        <Popover.Target>
          <span className={classes.tools}>
            <Menu width={220} position="bottom-end">
              <Menu.Target>
                <ActionIcon aria-label={text("subtask.menu", { name: subtask.name })}>
                  <IconDots size={16} stroke={1.75} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => onEdit(true)}>
                  {text("subtask.rename")}
                </Menu.Item>
                <Menu.Item leftSection={<IconCalendar size={16} stroke={1.75} />} onClick={() => setChoosing(true)}>
                  {text(subtask.due_date ? "subtask.changeDue" : "subtask.setDue")}
                </Menu.Item>
                {mayMakeTask && (
                  <Menu.Item
                    leftSection={<IconSubtask size={16} stroke={1.75} />}
                    onClick={() => actions.makeTask(subtask)}
                  >
                    {text("subtask.makeTask")}
                  </Menu.Item>
                )}
                {mayDelete && <Menu.Divider />}
                {mayDelete && (
                  <Menu.Item
                    color="danger"
                    leftSection={<IconTrash size={16} stroke={1.75} />}
                    onClick={() => actions.remove(subtask)}
                  >
                    {text("action.delete")}
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
          </span>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label={text("task.due")}>
          <DayChooser
            value={subtask.due_date}
            min={project?.start_date}
            max={project?.end_date}
            onChange={(due_date) => {
              setChoosing(false);
              if (due_date !== subtask.due_date) actions.change(subtask, { due_date });
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <AssigneePicker subtask={subtask} people={people} actions={actions} />
    </>
  );
});

const noAssignees = "0";

function AssigneePicker({ subtask, people, actions }: Pick<SubtaskToolsProps, "subtask" | "people" | "actions">) {
  const text = useText();
  const me = useCurrentUser();
  const { assignee } = subtask;
  const sorted = [...people].sort((a, b) => Number(b.id === me.id) - Number(a.id === me.id));
  const options = usePeoplePickerOptions(sorted);
  const pick = (value: string) => {
    const person = people.find((one) => String(one.id) === value);
    const newAssignee = person && person.id !== assignee?.id ? person : null;
    if (newAssignee?.id !== assignee?.id)
      actions.change(subtask, { assignee: newAssignee && { ...newAssignee, image: newAssignee.image ?? null } });
  };
  return (
    <Picker
      options={assignee ? [{ value: noAssignees, label: text("task.nobody") }, ...options] : options}
      chosen={assignee ? [String(assignee.id)] : []}
      onPick={pick}
      searchLabel={text("board.filter.findPerson")}
    >
      {(button) => (
        <UnstyledButton
          className={classes.assignee}
          data-empty={!assignee || undefined}
          aria-label={text(assignee ? "subtask.assignedTo" : "subtask.assign", {
            subtask: subtask.name,
            name: assignee?.fullname,
          })}
          title={assignee?.fullname ?? text("task.assignee")}
          {...button}
        >
          {assignee ? (
            <Avatar person={assignee} size={20} hasVisibleName />
          ) : (
            <IconUserPlus size={16} stroke={1.75} aria-hidden />
          )}
        </UnstyledButton>
      )}
    </Picker>
  );
}
