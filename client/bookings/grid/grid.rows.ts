import type { Reservation } from "../../../shared/bookings/bookings.contract";
import type { GridResource } from "../../../shared/bookings/grid.contract";

/** A row of the grid: the head of a group, or something that can be booked. */
export type GridRow =
  | { kind: "group"; key: string; title: string }
  | { kind: "resource"; key: string; resource: GridResource }
  /** Cars of a type that are asked for, before one is assigned. */
  | { kind: "asked"; key: string; carType: string };

export interface GridFilter {
  seats: number;
  tool: string | null;
  text: string;
}

/** Of a car with its plate: there may be two of one kind. */
export const nameOf = ({ name, plate_number }: Pick<GridResource, "name" | "plate_number">): string =>
  plate_number ? `${name} ${plate_number}` : name;

const fits = (resource: GridResource, { seats, tool, text }: GridFilter) =>
  (resource.capacity ?? 0) >= seats &&
  (tool === null || resource.tools.includes(tool) || resource.equipment_kind === tool) &&
  nameOf(resource).toLowerCase().includes(text.trim().toLowerCase());

/** Rooms below their building and floor, equipment below its building, cars below their type. */
export function rowsOf(
  resources: readonly GridResource[],
  asked: readonly Reservation[],
  filter: GridFilter,
  titleOf: (resource: GridResource) => string,
): GridRow[] {
  const rows: GridRow[] = [];
  let group = "";
  const waiting = new Set(asked.filter(({ car_id }) => car_id === null).map(({ car_type }) => car_type));
  const ask = (carType: string) => {
    if (waiting.delete(carType)) rows.push({ kind: "asked", key: `asked ${carType}`, carType });
  };
  for (const resource of resources) {
    if (!fits(resource, filter)) continue;
    const title = titleOf(resource);
    if (title !== group) {
      rows.push({ kind: "group", key: `group ${title} ${resource.id}`, title });
      if (resource.car_type) ask(resource.car_type);
    }
    group = title;
    rows.push({ kind: "resource", key: `resource ${resource.id}`, resource });
  }
  for (const carType of waiting) if (carType) rows.push({ kind: "asked", key: `asked ${carType}`, carType });
  return rows;
}

/** A piece of equipment is had by whatever takes it along as well. */
const hasOf = ({ bookable_id, equipment }: Reservation, { id, equipment_kind }: GridResource): boolean =>
  equipment_kind ? equipment.some((piece) => piece.id === id) : bookable_id === id;

export const isIn = (booking: Reservation, row: GridRow): boolean =>
  row.kind === "resource"
    ? hasOf(booking, row.resource)
    : row.kind === "asked" && booking.bookable_id === null && booking.car_type === row.carType;
