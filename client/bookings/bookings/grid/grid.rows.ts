import type { BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import type { GridResource } from "../../../../shared/bookings/bookings/grid.contract";
import type { Driver } from "../../../../shared/bookings/drivers/drivers.contract";
import { matchesSearchText } from "../../../../shared/kernel/text/fold";

export type GridRow =
  | { kind: "group"; key: string; title: string; timeZone?: string }
  | { kind: "resource"; key: string; resource: GridResource }
  /** Trips of a car type without an assigned car. */
  | { kind: "asked"; key: string; carType: string }
  /** Trips of a driver, for users who assign them; read-only. */
  | { kind: "driver"; key: string; driver: Driver };

export interface GridFilter {
  seats: number;
  tool: string | null;
  text: string;
  building: string | null;
  carType: string | null;
  driver: string | null;
}

/** Cars include their plate number, because several may have the same name. */
export const resourceLabel = ({ name, plate_number }: Pick<GridResource, "name" | "plate_number">): string =>
  plate_number ? `${name} ${plate_number}` : name;

export const resourceRowKey = (id: number): string => `resource ${id}`;
export const driverRowKey = (id: number): string => `driver ${id}`;
export const requestedTypeRowKey = (carType: string): string => `asked ${carType}`;

const fits = (resource: GridResource, { seats, tool, text, building, carType }: GridFilter) =>
  (resource.capacity ?? 0) >= seats &&
  (building === null || resource.building === building) &&
  (carType === null || resource.car_type === carType) &&
  (tool === null || resource.tools.includes(tool) || resource.equipment_kind === tool) &&
  matchesSearchText(text, resourceLabel(resource), resource.building);

export function requestedCarTypes(bookings: readonly BookingWithPermissions[]): string[] {
  const waiting = new Set<string>();
  for (const { car_id, car_type } of bookings) if (car_id === null && car_type !== null) waiting.add(car_type);
  return [...waiting].sort();
}

export function resourceRows(
  resources: readonly GridResource[],
  askedFor: readonly string[],
  filter: GridFilter,
  titleOf: (resource: GridResource) => string,
): GridRow[] {
  const rows: GridRow[] = [];
  let group = "";
  const waiting = new Set(askedFor.filter((carType) => filter.carType === null || filter.carType === carType));
  const ask = (carType: string) => {
    if (waiting.delete(carType)) rows.push({ kind: "asked", key: requestedTypeRowKey(carType), carType });
  };
  for (const resource of resources) {
    if (!fits(resource, filter)) continue;
    const title = titleOf(resource);
    if (title !== group) {
      rows.push({ kind: "group", key: `group ${title} ${resource.id}`, title, timeZone: resource.time_zone });
      if (resource.car_type) ask(resource.car_type);
    }
    group = title;
    rows.push({ kind: "resource", key: resourceRowKey(resource.id), resource });
  }
  for (const carType of waiting) rows.push({ kind: "asked", key: requestedTypeRowKey(carType), carType });
  return rows;
}

export function driverRows(drivers: readonly Driver[], { driver, text }: GridFilter, title: string): GridRow[] {
  const matchingDrivers = drivers.filter(
    ({ id, fullname }) => (driver === null || driver === String(id)) && matchesSearchText(text, fullname),
  );
  if (matchingDrivers.length === 0) return [];
  return [
    { kind: "group", key: "group drivers", title },
    ...matchingDrivers.map((each) => ({ kind: "driver" as const, key: driverRowKey(each.id), driver: each })),
  ];
}

/** Time zone of all shown resources; null if they have several. */
export function commonTimeZone(rows: readonly GridRow[]): string | null {
  const zones = new Set(rows.flatMap((row) => (row.kind === "resource" ? row.resource.time_zone : [])));
  return zones.size === 1 ? ([...zones][0] as string) : null;
}
