import { usePeoplePickerOptions } from "../../../ui/fields/usePeopleOptions";
import { UnstyledButton } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useText } from "../../../platform/intl/useText";
import { useCurrentUser } from "../../../platform/session";
import { failedReadsOf } from "../../../ui/states/FailedReads";
import { Avatar } from "../../../ui/signs/Avatar";
import { firstNameOf } from "../../../ui/signs/people";
import { AwayWarning } from "./AwayWarning";
import { FieldRow } from "./FieldRow";
import type { CommandArgument } from "../../../ui/palette/palette";
import { Picker } from "../../../ui/fields/Picker";
import { useShownTask } from "./shown-task";
import classes from "./TaskProperties.module.css";
import { useAbsenceNotes } from "./useAbsenceNotes";
import { useTaskChoices } from "./useTaskChoices";
import type { TaskFields } from "./useTaskFields";

/** People or groups that can be assigned, for the property row and the command palette. */
export function usePeopleArgument(fields: TaskFields, kind: "users" | "groups"): CommandArgument {
  const me = useCurrentUser();
  const task = useShownTask();
  const choices = useTaskChoices(task);
  const awayNote = useAbsenceNotes(task);
  const people = usePeoplePickerOptions(
    choices.users.toSorted((a, b) => Number(b.id === me.id) - Number(a.id === me.id)),
  );
  const ids = fields.value<readonly number[]>(kind);
  return {
    options:
      kind === "users"
        ? people.map((option) => ({ ...option, note: awayNote(option.id) }))
        : choices.groups.map((group) => ({
            value: String(group.id),
            label: group.title,
            icon: <IconUsers size={16} stroke={1.75} aria-hidden />,
          })),
    chosen: ids.map(String),
    pick: (value) => {
      const id = Number(value);
      fields.save(kind, ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].sort((a, b) => a - b));
    },
  };
}

export function PeopleRow({ fields, kind, label }: { fields: TaskFields; kind: "users" | "groups"; label: string }) {
  const text = useText();
  const task = useShownTask();
  const choices = useTaskChoices(task);
  const ids = fields.value<readonly number[]>(kind);
  const awayNote = useAbsenceNotes(task);
  const { options, chosen, pick } = usePeopleArgument(fields, kind);
  const isEmpty = choices.groups.length === 0 && failedReadsOf(choices.reads.people).length === 0;
  if (kind === "groups" && isEmpty) return null;
  const content = <Chosen kind={kind} ids={ids} choices={choices} />;
  return (
    <FieldRow label={label} field={kind} fields={fields}>
      {task.can.edit ? (
        <Picker
          multiple
          options={options}
          reads={choices.reads.people}
          chosen={chosen}
          onPick={pick}
          searchLabel={text(kind === "users" ? "board.filter.findPerson" : "task.findGroup")}
        >
          {(button) => (
            <UnstyledButton className={classes.value} {...button}>
              <span className="sr-only">{label}: </span>
              {content}
            </UnstyledButton>
          )}
        </Picker>
      ) : (
        <span className={classes.value}>{content}</span>
      )}
      {kind === "users" && (
        <AwayWarning people={choices.users.filter(({ id }) => ids.includes(id))} noteOf={awayNote} />
      )}
    </FieldRow>
  );
}

function Chosen({
  kind,
  ids,
  choices,
}: {
  kind: "users" | "groups";
  ids: readonly number[];
  choices: ReturnType<typeof useTaskChoices>;
}) {
  const text = useText();
  if (ids.length === 0)
    return <span className={classes.none}>{text(kind === "users" ? "task.nobody" : "field.none")}</span>;
  if (kind === "groups") {
    return ids.map((id) => {
      const group = choices.groups.find((one) => one.id === id);
      return group && <bdi key={id}>{group.title}</bdi>;
    });
  }
  return ids.map((id) => {
    const user = choices.users.find((one) => one.id === id);
    if (!user) return null;
    return (
      <span key={id} className={classes.person} title={user.fullname}>
        <Avatar person={user} size={20} hasVisibleName />
        <bdi className="clip">{ids.length > 1 ? firstNameOf(user.fullname) : user.fullname}</bdi>
      </span>
    );
  });
}
