import { useEffect } from "react";
import { directoryStream } from "../../shared/kernel/events";
import { live } from "../platform/live/live";
import { useCan, useCurrentUser } from "../platform/session";

/**
 * Follows the directory from the revision that a screen was read at (undefined: not read yet; null: from now on). The
 * table of event types (`live-queries.ts`) keeps lists, pickers and records true by it.
 */
export function useFollowDirectory(since: number | null | undefined): void {
  const { tenant, external } = useCurrentUser();
  const may = useCan()(["user-list", "employee-list"]) && !external;
  const ready = may && since !== undefined;
  useEffect(() => {
    if (!ready) return;
    const following = live.follow(directoryStream(tenant.id), { since, onReset: (now) => Promise.resolve(now) });
    return () => following.close();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- later revisions of what is followed already say nothing new
  }, [tenant.id, ready]);
}
