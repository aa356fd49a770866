import type { ReactNode } from "react";
import { Avatar } from "../signs/Avatar";
import type { Person } from "../signs/people";
import { useUniqueNames } from "../signs/useUniqueNames";

interface PersonOption {
  id: number;
  value: string;
  label: string;
}

/**
 * People as options of a select. All lists of people to choose from use this hook or `usePeoplePickerOptions`, because two people may have
 * the same name. The lint rule `people-options` rejects labels that are made from names directly.
 */
export function usePeopleOptions(people: readonly Person[]): PersonOption[] {
  const nameOf = useUniqueNames(people);
  return people.map((person) => ({ id: person.id, value: String(person.id), label: nameOf(person) }));
}

/** People as options of a picker, with their pictures. */
export function usePeoplePickerOptions(people: readonly Person[]): (PersonOption & { icon: ReactNode })[] {
  const options = usePeopleOptions(people);
  return people.map((person, at) => ({
    ...(options[at] as PersonOption),
    icon: <Avatar person={person} size={20} hasVisibleName />,
  }));
}
