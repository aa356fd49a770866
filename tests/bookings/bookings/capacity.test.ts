import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { newRoom, wednesdayAt } from "./rooms";

const server = testServer();

let world: World;
let small: number;
let large: number;
beforeEach(async () => {
  world = await server.world();
  small = await newRoom(world, "Zab", { capacity: 2 });
  large = await newRoom(world, "Tigris", { capacity: 6 });
});

const enforce = () =>
  world.tx((tx) => tx.manager.query("UPDATE tenant SET enforce_room_capacity = true WHERE id = current_tenant()"));
const book = (overrides: object = {}) =>
  world.api(world.employee).post("/booking", {
    title: "Jour fixe",
    bookable_type: "room",
    bookable_id: small,
    start_date: wednesdayAt("09:00"),
    end_date: wednesdayAt("10:00"),
    ...overrides,
  });
const three = () => ({ participants: [world.hr.id, world.finance.id] });
const change = (id: number, changes: object) => world.api(world.employee).put(`/booking/${id}`, changes);
const refused = ({ status, body }: { status: number; body: { errors?: { participants?: string[] } } }) => [
  status,
  body.errors?.participants,
];
const tooSmall = [422, ["3 people, but the room has 2 seats"]];

test("with the setting, more participants and guests than seats are refused", async () => {
  await enforce();
  expect(refused(await book(three()))).toEqual(tooSmall);
  expect(refused(await book({ participants: [world.hr.id], guests: ["guest@example.test"] }))).toEqual(tooSmall);
  requireOk(await book({ participants: [world.hr.id] }));
});

test("with the setting, a series with one date in a too small room is refused", async () => {
  await enforce();
  const weekly = { ...three(), bookable_id: large, repeat: "weekly", repeat_count: 2 };
  const second = wednesdayAt("09:00", 4).slice(0, 10);
  expect(refused(await book({ ...weekly, dates: [{ date: second, bookable_id: small }] }))).toEqual(tooSmall);
  requireOk(await book(weekly));
});

test("with the setting, neither a move to a small room nor more people are accepted", async () => {
  await enforce();
  const { data } = requireOk(await book({ ...three(), bookable_id: large })).body;
  expect(refused(await change(data.id, { bookable_id: small }))).toEqual(tooSmall);
  const alone = requireOk(await book()).body.data;
  expect(refused(await change(alone.id, three()))).toEqual(tooSmall);
  requireOk(await change(alone.id, { participants: [world.hr.id] }));
});

test("without the setting, the booking and later changes of it are accepted", async () => {
  const { data } = requireOk(await book(three())).body;
  await enforce();
  requireOk(await change(data.id, { title: "Retrospective", start_date: wednesdayAt("11:00") }));
});

test("two concurrent changes don't fill the room beyond its seats", async () => {
  await enforce();
  const { data } = requireOk(await book()).body;
  const replies = await Promise.all([
    change(data.id, { participants: [world.hr.id] }),
    change(data.id, { guests: ["guest@example.test"] }),
  ]);
  expect(replies.map(({ status }) => String(status)).sort()).toEqual(["200", "422"]);
});

test("the organization's setting is saved and kept when it is omitted", async () => {
  const api = world.api(world.admin);
  const { name, time_zone, enforce_room_capacity } = requireOk(await api.get("/tenant")).body.data;
  expect(enforce_room_capacity).toBe(false);
  const saved = requireOk(await api.put("/tenant", { name, time_zone, enforce_room_capacity: true })).body.data;
  expect(saved.enforce_room_capacity).toBe(true);
  expect(requireOk(await api.put("/tenant", { name, time_zone })).body.data.enforce_room_capacity).toBe(true);
});
