import type { ReplyOf } from "../../kernel/endpoint";
import type { Booking, BookingWithPermissions } from "./bookings.contract";
import {
  type GridBookingMore,
  type GridResource,
  type readGrid,
  gridBookingDefaults,
  gridResourceDefaults,
} from "./grid.contract";

export const minuteMs = 60_000;

type GridReply = ReplyOf<typeof readGrid>["data"];
export interface ExpandedGrid extends Pick<GridReply, "outages" | "revision" | "epoch" | "time_zone" | "holidays"> {
  resources: GridResource[];
  bookings: BookingWithPermissions[];
}

/** Returns the members whose values aren't the defaults. */
function withoutDefaults<Row extends object, Name extends keyof Row>(
  row: Row,
  defaults: Readonly<Record<Name, unknown>>,
): Partial<Pick<Row, Name>> {
  const names = Object.keys(defaults) as Name[];
  return Object.fromEntries(
    names.flatMap((name) => (row[name] === defaults[name] ? [] : [[name, row[name]]])),
  ) as Partial<Pick<Row, Name>>;
}

export function compactResource({ id, name, tools, open_days, time_zone, ...rest }: GridResource) {
  return { id, name, tools, open_days, time_zone, ...withoutDefaults(rest, gridResourceDefaults) };
}

/** Values of a booking's row that the grid's columns don't contain. */
export function unusualValuesOf(booking: Booking): Omit<GridBookingMore, "at"> {
  const { start_date, end_date, busy_from, busy_until } = booking;
  return {
    ...(busy_from === start_date ? {} : { busy_from }),
    ...(busy_until === end_date ? {} : { busy_until }),
    ...withoutDefaults(booking, gridBookingDefaults),
  };
}

export function expandGrid(grid: GridReply): ExpandedGrid {
  const {
    bookings: columns,
    people,
    equipment,
    rights,
    titles,
    more: unusualValues,
    since,
    bookable_type: kind,
    ...rest
  } = grid;
  const resources = rest.resources.map((each): GridResource => ({ ...gridResourceDefaults, ...each }));
  const pieceOf = byId(equipment);
  const zones = new Map(resources.map(({ id, time_zone }) => [id, time_zone]));
  const unusualValuesByIndex = new Map(unusualValues.map(({ at, ...values }) => [at, values]));
  const first = Date.parse(since);
  const bookings = columns.id.map((id, at): BookingWithPermissions => {
    const valueOf = (column: Exclude<keyof typeof columns, "participants">) => columns[column][at] as number;
    const {
      answers,
      equipment: pieces = [],
      ...unusual
    }: Omit<GridBookingMore, "at"> = unusualValuesByIndex.get(at) ?? {};
    const from = first + valueOf("start") * minuteMs;
    const start_date = unusual.start_date ?? new Date(from).toISOString();
    const end_date = unusual.end_date ?? new Date(from + valueOf("minutes") * minuteMs).toISOString();
    const bookable_id = resources[valueOf("resource")]?.id ?? unusual.bookable_id ?? null;
    const invited = columns.participants[at] as number[];
    return {
      ...gridBookingDefaults,
      id,
      title: titles[valueOf("title")] ?? null,
      version: valueOf("version"),
      busy_from: start_date,
      busy_until: end_date,
      bookable_type: kind,
      ...unusual,
      start_date,
      end_date,
      bookable_id,
      // Equipment is in the same building as its room.
      time_zone: zones.get((unusual.bookable_type === undefined ? bookable_id : pieces[0]) ?? 0) ?? rest.time_zone,
      requester: people[valueOf("requester")] ?? null,
      participants: invited.map((position, n) => ({
        ...(people[position] as (typeof people)[number]),
        answer: answers?.[n] ?? null,
      })),
      equipment: pieces.map(pieceOf),
      can: rights[valueOf("can")] as BookingWithPermissions["can"],
    };
  });
  return { ...rest, resources, bookings };
}

function byId<Row extends { id: number }>(rows: readonly Row[]): (id: number) => Row {
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return (id) => rowById.get(id) as Row;
}
