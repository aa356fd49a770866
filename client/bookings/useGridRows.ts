import { useMemo, useState } from "react";
import type { Reservation } from "../../shared/bookings/bookings.contract";
import type { BookableType } from "../../shared/bookings/bookings.schema";
import type { GridResource } from "../../shared/bookings/grid.contract";
import type { WholeGrid } from "../../shared/bookings/grid.rules";
import { type Driver, listDrivers } from "../../shared/drivers/drivers.contract";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { useStable } from "../ui/useStable";
import { askedTypes, type GridFilter, rowsOf, rowsOfDrivers } from "./grid/grid.rows";

/** Which building, type of car or driver the address asks for. */
type Place = Pick<GridFilter, "building" | "carType" | "driver">;
const none: readonly Driver[] = [];

/** The rows of the grid, narrowed down by what the address says and what is chosen; the same rows as long as they show the same. */
export function useGridRows(
  kind: BookableType,
  { resources, bookings }: WholeGrid,
  address: URLSearchParams,
  onGo: (next: Record<string, string | null>) => void,
) {
  const text = useText();
  const titleOf = useGroupTitle();
  const [typed, setTyped] = useState<Omit<GridFilter, keyof Place>>({ seats: 0, tool: null, text: "" });
  const drivers = useDrivers(kind);
  // What isn't there any more narrows nothing down.
  const building = resources.find((each) => each.building === address.get("building"))?.building ?? null;
  const carType = resources.find(({ car_type }) => car_type === address.get("type"))?.car_type ?? null;
  const driver = drivers.some(({ id }) => String(id) === address.get("driver")) ? address.get("driver") : null;
  const filter = useMemo(() => ({ ...typed, building, carType, driver }), [typed, building, carType, driver]);
  const asked = kind === "car" && driver === null ? askedTypes(bookings).join(" ") : "";
  const driven = driver === null ? null : carsOf(bookings, Number(driver));
  const rows = useMemo(() => {
    const cars = driven === null ? null : new Set(driven.split(" ").map(Number));
    const shown = cars ? resources.filter(({ id }) => cars.has(id)) : resources;
    return [
      ...rowsOf(shown, asked.split(" ").filter(Boolean), filter, titleOf),
      ...rowsOfDrivers(drivers, filter, text("menu.drivers")),
    ];
  }, [resources, asked, driven, drivers, filter, titleOf, text]);
  const { onFilter } = useStable({
    onFilter: (next: GridFilter) => {
      const { building: inBuilding, carType: ofType, driver: by, ...rest } = next;
      setTyped(rest);
      if (inBuilding !== building || ofType !== carType || by !== driver)
        onGo({ building: inBuilding, type: ofType, driver: by });
    },
  });
  return { rows, drivers, filter, onFilter };
}

/** For whoever gives trips to drivers. */
function useDrivers(kind: BookableType): readonly Driver[] {
  const enabled = useCan()("reservation-approve") && kind === "car";
  return useEndpoint(listDrivers, { query: { per_page: 200 } }, { enabled }).data?.data ?? none;
}

/** As a text, which is the same as long as they are. */
function carsOf(bookings: readonly Reservation[], driver: number): string {
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
