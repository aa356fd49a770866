import { plannedChanges, readChange } from "../../../shared/people/employment/employment.contract";
import { readLeaving } from "../../../shared/people/employment/leaving.contract";
import { listUserHistory } from "../../../shared/people/people/user-history.contract";
import { editableUser, listUsers, readUser } from "../../../shared/people/people/users.contract";
import { refetch } from "../../platform/query";

/** Refetches the employee's data after the user's own change, because not every screen follows the directory stream. */
export function refetchEmployment(): void {
  void refetch(listUsers, readUser, editableUser, listUserHistory, plannedChanges, readChange, readLeaving);
}
