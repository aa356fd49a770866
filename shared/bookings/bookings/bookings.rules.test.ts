import type { Permission } from "../../kernel/access";
import { type BookingFacts, bookingRights, seatsNeeded } from "./bookings.rules";

const minute = 60_000;
const start = Date.parse("2027-03-03T09:00:00Z");
const end = start + 60 * minute;

interface Case {
  status?: BookingFacts["status"];
  type?: BookingFacts["bookable_type"];
  checkedIn?: boolean;
  own?: boolean;
  invited?: boolean;
  may?: Permission[];
  now?: number;
  isApprover?: boolean;
}
const create: Permission[] = ["reservation-create"];
const approve: Permission[] = ["reservation-approve"];
function can({
  status = "approved",
  type = "room",
  checkedIn = false,
  own = true,
  invited = false,
  may = create,
  now = start,
  isApprover = true,
}: Case) {
  const facts: BookingFacts = {
    status,
    bookable_type: type,
    checked_in_at: checkedIn ? "2027-03-03T09:01:00Z" : null,
    from: start,
    until: end,
    requesterId: own ? 1 : 2,
    participants: invited ? [{ id: 1 }] : [],
  };
  const rights = bookingRights(facts, { id: 1, permissions: new Set(may) }, now, isApprover);
  return Object.entries(rights)
    .filter(([, held]) => held)
    .map(([right]) => right)
    .join(" ");
}

const before = start - 15 * minute;
test.each<[rights: string, cases: Case[]]>([
  ["edit cancel check_in", [{}, { now: before }, { now: end - 1 }, { invited: true }]],
  ["edit cancel", [{ now: before - 1 }, { status: "pending" }, { type: "car" }, { checkedIn: true }]],
  ["", [{ now: end }, { now: end + minute }, { status: "cancelled" }, { status: "rejected" }, { status: "expired" }]],
  ["", [{ may: [] }, { own: false }, { own: false, may: [] }, { status: "pending", own: false }]],
  [
    "check_in answer",
    [
      { own: false, invited: true },
      { own: false, invited: true, may: [] },
      { own: false, invited: true, now: before },
    ],
  ],
  [
    "answer",
    [
      { own: false, invited: true, now: before - 1 },
      { own: false, invited: true, status: "pending" },
      { own: false, invited: true, type: "car" },
    ],
  ],
  [
    "",
    [
      { own: false, invited: true, now: end },
      { own: false, invited: true, status: "cancelled" },
    ],
  ],
  ["check_in", [{ own: false, may: approve }, { may: approve }]],
  ["", [{ own: false, may: approve, status: "pending", isApprover: false }]],
  [
    "approve reject",
    [
      { own: false, may: approve, status: "pending" },
      { own: false, may: approve, status: "pending", now: end - 1 },
    ],
  ],
  [
    "",
    [
      { own: false, may: approve, status: "pending", now: end },
      { own: false, may: approve, checkedIn: true },
      { own: false, may: approve, type: "car" },
    ],
  ],
  ["edit cancel check_in", [{ own: false, may: [...approve, ...create] }]],
  ["edit cancel approve reject", [{ own: false, may: [...approve, ...create], status: "pending" }]],
])("returns the expected permissions for %j", (rights, cases) => {
  expect(cases.map((each) => [each, can(each)])).toEqual(cases.map((each) => [each, rights]));
});

test("seatsNeeded counts the requester, participants and external guests", () => {
  expect(seatsNeeded({ participants: [] })).toBe(1);
  expect(seatsNeeded({ participants: ["3", "4"], guests: ["a@b.test"] })).toBe(4);
});
