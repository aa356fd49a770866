import { useMemo } from "react";
import { nameKey } from "../../../shared/kernel/text/fold";
import { listVisiblePeople } from "../../../shared/kernel/visible-users.contract";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";

interface Named {
  id: number;
  fullname: string;
}
interface Known {
  id: number;
  email: string;
  position: string | null;
}

/** Cached keys of names, because lists of thousands of people are rebuilt while the user types. */
const keys = new Map<string, string>();
function keyOf({ fullname }: Named): string {
  let key = keys.get(fullname);
  if (key === undefined) {
    if (keys.size > 20_000) keys.clear();
    key = nameKey(fullname);
    keys.set(fullname, key);
  }
  return key;
}

/** Returns the people who share their name with another person in the list. */
export function namesakesIn<P extends Named>(people: readonly P[]): P[] {
  const byName = new Map<string, P[]>();
  for (const person of people) {
    const same = byName.get(keyOf(person));
    if (same) same.push(person);
    else byName.set(keyOf(person), [person]);
  }
  return [...byName.values()].filter((same) => new Set(same.map(({ id }) => id)).size > 1).flat();
}

/** @returns notes that distinguish namesakes, by id: the position if their positions differ, otherwise the email address. */
export function notesOnNamesakes(people: readonly Named[], allFacts: readonly Known[]): Map<number, string> {
  const namesakes = namesakesIn(people);
  const factsOf = new Map(allFacts.map((one) => [one.id, one]));
  const notes = new Map<number, string>();
  for (const person of namesakes) {
    const { id } = person;
    const facts = factsOf.get(id);
    if (!facts) continue;
    const others = namesakes.filter((one) => one.id !== id && keyOf(one) === keyOf(person));
    const isUnique = facts.position !== null && others.every((one) => factsOf.get(one.id)?.position !== facts.position);
    notes.set(id, isUnique ? (facts.position as string) : facts.email);
  }
  return notes;
}

/** Names for a list of people to choose from, with the position or the email address where several have the same name. */
export function useUniqueNames(people: readonly Named[]): (person: Named) => string {
  const text = useText();
  const hasNamesakes = useMemo(() => namesakesIn(people).length > 0, [people]);
  const users = useEndpoint(listVisiblePeople, {}, { enabled: hasNamesakes, staleTime: 60_000 }).data?.data;
  const notes = useMemo(
    () => (hasNamesakes ? notesOnNamesakes(people, users ?? []) : null),
    [hasNamesakes, people, users],
  );
  return ({ id, fullname }) => {
    const position = notes?.get(id);
    return position === undefined ? fullname : text("delegation.person", { name: fullname, position });
  };
}
