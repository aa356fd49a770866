import { permissions } from "../../../shared/access";
import type { VisibleUser } from "../people/read-person.service";
import type { Actor } from "../../platform/session";
import { presentChange } from "./employment.present";
import type { ChangeRow } from "./employment.sql";

/** The database already restricts amounts; these tests cover the second check in the presenter. */
const person = { id: 5, below: true, location: "Erbil", position_title: "Engineer" } as unknown as VisibleUser;
const reader = (id: number, granted: readonly string[] = [], overrides: Partial<Actor> = {}) =>
  ({ id, permissions: new Set(granted), external: false, ...overrides }) as unknown as Actor;
const field = (name: string) => ({
  field: name,
  before: "was",
  after: "will",
  after_id: null,
  salary: null,
  currency: null,
});
const row = (overrides: Partial<ChangeRow> = {}) =>
  ({
    id: 1,
    user_id: 5,
    type: "promotion",
    effective_on: "2027-01-01",
    status: "planned",
    reason: "Good work",
    requested_by: { id: 2, fullname: "HR", image: null },
    fields: [field("location"), field("parent"), field("salary")],
    ...overrides,
  }) as unknown as ChangeRow;
const names = (actor: Actor, of = person) => presentChange(actor, of, row()).fields.map((one) => one.field);

test("managers don't see amounts; unrelated users don't see plans or reasons", () => {
  expect(names(reader(5))).toEqual(["location", "parent", "salary"]);
  expect(names(reader(2, permissions))).toEqual(["location", "parent", "salary"]);
  expect(names(reader(3))).toEqual(["location", "parent"]);
  const stranger = { ...person, below: false };
  const presentedChange = presentChange(reader(3), stranger, row());
  expect([presentedChange.reason, presentedChange.requested_by]).toEqual([null, null]);
  expect(presentedChange.fields.map((one) => one.field)).not.toContain("salary");
});

test("planned changes show current values, settled changes show recorded values", () => {
  const before = (overrides: Partial<ChangeRow>) =>
    presentChange(reader(2, permissions), person, row(overrides)).fields.map((one) => one.before);
  expect(before({})).toEqual(["Erbil", null, "was"]);
  for (const status of ["applied", "withdrawn", "failed"] as const)
    expect(before({ status })).toEqual(["was", "was", "was"]);
});

test("withdrawing is offered only for open changes and not to external users", () => {
  const may = (actor: Actor, status: ChangeRow["status"]) => presentChange(actor, person, row({ status })).can.withdraw;
  const hr = reader(2, ["user-edit"]);
  expect((["planned", "failed", "applied", "withdrawn"] as const).map((status) => may(hr, status))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([may(reader(3), "planned"), may(reader(2, ["user-edit"], { external: true }), "planned")]).toEqual([
    false,
    false,
  ]);
});
