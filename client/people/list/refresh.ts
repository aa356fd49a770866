import { editableUser, listUsers, readUser, selectUsers } from "../../../shared/people/users.contract";
import { keyOf, queryClient } from "../../platform/query";

/** After one's own change of people: what shows them is read again, whether or not one follows the directory. */
export function refreshPeople(): void {
  for (const read of [listUsers, readUser, editableUser, selectUsers])
    void queryClient.invalidateQueries({ queryKey: keyOf(read) });
}
