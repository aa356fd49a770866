import { useMemo } from "react";
import { compareNames } from "../../../platform/intl/useNameOf";
import { useCurrentUser } from "../../../platform/session";
import type { Person } from "../../../ui/signs/people";

/** People by name, the current user first. */
export function usePeopleMeFirst(people: readonly Person[] | Readonly<Record<number, Person>>): Person[] {
  const me = useCurrentUser();
  return useMemo(
    () =>
      Object.values<Person>(people).sort(
        (a, b) => Number(b.id === me.id) - Number(a.id === me.id) || compareNames(a.fullname, b.fullname),
      ),
    [people, me.id],
  );
}
