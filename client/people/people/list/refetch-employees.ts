import { editableUser, listUsers, readUser, selectUsers } from "../../../../shared/people/people/users.contract";
import { refetch } from "../../../platform/query";

/** Refetches employee data after the user's own change, even if the directory stream isn't followed. */
export function refetchEmployees(): void {
  void refetch(listUsers, readUser, editableUser, selectUsers);
}
