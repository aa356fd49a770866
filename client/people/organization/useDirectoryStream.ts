import { directoryStream, type StreamName } from "../../../shared/kernel/events";
import { useCan, useCurrentUser } from "../../platform/session";

/** Returns the stream with changes of users, departments, positions and groups, or null without the permission to follow it. */
export function useDirectoryStream(): StreamName | null {
  const { tenant, external } = useCurrentUser();
  const can = useCan();
  return can(["user-list", "employee-list"]) && !external ? directoryStream(tenant.id) : null;
}
