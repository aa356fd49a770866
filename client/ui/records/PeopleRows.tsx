import type { ReactNode } from "react";
import { Avatar } from "../signs/Avatar";
import { TruncatedName } from "../signs/TruncatedName";
import type { Person } from "../signs/people";
import classes from "./records.module.css";

interface PeopleRowsProps {
  title: string;
  people: readonly (Person & { beside?: ReactNode })[];
}

export function PeopleRows({ title, people }: PeopleRowsProps) {
  if (people.length === 0) return null;
  return (
    <section className={classes.people}>
      <h3>{title}</h3>
      <ul>
        {people.map((person) => (
          <li key={person.id}>
            <Avatar person={person} size={24} hasVisibleName />
            <TruncatedName>{person.fullname}</TruncatedName>
            {person.beside && <small>{person.beside}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
