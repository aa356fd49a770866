import type { Person } from "../../ui/signs/people";
import { usePeopleOptions } from "../../ui/fields/usePeopleOptions";
import { assignableUsers } from "../../../shared/work/projects/assignable.contract";
import { useEndpoint } from "../../platform/query";

const nobody: readonly never[] = [];

/** Active internal users as options for `<Select>` and `<MultiSelect>`; `kept` are chosen users who may have left since. */
export function usePeopleChoices(kept: readonly Person[] = nobody) {
  const active = (useEndpoint(assignableUsers).data?.data.users ?? nobody).filter(({ external }) => !external);
  const gone = kept.filter(({ id }) => !active.some((one) => one.id === id));
  return usePeopleOptions([...active, ...gone]);
}
