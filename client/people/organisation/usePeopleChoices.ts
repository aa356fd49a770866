import { useUniqueNames } from "../../ui/signs/useUniqueNames";
import { assignableUsers } from "../../../shared/work/projects/assignable.contract";
import { useEndpoint } from "../../platform/query";

const nobody: readonly never[] = [];

/** Active internal users as options for `<Select>` and `<MultiSelect>`. */
export function usePeopleChoices(): { value: string; label: string }[] {
  const people = useEndpoint(assignableUsers).data?.data.users ?? nobody;
  const nameOf = useUniqueNames(people);
  return people
    .filter(({ external }) => !external)
    .map((person) => ({ value: String(person.id), label: nameOf(person) }));
}
