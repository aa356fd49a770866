import { useEffect } from "react";
import type { Endpoint } from "../../shared/kernel/endpoint";
import { refetch } from "./query";
import { useCurrentUser } from "./session";
import { onEachNewDay } from "./useOrganizationToday";

/** Refetches responses that depend on the date, such as today's absences, at midnight in the tenant's time zone. */
export function useRefetchOnNewDay(endpoints: readonly Endpoint[]): void {
  const { time_zone: zone } = useCurrentUser().tenant;
  useEffect(() => onEachNewDay(zone, () => void refetch(...endpoints)), [zone, endpoints]);
}
