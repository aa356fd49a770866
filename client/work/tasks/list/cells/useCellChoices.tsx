import { usePeopleMeFirst } from "../../fields/usePeopleMeFirst";
import { usePeoplePickerOptions } from "../../../../ui/fields/usePeopleOptions";
import type { ReactNode } from "react";
import { createTag } from "../../../../../shared/work/projects/projects.contract";
import { fieldOfKey, isProjectFieldKey, type ProjectFieldKey } from "../../../../../shared/work/fields/field-keys";
import type { ProjectField } from "../../../../../shared/work/fields/fields.contract";
import type { BoardTask } from "../../../../../shared/work/tasks/tasks.contract";
import { type ChoiceColumn, parseChoice, choiceOfColumn } from "../../../../../shared/work/tasks/tasks.field-lists";
import { recordsOfTable } from "../../../../../shared/work/tasks/tasks.table";
import { useText } from "../../../../platform/intl/useText";
import { useAction } from "../../../../platform/query";
import { StatusGlyph } from "../../../../ui/signs/StatusGlyph";
import { TagChip } from "../../../../ui/signs/TagChip";
import { toneColor } from "../../../../ui/signs/tones";
import filterClasses from "../../filters/BoardFilters.module.css";
import { statusOfColumn } from "../../state/column.status";
import { FieldValueText } from "../../fields/FieldValueText";
import { chosenOptionsOf, useFieldOptions, valueOfOptions } from "../../fields/useFieldOptions";
import { validChoiceOf, useChoices } from "../../fields/useChoices";
import type { PickerOption } from "../../../../ui/fields/Picker";
import { useBoard, useBoardScope } from "../../state/useBoard";
import { ListPeople } from "../ListPeople";
import classes from "./ListCell.module.css";
import type { TaskEdit } from "./useEditTask";

export interface CellChoices {
  column: "status" | "assignee" | "tag" | ChoiceColumn | ProjectFieldKey;
  label: string;
  options: readonly PickerOption[];
  chosen: readonly string[];
  multiple: boolean;
  width: number;
  editOf: (values: readonly string[]) => TaskEdit;
  shown: (values: readonly string[]) => ReactNode;
  create?: (name: string, done: (id: string) => void) => void;
}

export function useCellChoices(column: CellChoices["column"], task: BoardTask): CellChoices {
  const text = useText();
  const choices = useChoices();
  const people = useAssigneeOptions();
  const { projectId, can } = useBoardScope();
  const board = useBoard(({ drawn }) => drawn);
  const tag = useAction(createTag);
  const fieldOptions = useFieldOptions(usePeopleMeFirst(board.users));
  const one = { multiple: false, width: 200, shown: () => null };
  switch (column) {
    case "status":
      return {
        ...one,
        column,
        label: text("task.status"),
        options: board.columnIds.map((id) => ({
          value: String(id),
          label: board.columns[id]?.title ?? "",
          icon: <StatusGlyph status={statusOfColumn(board, id)} />,
        })),
        chosen: [String(task.task_status_id)],
        editOf: ([id]) => ({ task_status_id: Number(id) }),
      };
    case "assignee":
      return {
        column,
        label: text("board.filter.findPerson"),
        options: people,
        chosen: task.user_ids.map(String),
        multiple: true,
        width: 286,
        editOf: (values) => ({ users: sortedIds(values) }),
        shown: (values) => <ListPeople task={{ ...task, user_ids: sortedIds(values) }} />,
      };
    case "tag":
      return {
        column,
        label: text(can.editTags ? "task.findOrCreateTag" : "board.filter.findTag"),
        options: Object.values(board.tags).map(({ id, name, color }) => ({
          value: String(id),
          label: name,
          icon: <i className={filterClasses.dot} style={{ background: toneColor(color) }} />,
        })),
        chosen: task.tag_ids.map(String),
        multiple: true,
        width: 248,
        editOf: (values) => ({ tags: sortedIds(values) }),
        shown: (values) =>
          values.map((id) => {
            const tag = board.tags[Number(id)];
            return tag && <TagChip key={id} name={tag.name} color={tag.color} />;
          }),
        create: can.editTags
          ? (name, done) =>
              tag.mutate({ body: { project_id: projectId, name } }, { onSuccess: ({ data }) => done(String(data.id)) })
          : undefined,
      };
    default: {
      if (isProjectFieldKey(column)) {
        const field = fieldOfKey(board.fields, column) as ProjectField;
        const value = task.field_values[field.id] ?? null;
        return {
          column,
          label: field.title,
          options: fieldOptions(field, value),
          chosen: chosenOptionsOf(value),
          multiple: field.kind === "choices",
          width: 248,
          editOf: (values) => ({ field_values: { [field.id]: valueOfOptions(field, values) } }),
          shown: (values) => (
            <FieldValueText field={field} value={valueOfOptions(field, values)} people={board.users} />
          ),
        };
      }
      const field = choiceOfColumn(column);
      return {
        ...one,
        column,
        label: choices.label(field),
        options: choices.options(field),
        chosen: [String(validChoiceOf(task, field))],
        editOf: ([value = ""]) => ({ [field]: parseChoice(field, value) }),
      };
    }
  }
}

const sortedIds = (values: readonly string[]) => values.map(Number).sort((a, b) => a - b);

function useAssigneeOptions(): PickerOption[] {
  const text = useText();
  const { actor } = useBoardScope();
  const options = usePeoplePickerOptions(usePeopleMeFirst(useBoard(({ drawn }) => drawn.users)));
  const open = new Map<number, number>();
  for (const task of recordsOfTable(actor.getSnapshot().context.drawn.tasks)) {
    if (task.progress >= 100) continue;
    for (const id of task.user_ids) open.set(id, (open.get(id) ?? 0) + 1);
  }
  return options.map((option) => ({
    ...option,
    end: <span className={classes.load}>{text("list.openTasks", { count: open.get(option.id) ?? 0 })}</span>,
  }));
}
