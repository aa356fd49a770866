import { IconUsers } from "@tabler/icons-react";
import type { BoardTask } from "../../../shared/tasks/tasks.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { Avatar } from "../../ui/signs/Avatar";
import { firstNameOf } from "../../ui/signs/people";
import { listsOf, useBoardParts } from "../board/state/useBoard";
import { None } from "./ListNone";
import classes from "./cells/ListCell.module.css";

const faces = 3;

/** Who it is for: faces, and their first names as far as there is room. */
export function ListPeople({ task }: { task: BoardTask }) {
  const text = useText();
  const { list } = useFormat();
  const { users, groups } = useBoardParts(listsOf);
  const people = task.user_ids.flatMap((id) => users[id] ?? []);
  const teams = task.group_ids.flatMap((id) => groups[id] ?? []);
  if (people.length + teams.length === 0) return <None />;
  const full = list([...people.map(({ fullname }) => fullname), ...teams.map(({ title }) => title)]);
  const names = [...people.map(({ fullname }) => firstNameOf(fullname)), ...teams.map(({ title }) => title)];
  return (
    <>
      {people.slice(0, faces).map((person) => (
        <Avatar key={person.id} person={person} size={20} named />
      ))}
      {people.length === 0 && <IconUsers size={16} stroke={1.75} aria-hidden />}
      <bdi className={`clip ${classes.muted}`} title={full}>
        {names.join(text("list.comma"))}
      </bdi>
    </>
  );
}
