import { usePeopleMeFirst } from "../fields/usePeopleMeFirst";
import { usePeoplePickerOptions } from "../../../ui/fields/usePeopleOptions";
import type { Board } from "../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { type ChoiceField, parseChoice } from "../../../../shared/work/tasks/tasks.field-lists";
import { IconUsers } from "@tabler/icons-react";
import { useText } from "../../../platform/intl/useText";
import { StatusGlyph } from "../../../ui/signs/StatusGlyph";
import { toneColor } from "../../../ui/signs/tones";
import filterClasses from "../filters/BoardFilters.module.css";
import { statusOfColumn } from "../state/column.status";
import { validChoiceOf, useChoices } from "../fields/useChoices";
import type { PickerOption } from "../../../ui/fields/Picker";
import { useAbsenceNotes } from "../fields/useAbsenceNotes";
import type { BulkActions } from "./useBulkActions";

/** Options for editing a field of several tasks. `chosen` are the values that all tasks have. */
export interface TaskOptions {
  label: string;
  options: readonly PickerOption[];
  chosen: readonly string[];
  multiple: boolean;
  pick: (value: string) => void;
}

export type OptionField = "status" | "assignee" | "tag" | ChoiceField;

export function useTaskOptions(
  field: OptionField,
  tasks: readonly BoardTask[],
  board: Board,
  acts: BulkActions,
): TaskOptions {
  return useAllTaskOptions(tasks, board, acts, field === "assignee")(field);
}

/** Options of any field. `withAbsences`: loads who is away, which is shown in the options of `assignee`. */
export function useAllTaskOptions(
  tasks: readonly BoardTask[],
  board: Board,
  acts: BulkActions,
  withAbsences: boolean,
): (field: OptionField) => TaskOptions {
  const text = useText();
  const choices = useChoices();
  const userOptions = usePeoplePickerOptions(usePeopleMeFirst(board.users));
  const awayNote = useAbsenceNotes(withAbsences ? daysOf(tasks) : null);
  const all = (has: (task: BoardTask) => boolean) => tasks.length > 0 && tasks.every(has);
  const chosenOf = (options: readonly PickerOption[], has: (task: BoardTask, value: string) => boolean) =>
    options.map(({ value }) => value).filter((value) => all((task) => has(task, value)));
  return (field) => {
    switch (field) {
      case "status": {
        const options = board.columnIds.map((id) => ({
          value: String(id),
          label: board.columns[id]?.title ?? "",
          icon: <StatusGlyph status={statusOfColumn(board, id)} />,
        }));
        const chosen = chosenOf(options, (task, value) => task.task_status_id === Number(value));
        return { label: text("task.status"), options, chosen, multiple: false, pick: (id) => acts.move(Number(id)) };
      }
      case "assignee": {
        const people = userOptions.map((option) => ({
          ...option,
          value: `users-${option.id}`,
          note: awayNote(option.id),
        }));
        const groups = Object.values(board.groups).map((group) => ({
          value: `groups-${group.id}`,
          label: group.title,
          icon: <IconUsers size={16} stroke={1.75} aria-hidden />,
        }));
        const options = [...people, ...groups];
        const chosen = chosenOf(options, (task, value) => {
          const { list, id } = assigneeIn(value);
          return (list === "users" ? task.user_ids : task.group_ids).includes(id);
        });
        const pick = (value: string) => {
          const { list, id } = assigneeIn(value);
          acts.assign(list, id);
        };
        return { label: text("board.filter.findPerson"), options, chosen, multiple: true, pick };
      }
      case "tag": {
        const options = Object.values(board.tags).map(({ id, name, color }) => ({
          value: String(id),
          label: name,
          icon: <i className={filterClasses.dot} style={{ background: toneColor(color) }} />,
        }));
        const chosen = chosenOf(options, (task, value) => task.tag_ids.includes(Number(value)));
        return {
          label: text("board.filter.findTag"),
          options,
          chosen,
          multiple: true,
          pick: (id) => acts.tag(Number(id)),
        };
      }
      default: {
        const options = choices.options(field);
        const chosen = chosenOf(options, (task, value) => String(validChoiceOf(task, field)) === value);
        const pick = (value: string) => acts.set({ [field]: parseChoice(field, value) });
        return { label: choices.label(field), options, chosen, multiple: false, pick };
      }
    }
  };
}

function daysOf(tasks: readonly BoardTask[]): Parameters<typeof useAbsenceNotes>[0] {
  const [first] = tasks;
  const days = tasks.flatMap(({ start_date, due_date }) => [start_date, due_date]).filter((day) => day !== null);
  if (!first || days.length === 0) return null;
  const sorted = days.sort((a, b) => (a < b ? -1 : 1));
  return { project_id: first.project_id, start_date: sorted[0] ?? null, due_date: sorted.at(-1) ?? null };
}

function assigneeIn(value: string): { list: "users" | "groups"; id: number } {
  const [list, id] = value.split("-");
  return { list: list === "groups" ? "groups" : "users", id: Number(id) };
}
