import {
  IconArchive,
  IconArrowsExchange,
  IconCalendarEvent,
  IconCalendarPlus,
  IconForms,
  type IconProps,
  IconTag,
  IconUserPlus,
} from "@tabler/icons-react";
import { type ComponentType, type MouseEvent, type ReactNode, useState } from "react";
import { taskById } from "../../../../shared/work/tasks/tasks.board";
import { bulkFields } from "../../../../shared/work/tasks/tasks.field-lists";
import { useText } from "../../../platform/intl/useText";
import { measureClearOffset } from "../../../ui/clear-offset";
import { ActionBar, ActionProgress, BarAction } from "../../../ui/ActionBar";
import { dayPopoverWidth, DayPopover } from "../fields/DayPopover";
import { fieldIconOf } from "../fields/useChoices";
import { Picker, pickerWidth } from "../../../ui/fields/Picker";
import { useBoard, useBoardAsList, useBoardScope, useTaskRights } from "../state/useBoard";
import { TaskFieldMenu } from "./TaskFieldMenu";
import { type BulkActions, useBulkActions } from "./useBulkActions";
import { type OptionField, useTaskOptions } from "./useTaskOptions";

interface BulkBarProps {
  /** Selected task ids; must keep its identity while unchanged. */
  ids: readonly number[];
  onClear: () => void;
}

export function BulkBar({ ids, onClear }: BulkBarProps) {
  const text = useText();
  const can = useTaskRights(ids);
  const [acts, progress] = useBulkActions(ids);
  if (progress) return <ActionProgress label={text("bulk.label")} progress={progress} />;
  if (ids.length === 0) return null;
  return (
    <ActionBar label={text("bulk.label")} selected={text("bulk.selected", { count: ids.length })} onClear={onClear}>
      {can.move && (
        <Choice
          field="status"
          ids={ids}
          acts={acts}
          icon={<IconArrowsExchange {...icon} />}
          label={text("bulk.move")}
        />
      )}
      {can.edit && (
        <>
          <Choice
            field="assignee"
            ids={ids}
            acts={acts}
            icon={<IconUserPlus {...icon} />}
            label={text("bulk.assign")}
          />
          <Choice field="tag" ids={ids} acts={acts} icon={<IconTag {...icon} />} label={text("bulk.tag")} />
          <DayChoice field="due_date" ids={ids} acts={acts} Icon={IconCalendarEvent} label={text("bulk.due")} />
          <DayChoice field="start_date" ids={ids} acts={acts} Icon={IconCalendarPlus} label={text("bulk.start")} />
          {bulkFields.map((field) => {
            const Icon = fieldIconOf(field);
            return (
              <Choice
                key={field}
                field={field}
                ids={ids}
                acts={acts}
                icon={Icon && <Icon {...icon} />}
                label={text(`task.${field}`)}
              />
            );
          })}
          <FieldChoice ids={ids} acts={acts} />
          <BarAction icon={<IconArchive {...icon} />} label={text("task.archive")} onClick={acts.archive} />
        </>
      )}
    </ActionBar>
  );
}

/** Moves a popup of the bar off the selected tasks. Measured before it opens, because it must stay where it is while it is used. */
function useShiftOffSelection(width: number) {
  const [shiftBy, setShiftBy] = useState(0);
  const measureBefore =
    (open: () => void) =>
    ({ currentTarget }: MouseEvent) => {
      const frame = currentTarget.closest("[data-bulk-bar]")?.parentElement ?? document.body;
      const selected = document.querySelectorAll("[data-task][data-selected]");
      setShiftBy(measureClearOffset(currentTarget, frame, width, selected));
      open();
    };
  return [shiftBy, measureBefore] as const;
}

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

interface ChoiceProps {
  field: OptionField;
  ids: readonly number[];
  acts: BulkActions;
  icon: ReactNode;
  label: string;
}

function Choice({ field, ids, acts, icon, label }: ChoiceProps) {
  const [shiftBy, measureBefore] = useShiftOffSelection(pickerWidth);
  const board = useBoard(({ drawn }) => drawn);
  const tasks = ids.flatMap((id) => taskById(board, id) ?? []);
  const { options, chosen, multiple, pick, label: searchLabel } = useTaskOptions(field, tasks, board, acts);
  return (
    <Picker
      options={options}
      chosen={chosen}
      multiple={multiple}
      onPick={pick}
      searchLabel={searchLabel}
      shiftBy={shiftBy}
    >
      {(button) => <BarAction icon={icon} label={label} {...button} onClick={measureBefore(button.onClick)} />}
    </Picker>
  );
}

function FieldChoice({ ids, acts }: Pick<ChoiceProps, "ids" | "acts">) {
  const text = useText();
  const [shiftBy, measureBefore] = useShiftOffSelection(pickerWidth);
  const board = useBoard(({ drawn }) => drawn);
  if (board.fields.length === 0) return null;
  return (
    <TaskFieldMenu tasks={ids.flatMap((id) => taskById(board, id) ?? [])} acts={acts} shiftBy={shiftBy}>
      {(button) => (
        <BarAction
          icon={<IconForms {...icon} />}
          label={text("bulk.fields")}
          {...button}
          onClick={measureBefore(button.onClick)}
        />
      )}
    </TaskFieldMenu>
  );
}

interface DayChoiceProps extends Pick<ChoiceProps, "ids" | "acts" | "label"> {
  field: "due_date" | "start_date";
  Icon: ComponentType<IconProps>;
}

function DayChoice({ field, ids, acts, Icon, label }: DayChoiceProps) {
  const { projectId } = useBoardScope();
  const [shiftBy, measureBefore] = useShiftOffSelection(dayPopoverWidth);
  const days = useBoardAsList(({ drawn }) => [...new Set(ids.map((id) => taskById(drawn, id)?.[field] ?? null))]);
  return (
    <DayPopover
      value={days.length === 1 ? (days[0] ?? null) : null}
      projectId={projectId}
      clearable={days.some((day) => day !== null)}
      label={label}
      shiftBy={shiftBy}
      onChange={(day, extend) => acts.set({ [field]: day }, extend)}
    >
      {(button) => (
        <BarAction icon={<Icon {...icon} />} label={label} {...button} onClick={measureBefore(button.onClick)} />
      )}
    </DayPopover>
  );
}
