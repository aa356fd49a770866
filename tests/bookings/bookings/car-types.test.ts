import { sql } from "../../../server/platform/database/unit-of-work";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { wednesdayAt, newRoom } from "./rooms";

const server = testServer();
let world: World;
beforeEach(async () => {
  world = await server.world();
});

const times = { start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") };
const van = { title: "Trip", bookable_type: "car", car_type: "van", ...times };
const employee = () => world.api(world.employee);
const selectCarTypes = sql("test.carTypes", "SELECT car_type FROM booking WHERE tenant_id = current_tenant()");
const types = async () =>
  (await world.tx((tx) => tx.rows<{ car_type: string }>(selectCarTypes))).map(({ car_type }) => car_type);

test("a car type without cars is refused on preview and save", async () => {
  const room = await newRoom(world, "Board room");
  const withRoom = { ...van, bookable_type: "room", bookable_id: room, car_type: undefined };
  const errorsOf = async (url: string, body: object) => {
    const answer = await employee().post(url, body);
    return [answer.status, Object.keys(answer.body.errors ?? {})];
  };
  for (const car_type of ["rocket", "VAN", "bus"]) {
    expect(await errorsOf("/booking", { ...van, car_type })).toEqual([422, ["car_type"]]);
    expect(await errorsOf("/booking", { ...van, car_type, repeat: "weekly", repeat_count: 2 })).toEqual([
      422,
      ["car_type"],
    ]);
    const basket = [{ bookable_type: "car", car_type }];
    expect(await errorsOf("/booking", { ...withRoom, basket })).toEqual([422, ["basket.0.car_type"]]);
    expect(await errorsOf("/booking/preview", { ...van, car_type })).toEqual([422, ["car_type"]]);
  }
  expect(await errorsOf("/booking", { ...van, car_type: "" })).toEqual([422, ["car_type"]]);
  expect(await types()).toEqual([]);
});

test("a booking can keep an unavailable car type but can't change to one", async () => {
  const { id } = requireOk(await employee().post("/booking", van)).body.data;
  const change = async (body: object) => {
    const answer = await employee().put(`/booking/${id}`, body);
    return [answer.status, answer.body.errors && Object.keys(answer.body.errors)];
  };
  expect(await change({ car_type: "rocket" })).toEqual([422, ["car_type"]]);
  expect(await change({ car_type: "" })).toEqual([422, ["car_type"]]);
  expect(await change({ car_type: "minibus" })).toEqual([200, undefined]);
  await world.tx((tx) => tx.manager.query("UPDATE booking SET car_type = 'coach' WHERE id = $1", [id]));
  expect(await change({ car_type: "coach", note: "As before" })).toEqual([200, undefined]);
  expect(await types()).toEqual(["coach"]);
});
