import type { Booking, Reservation } from "../../shared/bookings/bookings.contract";
import type { BookableType } from "../../shared/bookings/bookings.schema";
import { type BookingFacts, publicBooking, rightsTo } from "../../shared/bookings/bookings.rules";
import { briefBooking } from "../../shared/bookings/grid.rules";
import { groupBy } from "../../shared/kernel/group-by";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { concernsReader } from "../platform/viewing";
import { decidableBy } from "../reservations/booking-decisions.service";
import { type BookingRow, wholeBooking } from "./bookings.present";
import { factsByIds, invitedBetween, peopleOfGrid, piecesOfGrid, versionsBetween } from "./bookings.sql";

/** What a booking's row says. Who is invited, and what people and pieces are called, isn't in its row, and is read each time. */
interface BookingText {
  id: number;
  xmin: number;
  requesterId: number;
  private: boolean;
  /** What one may do with it depends on these, and on who reads. */
  facts: Pick<BookingFacts, "status" | "bookable_type" | "checked_in_at" | "start_date" | "end_date">;
  pieces: readonly number[];
  /** The members of its JSON in the grid, for those whom it concerns and for everybody. */
  own: string;
  others: string;
}

/**
 * Texts of bookings by id, as the row's transaction (`xmin`) left them: whoever changes a row gives it another one. What
 * hasn't been asked for since `size` others were is forgotten.
 */
class KeptTexts {
  private recent = new Map<number, BookingText>();
  private older = new Map<number, BookingText>();

  constructor(private readonly size: number) {}

  get(id: number, xmin: number): BookingText | undefined {
    const text = this.recent.get(id) ?? this.older.get(id);
    if (text?.xmin !== xmin) return undefined;
    if (!this.recent.has(id)) this.keep(id, text);
    return text;
  }

  keep(id: number, text: BookingText): void {
    if (this.recent.size >= this.size) {
      this.older = this.recent;
      this.recent = new Map();
    }
    this.recent.set(id, text);
  }
}

// A day of 300 rooms is some 3,000 of a kilobyte each.
const texts = new WeakMap<object, KeptTexts>();
const keptOf = (database: object): KeptTexts => {
  const kept = texts.get(database) ?? new KeptTexts(5_000);
  texts.set(database, kept);
  return kept;
};

type Person = NonNullable<BookingRow["requester"]>;
type Answer = BookingRow["participants"][number]["answer"];
/** The same place of each list is one invitation: nine thousand of them are three lists. */
type Invited = { bookings: number[]; users: number[]; answers: Answer[] };
type FactsRow = BookingRow & { xmin: number; requester_id: number };

const membersOf = (booking: Booking): string => JSON.stringify(briefBooking(booking)).slice(1, -1);

function textOf(row: FactsRow): BookingText {
  const requester = { id: row.requester_id } as Person;
  const whole = wholeBooking({ ...row, equipment: [], requester, participants: [] });
  const own = membersOf(whole);
  const others = row.private || whole.decision_reason !== null ? membersOf(publicBooking(whole)) : own;
  const { status, bookable_type, checked_in_at, start_date, end_date } = whole;
  return {
    id: row.id,
    xmin: row.xmin,
    requesterId: row.requester_id,
    private: row.private,
    facts: { status, bookable_type, checked_in_at, start_date, end_date },
    pieces: row.equipment_ids,
    own,
    others,
  };
}

/** The texts of these bookings, in their order: those that aren't known are read in one statement. */
async function textsOf(tx: Tx, ids: readonly number[], xmins: readonly number[]): Promise<BookingText[]> {
  const kept = keptOf(tx.manager.connection);
  const found = ids.map((id, n) => kept.get(id, xmins[n] as number));
  const missing = ids.filter((_, n) => !found[n]);
  if (missing.length === 0) return found as BookingText[];
  const read = new Map<number, BookingText>();
  for (const row of await tx.rows<FactsRow>(factsByIds, [missing])) {
    const text = textOf(row);
    read.set(row.id, text);
    kept.keep(row.id, text);
  }
  return found.map((text, n) => text ?? (read.get(ids[n] as number) as BookingText));
}

/** People and pieces by their ids, as they are told; in the order of their names, as those of a booking are. */
async function named(tx: Tx, bookings: readonly BookingText[], { users }: Invited) {
  const ids = new Set(users);
  for (const { requesterId } of bookings) ids.add(requesterId);
  const pieceIds = new Set(bookings.flatMap(({ pieces }) => pieces));
  const [people, pieces] = await Promise.all([
    tx.rows<Person>(peopleOfGrid, [[...ids]]),
    pieceIds.size > 0 ? tx.rows<{ id: number; name: string }>(piecesOfGrid, [[...pieceIds]]) : [],
  ]);
  const places = new Map(people.map(({ id }, place) => [id, place]));
  return { people, pieces, placeOf: (id: number) => places.get(id) as number };
}

/** Each kind of rights once: there are a handful among thousands of bookings. */
function rightsOnce() {
  const rights: Reservation["can"][] = [];
  const places = new Map<string, number>();
  const placeOf = (can: Reservation["can"]): number => {
    const kind = Object.values(can).map(Number).join("");
    const place = places.get(kind) ?? rights.push(can) - 1;
    places.set(kind, place);
    return place;
  };
  return { rights, placeOf };
}

const nobody: number[] = [];

/**
 * JSON of the bookings of a time as this reader may see them, with what they may do: what differs per reader is put in. Whoever
 * is named by what the reader may not see isn't among the people.
 */
export async function bookingsAsJson(
  tx: Tx,
  actor: Pick<Actor, "id" | "permissions" | "viewing">,
  values: readonly [from: string, until: string, kind: BookableType],
  now: number,
): Promise<string> {
  const kind = values[2];
  const [[versions], [guests]] = await Promise.all([
    tx.rows<{ ids: number[]; xmins: number[] }>(versionsBetween, [...values]),
    tx.rows<Invited>(invitedBetween, [...values]),
  ]);
  const { ids, xmins } = versions as { ids: number[]; xmins: number[] };
  const invited = guests as Invited;
  const bookings = await textsOf(tx, ids, xmins);
  const waiting = bookings.filter(({ facts }) => facts.status === "pending").map(({ id }) => id);
  const decidable = await decidableBy(tx, actor, waiting);
  const byBooking = groupBy([...invited.bookings.keys()], (n) => invited.bookings[n] as number);
  const { people, pieces, placeOf } = await named(tx, bookings, invited);
  const { rights, placeOf: rightsPlace } = rightsOnce();
  const told = new Set<number>();
  const guestOf = (n: number) => {
    const [id, answer] = [invited.users[n] as number, invited.answers[n]];
    told.add(id);
    return answer ? `{"id":${id},"answer":"${answer}"}` : `{"id":${id}}`;
  };
  const inOrder = (one: number, other: number) =>
    placeOf(invited.users[one] as number) - placeOf(invited.users[other] as number);
  const along = (booking: BookingText) => {
    if (booking.pieces.length === 0) return "";
    const taken = pieces.filter(({ id }) => booking.pieces.includes(id));
    return `,"equipment":[${taken.map(({ id }) => id).join(",")}]`;
  };
  const decides = actor.permissions.has("reservation-approve");
  const written = bookings.map((booking) => {
    const theirs = byBooking.get(booking.id) ?? nobody;
    const isInvited = (id: number) => theirs.some((n) => invited.users[n] === id);
    const concerns = (id: number) => id === booking.requesterId || isInvited(id);
    const { facts, own, others, requesterId } = booking;
    const can = rightsTo(
      { ...facts, requester: { id: requesterId }, isInvited },
      actor,
      now,
      decidable.has(booking.id),
    );
    const type = facts.bookable_type === kind ? "" : `,"bookable_type":"${facts.bookable_type}"`;
    const rest = `${type}${along(booking)},"can":${rightsPlace(can)}}`;
    if (booking.private && !concernsReader(actor, concerns)) return `{${others}${rest}`;
    told.add(requesterId);
    const participants = theirs.length > 0 ? `,"participants":[${theirs.sort(inOrder).map(guestOf).join(",")}]` : "";
    // They differ where a decision has words.
    const whole = own === others || booking.private || decides || concernsReader(actor, concerns);
    return `{${whole ? own : others},"requester":${requesterId}${participants}${rest}`;
  });
  const shown = JSON.stringify({ people: people.filter(({ id }) => told.has(id)), equipment: pieces, rights });
  return `"bookings":[${written.join(",")}],${shown.slice(1, -1)}`;
}
