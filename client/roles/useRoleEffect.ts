import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { previewRoles, RoleEffect } from "../../shared/roles/roles.contract";
import { call } from "../platform/api";
import { keyOf } from "../platform/query";
import type { RoleChange } from "./role-changes";

/** What changes would do; while it is asked anew, what was said of the ones before. */
export function useRoleEffect(preview: typeof previewRoles, changes: readonly RoleChange[]): RoleEffect | undefined {
  const query = useQuery({
    queryKey: [...keyOf(preview), changes],
    queryFn: ({ signal }) => call(preview, { body: { changes: [...changes] }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return query.data?.data;
}
