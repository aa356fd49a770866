import type { Booking } from "../../shared/bookings/bookings.contract";
import { type BookingFacts, publicBooking, rightsTo } from "../../shared/bookings/bookings.rules";
import { groupBy } from "../../shared/kernel/group-by";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { concernsReader } from "../platform/viewing";
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
  /** The members of its JSON, for those whom it concerns and for everybody. */
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

const membersOf = ({ equipment, requester, participants, ...rest }: Booking): string =>
  JSON.stringify(rest).slice(1, -1);

function textOf(row: FactsRow): BookingText {
  const requester = { id: row.requester_id } as Person;
  const whole = wholeBooking({ ...row, equipment: [], requester, participants: [] });
  const own = membersOf(whole);
  const others = row.private ? membersOf(publicBooking(whole)) : own;
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

/** How those of a grid are written: each person once. */
async function wordsOf(tx: Tx, bookings: readonly BookingText[], { users, answers }: Invited) {
  const ids = new Set(users);
  for (const { requesterId } of bookings) ids.add(requesterId);
  const pieceIds = new Set(bookings.flatMap(({ pieces }) => pieces));
  const [read, named] = await Promise.all([
    tx.rows<Person>(peopleOfGrid, [[...ids]]),
    pieceIds.size > 0 ? tx.rows<{ id: number; name: string }>(piecesOfGrid, [[...pieceIds]]) : [],
  ]);
  // In the order of their names, as those of a booking are.
  const places = new Map(read.map(({ id }, place) => [id, place]));
  const people = new Map(read.map((person) => [person.id, JSON.stringify(person)]));
  const person = (id: number) => people.get(id) as string;
  const placeOf = (n: number) => places.get(users[n] as number) as number;
  const invited = (n: number) => `${person(users[n] as number).slice(0, -1)},"answer":${JSON.stringify(answers[n])}}`;
  return {
    requester: person,
    participants: (of: number[]) =>
      `[${of
        .sort((a, b) => placeOf(a) - placeOf(b))
        .map(invited)
        .join(",")}]`,
    pieces: (of: readonly number[]) =>
      of.length === 0 ? "[]" : JSON.stringify(named.filter(({ id }) => of.includes(id))),
  };
}

const nobody: number[] = [];

/** JSON of the bookings of a time as this reader may see them, with what they may do: what differs per reader is put in. */
export async function bookingsAsJson(
  tx: Tx,
  actor: Pick<Actor, "id" | "permissions" | "viewing">,
  values: unknown[],
  now: number,
): Promise<string> {
  const [[versions], [guests]] = await Promise.all([
    tx.rows<{ ids: number[]; xmins: number[] }>(versionsBetween, values),
    tx.rows<Invited>(invitedBetween, values),
  ]);
  const { ids, xmins } = versions as { ids: number[]; xmins: number[] };
  const invited = guests as Invited;
  const bookings = await textsOf(tx, ids, xmins);
  const byBooking = groupBy([...invited.bookings.keys()], (n) => invited.bookings[n] as number);
  const words = await wordsOf(tx, bookings, invited);
  const written = bookings.map((booking) => {
    const theirs = byBooking.get(booking.id) ?? nobody;
    const isInvited = (id: number) => theirs.some((n) => invited.users[n] === id);
    const concerns = (id: number) => id === booking.requesterId || isInvited(id);
    const { facts, own, others, requesterId } = booking;
    const can = rightsTo({ ...facts, requester: { id: requesterId }, isInvited }, actor, now);
    const more = `"equipment":${words.pieces(booking.pieces)},"can":${JSON.stringify(can)}`;
    if (booking.private && !concernsReader(actor, concerns))
      return `{${others},"requester":null,"participants":[],${more}}`;
    return `{${own},"requester":${words.requester(requesterId)},"participants":${words.participants(theirs)},${more}}`;
  });
  return `[${written.join(",")}]`;
}
