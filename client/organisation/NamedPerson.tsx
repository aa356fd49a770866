import { Avatar } from "../ui/signs/Avatar";
import { Clip } from "../ui/signs/Clip";
import type { Person } from "../ui/signs/people";
import classes from "./organisation.module.css";

/** A person in a cell: face and name. */
export function NamedPerson({ person }: { person: Person }) {
  return (
    <span className={classes.person}>
      <Avatar person={person} size={24} named />
      <Clip>{person.fullname}</Clip>
    </span>
  );
}
