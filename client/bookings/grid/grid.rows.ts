import type { Reservation } from "../../../shared/bookings/bookings.contract";
import type { GridResource } from "../../../shared/bookings/grid.contract";
import type { Driver } from "../../../shared/drivers/drivers.contract";

/** A row of the grid: the head of a group, or something that can be booked. */
export type GridRow =
  | { kind: "group"; key: string; title: string }
  | { kind: "resource"; key: string; resource: GridResource }
  /** Cars of a type that are asked for, before one is assigned. */
  | { kind: "asked"; key: string; carType: string }
  /** Whose trips they are, for whoever assigns them: nothing is booked here. */
  | { kind: "driver"; key: string; driver: Driver };

export interface GridFilter {
  seats: number;
  tool: string | null;
  text: string;
  building: string | null;
  carType: string | null;
  driver: string | null;
}

/** Of a car with its plate: there may be two of one kind. */
export const nameOf = ({ name, plate_number }: Pick<GridResource, "name" | "plate_number">): string =>
  plate_number ? `${name} ${plate_number}` : name;

export const keyOfResource = (id: number): string => `resource ${id}`;
export const keyOfDriver = (id: number): string => `driver ${id}`;
export const keyOfAsked = (carType: string): string => `asked ${carType}`;

const fits = (resource: GridResource, { seats, tool, text, building, carType }: GridFilter) =>
  (resource.capacity ?? 0) >= seats &&
  (building === null || resource.building === building) &&
  (carType === null || resource.car_type === carType) &&
  (tool === null || resource.tools.includes(tool) || resource.equipment_kind === tool) &&
  nameOf(resource).toLowerCase().includes(text.trim().toLowerCase());

/** Of which types cars are asked for that nobody has assigned yet. */
export function askedTypes(bookings: readonly Reservation[]): string[] {
  const waiting = new Set<string>();
  for (const { car_id, car_type } of bookings) if (car_id === null && car_type !== null) waiting.add(car_type);
  return [...waiting].sort();
}

/** Rooms below their building and floor, equipment below its building, cars below their type. */
export function rowsOf(
  resources: readonly GridResource[],
  askedFor: readonly string[],
  filter: GridFilter,
  titleOf: (resource: GridResource) => string,
): GridRow[] {
  const rows: GridRow[] = [];
  let group = "";
  const waiting = new Set(askedFor.filter((carType) => filter.carType === null || filter.carType === carType));
  const ask = (carType: string) => {
    if (waiting.delete(carType)) rows.push({ kind: "asked", key: keyOfAsked(carType), carType });
  };
  for (const resource of resources) {
    if (!fits(resource, filter)) continue;
    const title = titleOf(resource);
    if (title !== group) {
      rows.push({ kind: "group", key: `group ${title} ${resource.id}`, title });
      if (resource.car_type) ask(resource.car_type);
    }
    group = title;
    rows.push({ kind: "resource", key: keyOfResource(resource.id), resource });
  }
  for (const carType of waiting) rows.push({ kind: "asked", key: keyOfAsked(carType), carType });
  return rows;
}

/** Drivers below a head of their own. */
export function rowsOfDrivers(drivers: readonly Driver[], { driver, text }: GridFilter, title: string): GridRow[] {
  const shown = drivers.filter(
    ({ id, fullname }) =>
      (driver === null || driver === String(id)) && fullname.toLowerCase().includes(text.trim().toLowerCase()),
  );
  if (shown.length === 0) return [];
  return [
    { kind: "group", key: "group drivers", title },
    ...shown.map((each) => ({ kind: "driver" as const, key: keyOfDriver(each.id), driver: each })),
  ];
}
