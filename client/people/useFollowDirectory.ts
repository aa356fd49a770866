import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { carsStream, chartStream, clientsStream, directoryStream, roomsStream } from "../../shared/kernel/events";
import type { Permission } from "../../shared/kernel/permissions";
import { readChart } from "../../shared/org-chart/org-chart.contract";
import * as users from "../../shared/people/users.contract";
import { live } from "../platform/live/live";
import { keyOf } from "../platform/query";
import { useCan, useCurrentUser } from "../platform/session";
import { onEachDay } from "../platform/useOrganisationToday";

const streams = {
  directory: directoryStream,
  chart: chartStream,
  clients: clientsStream,
  rooms: roomsStream,
  cars: carsStream,
} as const;
export type FollowedStream = keyof typeof streams;

/** Who may follow which; parts of the directory are for those who may not follow all of it. */
const allowed: Record<FollowedStream, Permission | readonly Permission[]> = {
  directory: ["user-list", "employee-list"],
  chart: "organization-chart-view",
  clients: "client-list",
  rooms: "reservation-list",
  cars: "reservation-list",
};
const parts: readonly FollowedStream[] = ["chart", "clients"];

/** What says who is away today: another day says otherwise, though nothing happened. */
const ofToday = [
  users.listUsers,
  users.listEmployees,
  users.listAllEmployees,
  users.readUser,
  users.ownProfile,
  users.readProfile,
  readChart,
] as const;

/**
 * Follows the directory or what the reader may follow of it, or rooms or cars, from the revision that a screen was read at
 * (undefined: not read yet). The table of event types (`live-queries.ts`) keeps lists, pickers and records true by it. With
 * each day that begins where the organisation is, who is away is read again.
 */
export function useFollowDirectory(since: number | undefined, of: FollowedStream = "directory"): void {
  const { tenant, external } = useCurrentUser();
  const can = useCan();
  const followed = parts.includes(of) && can(allowed.directory) ? "directory" : of;
  const client = useQueryClient();
  useEffect(
    () =>
      onEachDay(tenant.time_zone, () => {
        for (const read of ofToday) void client.invalidateQueries({ queryKey: keyOf(read) });
      }),
    [client, tenant.time_zone],
  );
  const ready = can(allowed[followed]) && !external && since !== undefined;
  useEffect(() => {
    if (!ready) return;
    const following = live.follow(streams[followed](tenant.id), { since, onReset: (now) => Promise.resolve(now) });
    return () => following.close();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- later revisions of what is followed already say nothing new
  }, [tenant.id, ready, followed]);
}
