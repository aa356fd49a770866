import { useMemo, useState } from "react";
import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import type { GridResource } from "../../../../shared/bookings/bookings/grid.contract";
import type { ExpandedGrid } from "../../../../shared/bookings/bookings/grid.rules";
import { type Driver, listDrivers } from "../../../../shared/bookings/drivers/drivers.contract";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useCan } from "../../../platform/session";
import { useStableHandlers } from "../../../ui/useStableHandlers";
import { requestedCarTypes, type GridFilter, resourceRows, driverRows } from "./grid.rows";

type RowFilter = Pick<GridFilter, "building" | "carType" | "driver">;
const noDrivers: readonly Driver[] = [];

/** Rows of the grid, filtered by the URL and the filter fields. The array keeps its identity while the rows are the same. */
export function useGridRows(
  kind: BookableType,
  { resources, bookings }: ExpandedGrid,
  address: URLSearchParams,
  onGo: (next: Record<string, string | null>) => void,
) {
  const text = useText();
  const titleOf = useGroupTitle();
  const [typed, setTyped] = useState<Omit<GridFilter, keyof RowFilter>>({ seats: 0, tool: null, text: "" });
  const drivers = useDrivers(kind);
  // Filter values in the URL that no longer exist are ignored.
  const building = resources.find((each) => each.building === address.get("building"))?.building ?? null;
  const carType = resources.find(({ car_type }) => car_type === address.get("type"))?.car_type ?? null;
  const driver = drivers.some(({ id }) => String(id) === address.get("driver")) ? address.get("driver") : null;
  const filter = useMemo(() => ({ ...typed, building, carType, driver }), [typed, building, carType, driver]);
  const requestedTypes = kind === "car" && driver === null ? requestedCarTypes(bookings).join(" ") : "";
  const driven = driver === null ? null : carsOf(bookings, Number(driver));
  const rows = useMemo(() => {
    const cars = driven === null ? null : new Set(driven.split(" ").map(Number));
    const visibleResources = cars ? resources.filter(({ id }) => cars.has(id)) : resources;
    return [
      ...resourceRows(visibleResources, requestedTypes.split(" ").filter(Boolean), filter, titleOf),
      ...driverRows(drivers, filter, text("menu.drivers")),
    ];
  }, [resources, requestedTypes, driven, drivers, filter, titleOf, text]);
  const { onFilter } = useStableHandlers({
    onFilter: (next: GridFilter) => {
      const { building: inBuilding, carType: ofType, driver: by, ...rest } = next;
      setTyped(rest);
      if (inBuilding !== building || ofType !== carType || by !== driver)
        onGo({ building: inBuilding, type: ofType, driver: by });
    },
  });
  return { rows, drivers, filter, onFilter };
}

function useDrivers(kind: BookableType): readonly Driver[] {
  const enabled = useCan()("reservation-approve") && kind === "car";
  return useEndpoint(listDrivers, { query: { per_page: 200 } }, { enabled }).data?.data ?? noDrivers;
}

/** Joined to a string so that it is stable as a hook dependency. */
function carsOf(bookings: readonly BookingWithPermissions[], driver: number): string {
  const cars = new Set(bookings.flatMap((each) => (each.driver_id === driver && each.car_id ? [each.car_id] : [])));
  return [...cars].sort((a, b) => a - b).join(" ");
}

function useGroupTitle(): (resource: GridResource) => string {
  const text = useText();
  return useMemo(
    () =>
      ({ building, floor, car_type }: GridResource) =>
        car_type === null
          ? [building, floor].filter(Boolean).join(", ")
          : text(`booking.carType.${car_type as "sedan"}`),
    [text],
  );
}
