import {
  IconArchive,
  IconArrowsExchange,
  IconCalendarEvent,
  IconCalendarPlus,
  IconTag,
  IconUserPlus,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { taskOf } from "../../../shared/tasks/tasks.board";
import { bulkFields } from "../../../shared/tasks/tasks.field-lists";
import { useText } from "../../platform/intl/useText";
import { ActionBar, ActionProgress, BarAction } from "../../ui/ActionBar";
import { DayPopover } from "../fields/DayPopover";
import { bulkIconOf } from "../fields/useChoices";
import { Picker } from "../fields/Picker";
import { useBoard, useBoardList, useBoardScope } from "./state/useBoard";
import { type BulkActs, useBulkActs } from "./useBulkActs";
import { type OptionField, useTaskOptions } from "../fields/useTaskOptions";

interface BulkBarProps {
  /** The selected tasks. Keep the same list while they are the same. */
  ids: readonly number[];
  onClear: () => void;
}

/** What can be done with the selected tasks; it rises from below while there are any. For board and list. */
export function BulkBar({ ids, onClear }: BulkBarProps) {
  const text = useText();
  const { can } = useBoardScope();
  const [acts, progress] = useBulkActs(ids);
  const dates = useBoardList(({ drawn }) => [...new Set(ids.map((id) => taskOf(drawn, id)?.due_date ?? null))]);
  const starts = useBoardList(({ drawn }) => [...new Set(ids.map((id) => taskOf(drawn, id)?.start_date ?? null))]);
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
          <DayPopover
            value={dates.length === 1 ? (dates[0] ?? null) : null}
            label={text("bulk.due")}
            onChange={(due_date) => acts.set({ due_date })}
          >
            {(button) => <BarAction icon={<IconCalendarEvent {...icon} />} label={text("bulk.due")} {...button} />}
          </DayPopover>
          <DayPopover
            value={starts.length === 1 ? (starts[0] ?? null) : null}
            label={text("bulk.start")}
            onChange={(start_date) => acts.set({ start_date })}
          >
            {(button) => <BarAction icon={<IconCalendarPlus {...icon} />} label={text("bulk.start")} {...button} />}
          </DayPopover>
          {bulkFields.map((field) => {
            const Icon = bulkIconOf(field);
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
          <BarAction icon={<IconArchive {...icon} />} label={text("task.archive")} onClick={acts.archive} />
        </>
      )}
    </ActionBar>
  );
}

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

interface ChoiceProps {
  field: OptionField;
  ids: readonly number[];
  acts: BulkActs;
  icon: ReactNode;
  label: string;
}

function Choice({ field, ids, acts, icon, label }: ChoiceProps) {
  const board = useBoard(({ drawn }) => drawn);
  const tasks = ids.flatMap((id) => taskOf(board, id) ?? []);
  const { options, chosen, multiple, pick, label: searchLabel } = useTaskOptions(field, tasks, board, acts);
  return (
    <Picker options={options} chosen={chosen} multiple={multiple} onPick={pick} searchLabel={searchLabel}>
      {(button) => <BarAction icon={icon} label={label} {...button} />}
    </Picker>
  );
}
