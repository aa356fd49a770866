import type { Person } from "../../ui/signs/people";
import { usePeopleOptions } from "../../ui/fields/usePeopleOptions";
import { assignableUsers } from "../../../shared/work/projects/assignable.contract";
import { useEndpoint } from "../../platform/query";

const noPeople: readonly never[] = [];

/**
 * Active internal users as options for `<Select>` and `<MultiSelect>`; `selectedPeople` are chosen users who may have left since. `query` is for
 * `FailedReads`, because without it a failed read would look as if there were no people.
 */
export function usePeopleChoices(selectedPeople: readonly Person[] = noPeople) {
  const query = useEndpoint(assignableUsers);
  const active = (query.data?.data.users ?? noPeople).filter(({ external }) => !external);
  const formerPeople = selectedPeople.filter(({ id }) => !active.some((one) => one.id === id));
  return { options: usePeopleOptions([...active, ...formerPeople]), query };
}
