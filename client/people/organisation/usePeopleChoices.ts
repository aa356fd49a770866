import { assignableUsers } from "../../../shared/work/projects/assignable.contract";
import { useEndpoint } from "../../platform/query";

/** Active internal users as options for `<Select>` and `<MultiSelect>`. */
export function usePeopleChoices(): { value: string; label: string }[] {
  const people = useEndpoint(assignableUsers).data?.data.users ?? [];
  return people.filter(({ external }) => !external).map(({ id, fullname }) => ({ value: String(id), label: fullname }));
}
