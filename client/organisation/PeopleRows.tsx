import type { ReactNode } from "react";
import { Avatar } from "../ui/signs/Avatar";
import { Clip } from "../ui/signs/Clip";
import type { Person } from "../ui/signs/people";
import classes from "./organisation.module.css";

interface PeopleRowsProps {
  title: string;
  people: readonly (Person & { beside?: ReactNode })[];
}

/** People with their faces below one another, in a side panel. */
export function PeopleRows({ title, people }: PeopleRowsProps) {
  if (people.length === 0) return null;
  return (
    <section className={classes.people}>
      <h3>{title}</h3>
      <ul>
        {people.map((person) => (
          <li key={person.id}>
            <Avatar person={person} size={24} named />
            <Clip>{person.fullname}</Clip>
            {person.beside && <small>{person.beside}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
