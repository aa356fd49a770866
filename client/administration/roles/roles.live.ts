import { listRoles, listRoleHolders, listPermissionHolders } from "../../../shared/administration/roles/roles.contract";
import type { RoleEvents } from "../../../shared/administration/roles/roles.events";
import type { DepartmentEvents } from "../../../shared/people/departments/departments.events";
import type { PeopleEvents } from "../../../shared/people/people/people.events";
import type { PositionEvents } from "../../../shared/people/positions/positions.events";
import { type LiveCache, type LiveUpdates, onEach, recordChanges } from "../../platform/live/live-updates";
import { userChanges } from "../../people/people/people.live";

const roles = (_: unknown, cache: LiveCache) => cache.refetch(listRoles, listRoleHolders, listPermissionHolders);

/** The names of departments and positions are shown with each user. */
const names = (_: unknown, cache: LiveCache) => cache.refetchSoon(listRoleHolders);

export const rolesLive: LiveUpdates<RoleEvents, PeopleEvents & DepartmentEvents & PositionEvents> = {
  ...onEach(recordChanges("role"), roles),
  ...onEach(userChanges, (_: unknown, cache: LiveCache) =>
    cache.refetchSoon(listRoles, listRoleHolders, listPermissionHolders),
  ),
  ...onEach(recordChanges("department", "position"), names),
};
