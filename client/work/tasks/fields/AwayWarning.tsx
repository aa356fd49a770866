import { IconCalendarOff } from "@tabler/icons-react";
import { Message } from "../../../platform/intl/useText";
import { firstNameOf } from "../../../ui/signs/people";
import classes from "./AwayWarning.module.css";

interface AwayWarningProps {
  people: readonly { id: number; fullname: string }[];
  noteOf: (userId: number) => string | undefined;
}

/** Warns about assignees who are away during the task; it doesn't prevent saving. */
export function AwayWarning({ people, noteOf }: AwayWarningProps) {
  const away = people.flatMap((person) => {
    const note = noteOf(person.id);
    return note ? [{ person, note }] : [];
  });
  if (away.length === 0) return null;
  return (
    <ul className={classes.warning}>
      {away.map(({ person, note }) => (
        <li key={person.id}>
          <IconCalendarOff size={14} stroke={1.75} aria-hidden />
          <span>
            <Message id="task.personAway" values={{ name: <bdi>{firstNameOf(person.fullname)}</bdi>, note }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
