import type { Person } from "../../ui/signs/people";
import { usePeopleOptions } from "../../ui/fields/usePeopleOptions";
import { assignableUsers } from "../../../shared/work/projects/assignable.contract";
import { useEndpoint } from "../../platform/query";

const noPeople: readonly never[] = [];

/** Active internal users as options for `<Select>` and `<MultiSelect>`; `selectedPeople` are chosen users who may have left since. */
export function usePeopleChoices(selectedPeople: readonly Person[] = noPeople) {
  const active = (useEndpoint(assignableUsers).data?.data.users ?? noPeople).filter(({ external }) => !external);
  const formerPeople = selectedPeople.filter(({ id }) => !active.some((one) => one.id === id));
  return usePeopleOptions([...active, ...formerPeople]);
}
