import { useEffect } from "react";
import { carsStream, directoryStream, roomsStream } from "../../shared/kernel/events";
import { live } from "../platform/live/live";
import { useCan, useCurrentUser } from "../platform/session";

const streams = { directory: directoryStream, rooms: roomsStream, cars: carsStream } as const;
export type FollowedStream = keyof typeof streams;

/**
 * Follows the directory, or rooms or cars, from the revision that a screen was read at (undefined: not read yet). The
 * table of event types (`live-queries.ts`) keeps lists, pickers and records true by it.
 */
export function useFollowDirectory(since: number | undefined, of: FollowedStream = "directory"): void {
  const { tenant, external } = useCurrentUser();
  const may = useCan()(of === "directory" ? ["user-list", "employee-list"] : "reservation-list") && !external;
  const ready = may && since !== undefined;
  useEffect(() => {
    if (!ready) return;
    const following = live.follow(streams[of](tenant.id), { since, onReset: (now) => Promise.resolve(now) });
    return () => following.close();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- later revisions of what is followed already say nothing new
  }, [tenant.id, ready, of]);
}
