import {
  IconArrowsExchange,
  IconCalendarEvent,
  IconCalendarPlus,
  IconClock,
  IconLink,
  IconPencil,
  IconTag,
  IconUser,
  IconUserPlus,
} from "@tabler/icons-react";
import { choiceFields, parseChoice } from "../../../../shared/work/tasks/tasks.field-lists";
import { useText } from "../../../platform/intl/useText";
import { useCurrentUser } from "../../../platform/session";
import { useStore } from "../../../platform/store";
import { copyLink } from "../../../ui/copy";
import { type Command, type CommandArgument, palette$, useCommands } from "../../../ui/palette/palette";
import { LogTimeForm } from "../../time/TaskTime";
import { LazyDayChooser } from "../fields/DayPopover";
import { usePeopleArgument } from "../fields/PeopleRow";
import { useShownTask } from "../fields/shown-task";
import { useTagArgument } from "../fields/TagsRow";
import { choiceOrDefault, fieldIconOf, useChoices } from "../fields/useChoices";
import type { TaskFields } from "../fields/useTaskFields";
import { useStatusArgument } from "./TaskProperties";

/** Commands of the palette for the open task. */
export function TaskCommands({ fields }: { fields: TaskFields }) {
  return useStore(palette$) && <CommandsOf fields={fields} />;
}

function CommandsOf({ fields }: { fields: TaskFields }) {
  const text = useText();
  const me = useCurrentUser();
  const task = useShownTask();
  const choices = useChoices();
  const status = useStatusArgument(fields);
  const people = usePeopleArgument(fields, "users");
  const tags = useTagArgument(fields);
  const values = { count: 1, key: task.key };

  const choice = (id: string, label: string, Icon: Command["Icon"], argument: CommandArgument): Command => ({
    id: `task:${id}`,
    label,
    Icon,
    argument,
  });
  const day = (field: "due_date" | "start_date", label: string, Icon: Command["Icon"]): Command => ({
    id: `task:${field}`,
    label,
    Icon,
    form: (done) => (
      <LazyDayChooser
        value={fields.value<string | null>(field)}
        min={field === "due_date" ? task.start_date : null}
        max={field === "start_date" ? task.due_date : null}
        projectId={task.project_id}
        onChange={(chosen, extend) => {
          done();
          fields.save(field, chosen, undefined, extend);
        }}
      />
    ),
  });
  useCommands({
    title: task.key,
    commands: [
      ...(task.can.move ? [choice("status", text("command.task.move", values), IconArrowsExchange, status)] : []),
      ...(task.can.edit
        ? [
            choice("users", text("command.task.assign", values), IconUserPlus, people),
            {
              id: "task:me",
              label: text("command.task.assignMe", values),
              Icon: IconUser,
              run: () => people.pick(String(me.id)),
            },
            day("due_date", text("command.task.due", values), IconCalendarEvent),
            day("start_date", text("command.task.start", values), IconCalendarPlus),
            choice("tags", text("command.task.tag", values), IconTag, tags),
            ...choiceFields.map((field) => {
              const value = choiceOrDefault(field, fields.value(field));
              return choice(
                field,
                text("command.task.field", { ...values, field: choices.label(field) }),
                fieldIconOf(field) ?? IconPencil,
                {
                  options: choices.options(field),
                  chosen: [String(value)],
                  pick: (chosen) => fields.save(field, parseChoice(field, chosen) ?? value),
                },
              );
            }),
          ]
        : []),
      ...(task.can.log && task.spent_minutes !== null
        ? [
            {
              id: "task:log",
              label: text("command.task.log", values),
              Icon: IconClock,
              form: (done: () => void) => <LogTimeForm taskId={task.id} onDone={done} />,
            },
          ]
        : []),
      {
        id: "task:link",
        label: text("command.task.link", values),
        Icon: IconLink,
        run: () => copyLink(task.id, text("task.linkCopied")),
      },
    ],
  });
  return null;
}
