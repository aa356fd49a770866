import { Avatar } from "../signs/Avatar";
import { TruncatedName } from "../signs/TruncatedName";
import type { Person } from "../signs/people";
import classes from "./records.module.css";

export function PersonCell({ person }: { person: Person }) {
  return (
    <span className={classes.person}>
      <Avatar person={person} size={24} hasVisibleName />
      <TruncatedName>{person.fullname}</TruncatedName>
    </span>
  );
}
