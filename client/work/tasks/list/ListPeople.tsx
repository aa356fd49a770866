import { IconUsers } from "@tabler/icons-react";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import { Avatar } from "../../../ui/signs/Avatar";
import { firstNameOf } from "../../../ui/signs/people";
import { boardOptionLists, useBoardParts } from "../state/useBoard";
import { EmptyCell } from "./EmptyCell";
import classes from "./cells/ListCell.module.css";

const faces = 3;

export function ListPeople({ task }: { task: BoardTask }) {
  const text = useText();
  const { list } = useFormat();
  const { users, groups } = useBoardParts(boardOptionLists);
  const people = task.user_ids.flatMap((id) => users[id] ?? []);
  const teams = task.group_ids.flatMap((id) => groups[id] ?? []);
  if (people.length + teams.length === 0) return <EmptyCell />;
  const full = list([...people.map(({ fullname }) => fullname), ...teams.map(({ title }) => title)]);
  const names = [...people.map(({ fullname }) => firstNameOf(fullname)), ...teams.map(({ title }) => title)];
  return (
    <>
      {people.slice(0, faces).map((person) => (
        <Avatar key={person.id} person={person} size={20} hasVisibleName />
      ))}
      {people.length === 0 && <IconUsers size={16} stroke={1.75} aria-hidden />}
      <bdi className={`clip ${classes.muted}`} title={full}>
        {names.join(text("list.comma"))}
      </bdi>
    </>
  );
}
