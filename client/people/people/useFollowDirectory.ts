import type { StreamPosition } from "../../../shared/kernel/streams";
import * as users from "../../../shared/people/people/users.contract";
import { useFollowStream } from "../../platform/live/useFollowStream";
import { useRefetchOnNewDay } from "../../platform/useRefetchOnNewDay";
import { useDirectoryStream } from "../organization/useDirectoryStream";

/** Responses with today's absences. */
const dayDependentCalls = [
  users.listUsers,
  users.listEmployees,
  users.listAllEmployees,
  users.readUser,
  users.readOwnProfile,
  users.readProfile,
] as const;

/** Follows the directory from the position a screen was read at (undefined while loading), and refetches absences at midnight. */
export function useFollowDirectory(read: StreamPosition | undefined): void {
  useRefetchOnNewDay(dayDependentCalls);
  useFollowStream(useDirectoryStream(), read);
}
