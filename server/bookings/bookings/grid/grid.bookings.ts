import type { Booking, BookingWithPermissions } from "../../../../shared/bookings/bookings/bookings.contract";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import { type BookingFacts, publicBooking, bookingRights } from "../../../../shared/bookings/bookings/bookings.rules";
import type { GridBookingMore, GridColumns } from "../../../../shared/bookings/bookings/grid.contract";
import { minuteMs, unusualValuesOf } from "../../../../shared/bookings/bookings/grid.rules";
import type { Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { concernsReader } from "../../../platform/viewing";
import { type BookingRow, presentFullBooking } from "../bookings.present";
import { selectBookingFacts, selectGridPeople, selectGridEquipment, selectBookingVersions } from "../bookings.sql";
import { bookingsDecidableBy } from "../approval/booking-requests.service";

type More = Omit<GridBookingMore, "at">;
type Answer = BookingRow["participants"][number]["answer"];

/** Columns of a booking's row in the grid. Names of users and equipment aren't part of it and are read each time. */
interface CachedBooking {
  id: number;
  xmin: number;
  facts: BookingFacts & { participants: readonly { id: number; answer: Answer }[] };
  version: number;
  bookableId: number | null;
  title: string;
  private: boolean;
  pieces: readonly number[];
  /** `own` for users concerned by the booking, `others` for all others. */
  own: More | null;
  others: More | null;
}

/**
 * Cache of bookings by id and row version (`xmin`), which changes with every update, including updates of participants and their answers.
 * An entry is evicted after `size` other entries have been added since its last use.
 */
class BookingCache {
  private recent = new Map<number, CachedBooking>();
  private older = new Map<number, CachedBooking>();

  constructor(private readonly size: number) {}

  get(id: number, xmin: number): CachedBooking | undefined {
    const booking = this.recent.get(id) ?? this.older.get(id);
    if (booking?.xmin !== xmin) return undefined;
    if (!this.recent.has(id)) this.keep(booking);
    return booking;
  }

  keep(booking: CachedBooking): void {
    if (this.recent.size >= this.size) {
      this.older = this.recent;
      this.recent = new Map();
    }
    this.recent.set(booking.id, booking);
  }
}

// The limit of 5,000 entries holds one day of 300 rooms, which has about 3,000 bookings of 1 kB each.
const caches = new WeakMap<object, BookingCache>();
const cacheOf = (database: object): BookingCache => {
  const cache = caches.get(database) ?? new BookingCache(5_000);
  caches.set(database, cache);
  return cache;
};

type Person = NonNullable<BookingRow["requester"]>;
type FactsRow = Omit<BookingRow, "equipment" | "requester" | "participants" | "time_zone" | "tenant_time_zone"> & {
  xmin: number;
  requester_id: number | null;
  users: number[];
  answers: Answer[];
};

const nullIfEmpty = (details: More): More | null => (Object.keys(details).length > 0 ? details : null);

function cachedOf(row: FactsRow): CachedBooking {
  const requester = row.requester_id === null ? null : ({ id: row.requester_id } as Person);
  const whole = presentFullBooking({
    ...row,
    equipment: [],
    requester,
    participants: [],
    time_zone: "",
    tenant_time_zone: "",
  });
  const moreOf = (booking: Booking) => nullIfEmpty(unusualValuesOf(booking));
  const own = moreOf(whole);
  const { status, bookable_type, checked_in_at } = whole;
  return {
    id: row.id,
    xmin: row.xmin,
    facts: {
      status,
      bookable_type,
      checked_in_at,
      from: row.starts_at.getTime(),
      until: row.ends_at.getTime(),
      requesterId: row.requester_id,
      participants: row.users.map((id, n) => ({ id, answer: row.answers[n] ?? null })),
    },
    version: row.version,
    bookableId: row.bookable_id,
    title: row.title,
    private: row.private,
    pieces: row.equipment_ids,
    own,
    others: row.private || whole.decision_reason !== null ? moreOf(publicBooking(whole)) : own,
  };
}

async function readCached(tx: Tx, ids: readonly number[], xmins: readonly number[]): Promise<CachedBooking[]> {
  const cache = cacheOf(tx.manager.connection);
  const found = ids.map((id, n) => cache.get(id, xmins[n] as number));
  const missing = ids.filter((_, n) => !found[n]);
  if (missing.length === 0) return found as CachedBooking[];
  const read = new Map<number, CachedBooking>();
  for (const row of await tx.rows<FactsRow>(selectBookingFacts, [missing])) {
    const booking = cachedOf(row);
    read.set(row.id, booking);
    cache.keep(booking);
  }
  return found.map((booking, n) => booking ?? (read.get(ids[n] as number) as CachedBooking));
}

/** Deduplicated list of values that many bookings share. */
class Shared<Value> {
  readonly values: Value[] = [];
  private readonly positions = new Map<string | number, number>();

  positionOf(key: string | number, value: Value): number {
    let position = this.positions.get(key);
    if (position === undefined) this.positions.set(key, (position = this.values.push(value) - 1));
    return position;
  }
}

const rightsKey = (can: BookingWithPermissions["can"]): number => {
  let bits = 0;
  for (const right in can) bits = bits * 2 + Number(can[right as keyof typeof can]);
  return bits;
};

/**
 * Bookings in a period as visible to this reader, with their permitted actions, as columns. Users who occur only in hidden fields are left
 * out.
 */
export async function readGridBookings(
  tx: Tx,
  actor: Pick<Actor, "id" | "permissions" | "viewing">,
  [from, until, kind]: readonly [from: string, until: string, kind: BookableType],
  resources: readonly { id: number }[],
  now: number,
) {
  const [versions] = await tx.rows<{ ids: number[]; xmins: number[] }>(selectBookingVersions, [from, until, kind]);
  const { ids, xmins } = versions as { ids: number[]; xmins: number[] };
  const bookings = await readCached(tx, ids, xmins);
  const waiting = bookings.filter(({ facts }) => facts.status === "pending").map(({ id }) => id);
  const decidable = await bookingsDecidableBy(tx, actor, waiting);
  const decides = actor.permissions.has("reservation-approve");

  const concerns = ({ facts }: CachedBooking) =>
    concernsReader(actor, (id) => id === facts.requesterId || facts.participants.some((each) => each.id === id));
  const isHidden = (booking: CachedBooking) => booking.private && !concerns(booking);
  const personIds = new Set<number>();
  const pieceIds = new Set<number>();
  for (const booking of bookings) {
    for (const id of booking.pieces) pieceIds.add(id);
    if (isHidden(booking)) continue;
    if (booking.facts.requesterId !== null) personIds.add(booking.facts.requesterId);
    for (const { id } of booking.facts.participants) personIds.add(id);
  }
  const [people, equipment] = await Promise.all([
    tx.rows<Person>(selectGridPeople, [[...personIds]]),
    pieceIds.size > 0 ? tx.rows<{ id: number; name: string }>(selectGridEquipment, [[...pieceIds]]) : [],
  ]);
  const personAt = new Map(people.map(({ id }, position) => [id, position]));
  const resourceAt = new Map(resources.map(({ id }, position) => [id, position]));
  const positionOfPerson = (id: number) => personAt.get(id) as number;

  const since = Date.parse(from);
  const titles = new Shared<string>();
  const rights = new Shared<BookingWithPermissions["can"]>();
  const details: GridBookingMore[] = [];
  const columns: GridColumns = {
    id: ids,
    start: [],
    minutes: [],
    version: [],
    resource: [],
    title: [],
    requester: [],
    participants: [],
    can: [],
  };
  for (const [at, booking] of bookings.entries()) {
    const { facts, pieces, bookableId } = booking;
    const hidden = isHidden(booking);
    const can = bookingRights(facts, actor, now, decidable.has(booking.id));
    const resource = facts.bookable_type === kind && bookableId !== null ? (resourceAt.get(bookableId) ?? -1) : -1;
    const [start, minutes] = [(facts.from - since) / minuteMs, (facts.until - facts.from) / minuteMs];
    const invited = hidden
      ? []
      : [...facts.participants].sort((one, other) => positionOfPerson(one.id) - positionOfPerson(other.id));
    columns.start.push(Math.round(start));
    columns.minutes.push(Math.round(minutes));
    columns.version.push(booking.version);
    columns.resource.push(resource);
    columns.title.push(hidden ? -1 : titles.positionOf(booking.title, booking.title));
    columns.requester.push(hidden || facts.requesterId === null ? -1 : positionOfPerson(facts.requesterId));
    columns.participants.push(invited.map(({ id }) => positionOfPerson(id)));
    columns.can.push(rights.positionOf(rightsKey(can), can));
    // `own` and `others` differ only when there is a decision note or the booking is private.
    const { own, others } = booking;
    const unusual = own === others || (!hidden && (booking.private || decides || concerns(booking))) ? own : others;
    const exact = {
      ...(Number.isInteger(start) && Number.isInteger(minutes)
        ? {}
        : { start_date: new Date(facts.from).toISOString(), end_date: new Date(facts.until).toISOString() }),
      ...(facts.bookable_type === kind ? {} : { bookable_type: facts.bookable_type }),
      ...(resource < 0 && bookableId !== null ? { bookable_id: bookableId } : {}),
      ...(pieces.length > 0
        ? { equipment: equipment.filter(({ id }) => pieces.includes(id)).map(({ id }) => id) }
        : {}),
      ...(invited.some(({ answer }) => answer !== null) ? { answers: invited.map(({ answer }) => answer) } : {}),
    };
    if (unusual || Object.keys(exact).length > 0) details.push({ at, ...unusual, ...exact });
  }
  return {
    since: from,
    bookings: columns,
    more: details,
    titles: titles.values,
    people,
    equipment,
    rights: rights.values,
  };
}
