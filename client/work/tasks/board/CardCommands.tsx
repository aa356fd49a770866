import {
  IconArchive,
  IconArrowsExchange,
  IconCalendarEvent,
  IconCalendarPlus,
  IconExternalLink,
  IconPencil,
  IconTag,
  IconUser,
  IconUserPlus,
} from "@tabler/icons-react";
import { useState } from "react";
import { taskById } from "../../../../shared/work/tasks/tasks.board";
import { bulkFields } from "../../../../shared/work/tasks/tasks.field-lists";
import { useText } from "../../../platform/intl/useText";
import { useCurrentUser } from "../../../platform/session";
import { useStore } from "../../../platform/store";
import { type Command, palette$, useCommands } from "../../../ui/palette/palette";
import { LazyDayChooser } from "../fields/DayPopover";
import { fieldIconOf } from "../fields/useChoices";
import { useOpenTask } from "../../projects/open-task";
import { useBoard, useBoardAsList, useBoardScope, useTaskRights } from "../state/useBoard";
import { useBulkActions } from "./useBulkActions";
import type { CardSelection } from "./useCardSelection";
import { type OptionField, useAllTaskOptions } from "./useTaskOptions";

/** Commands of the palette for the selected cards, or else for the one that had the focus. */
export function CardCommands({ select }: { select: CardSelection }) {
  const palette = useStore(palette$);
  return palette && <CommandsFor select={select} from={palette.from} />;
}

function CommandsFor({ select, from }: { select: CardSelection; from: Element | null }) {
  const { open } = useOpenTask();
  const [ids] = useState((): readonly number[] => {
    const selected = select.ids();
    const focused = Number(from?.closest<HTMLElement>("[data-task]")?.dataset.task);
    return selected.length > 0 ? selected : focused > 0 ? [focused] : [];
  });
  // The panel has the commands of the open task.
  return ids.length === 0 || (ids.length === 1 && ids[0] === open) ? null : <CommandsOn ids={ids} />;
}

function CommandsOn({ ids }: { ids: readonly number[] }) {
  const text = useText();
  const me = useCurrentUser();
  const { projectId } = useBoardScope();
  const can = useTaskRights(ids);
  const [acts] = useBulkActions(ids);
  const board = useBoard(({ drawn }) => drawn);
  const tasks = useBoardAsList(({ drawn }) => ids.flatMap((id) => taskById(drawn, id) ?? []));
  const optionsOf = useAllTaskOptions(tasks, board, acts, true);
  const { show } = useOpenTask();
  const values = { count: tasks.length, key: tasks[0]?.key ?? "" };

  const choice = (field: OptionField, label: string, Icon: Command["Icon"], key?: string): Command => {
    const { options, chosen, pick } = optionsOf(field);
    return { id: `cards:${field}`, label, Icon, argument: { options, chosen, pick }, ...(key ? { keys: [key] } : {}) };
  };
  const day = (field: "due_date" | "start_date", label: string, Icon: Command["Icon"], key?: string): Command => {
    const days = [...new Set(tasks.map((task) => task[field]))];
    return {
      id: `cards:${field}`,
      label,
      Icon,
      form: (done) => (
        <LazyDayChooser
          value={days.length === 1 ? (days[0] ?? null) : null}
          projectId={projectId}
          clearable={days.some((one) => one !== null)}
          onChange={(chosen, extend) => {
            done();
            acts.set({ [field]: chosen }, extend);
          }}
        />
      ),
      ...(key ? { keys: [key] } : {}),
    };
  };
  const [task] = tasks;
  const commands: Command[] = [
    ...(can.move ? [choice("status", text("command.task.move", values), IconArrowsExchange, "M")] : []),
    ...(can.edit
      ? [
          choice("assignee", text("command.task.assign", values), IconUserPlus, "A"),
          {
            id: "cards:me",
            label: text("command.task.assignMe", values),
            Icon: IconUser,
            keys: ["I"],
            run: () => acts.assign("users", me.id),
          },
          day("due_date", text("command.task.due", values), IconCalendarEvent, "D"),
          day("start_date", text("command.task.start", values), IconCalendarPlus),
          choice("tag", text("command.task.tag", values), IconTag, "L"),
          ...bulkFields.map((field) =>
            choice(
              field,
              text("command.task.field", { ...values, field: text(`task.${field}`) }),
              fieldIconOf(field) ?? IconPencil,
            ),
          ),
          { id: "cards:archive", label: text("command.task.archive", values), Icon: IconArchive, run: acts.archive },
        ]
      : []),
    ...(task && tasks.length === 1
      ? [
          {
            id: "cards:open",
            label: text("command.task.open", values),
            Icon: IconExternalLink,
            run: () => show(task.id),
          },
        ]
      : []),
  ];
  useCommands({
    title: tasks.length === 1 ? (task?.key ?? "") : text("bulk.selected", { count: tasks.length }),
    commands,
  });
  return null;
}
