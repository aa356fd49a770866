import { IconUsers } from "@tabler/icons-react";
import type { Board } from "../../../../shared/work/tasks/tasks.board";
import { useFormat, useText } from "../../../platform/intl/useText";
import { Avatar } from "../../../ui/signs/Avatar";
import classes from "./CardPeople.module.css";

const shownPeople = 3;

/** Avatars of assignees with a single tooltip, because one per avatar is too slow with a thousand cards. */
export function CardPeople({
  userIds,
  groupIds,
  lists,
}: {
  userIds: readonly number[];
  groupIds: readonly number[];
  lists: Pick<Board, "users" | "groups">;
}) {
  const text = useText();
  const { list, number } = useFormat();
  const people = userIds.flatMap((id) => lists.users[id] ?? []);
  const groups = groupIds.flatMap((id) => lists.groups[id] ?? []);
  if (people.length + groups.length === 0) return null;
  const names = list([...people.map((person) => person.fullname), ...groups.map((group) => group.title)]);
  const faces = people.length > shownPeople + 1 ? people.slice(0, shownPeople) : people;
  return (
    <span className={classes.people} role="img" aria-label={text("task.assignedTo", { names })} title={names}>
      {groups.length > 0 && (
        <span className={classes.group}>
          <IconUsers size={12} stroke={2} aria-hidden />
        </span>
      )}
      {faces.map((person) => (
        <Avatar key={person.id} person={person} size={20} hasVisibleName />
      ))}
      {faces.length < people.length && (
        <span className={classes.rest}>{text("ui.more", { count: number(people.length - faces.length) })}</span>
      )}
    </span>
  );
}
