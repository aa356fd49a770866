import { ActionIcon, UnstyledButton } from "@mantine/core";
import {
  IconArchive,
  IconArrowsExchange,
  IconCalendarEvent,
  IconCalendarPlus,
  IconTag,
  IconUserPlus,
  IconX,
} from "@tabler/icons-react";
import type { ComponentProps, ReactNode } from "react";
import { taskOf } from "../../../shared/tasks/tasks.board";
import { bulkFields } from "../../../shared/tasks/tasks.field-lists";
import { useText } from "../../platform/intl/useText";
import classes from "./BulkBar.module.css";
import { DayPopover } from "../fields/DayPopover";
import { bulkIconOf } from "../fields/useChoices";
import { Picker } from "../fields/Picker";
import { useBoard, useBoardList, useBoardScope } from "./state/useBoard";
import { type BulkActs, type BulkProgress, useBulkActs } from "./useBulkActs";
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
  if (progress) return <Working progress={progress} />;
  if (ids.length === 0) return null;
  return (
    <div className={classes.place}>
      <div className={classes.bar} role="toolbar" aria-label={text("bulk.label")} data-bulk-bar>
        <strong className={classes.count} aria-live="polite">
          {text("bulk.selected", { count: ids.length })}
        </strong>
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
              {(button) => <Act icon={<IconCalendarEvent {...icon} />} label={text("bulk.due")} {...button} />}
            </DayPopover>
            <DayPopover
              value={starts.length === 1 ? (starts[0] ?? null) : null}
              label={text("bulk.start")}
              onChange={(start_date) => acts.set({ start_date })}
            >
              {(button) => <Act icon={<IconCalendarPlus {...icon} />} label={text("bulk.start")} {...button} />}
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
            <Act icon={<IconArchive {...icon} />} label={text("task.archive")} onClick={acts.archive} />
          </>
        )}
        <ActionIcon size={28} variant="subtle" color="gray" aria-label={text("bulk.clear")} onClick={onClear}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
}

/** Thousands take a while: how many are done, honestly. */
function Working({ progress: { done, count } }: { progress: BulkProgress }) {
  const text = useText();
  return (
    <div className={classes.place}>
      <div className={classes.bar} role="status" data-bulk-bar>
        <strong className={classes.count}>{text("bulk.progress", { done, count })}</strong>
        <progress className={classes.progress} value={done} max={count} aria-label={text("bulk.label")} />
      </div>
    </div>
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
      {(button) => <Act icon={icon} label={label} {...button} />}
    </Picker>
  );
}

/** What it hangs on adds a class of its own. */
function Act({ icon, label, className, ...button }: { icon: ReactNode; label: string } & ComponentProps<"button">) {
  return (
    <UnstyledButton className={`${classes.act} ${className ?? ""}`} aria-label={label} {...button}>
      {icon}
      <span>{label}</span>
    </UnstyledButton>
  );
}
