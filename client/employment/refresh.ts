import { plannedChanges, readChange } from "../../shared/employment/employment.contract";
import { readLeaving } from "../../shared/employment/leaving.contract";
import { userHistory } from "../../shared/people/user-history.contract";
import { editableUser, listUsers, readUser } from "../../shared/people/users.contract";
import { keyOf, queryClient } from "../platform/query";

/** After one's own change: what shows the person is read again, whether or not one follows the directory. */
export function refreshPeople(): void {
  for (const read of [listUsers, readUser, editableUser, userHistory, plannedChanges, readChange, readLeaving])
    void queryClient.invalidateQueries({ queryKey: keyOf(read) });
}
