import { UserEntity } from "../../server/people/user.entity";
import { newRoom, at } from "../bookings/rooms";
import type { Api } from "../support/api";
import { multipart } from "../support/multipart";
import { pdf } from "../support/sample-files";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { managed, requestOfBooking } from "./asking";

/** What people say of a private booking is read by whom its words are read by: who asked, and who is asked or was (decision 170). */
const server = testServer();

const attach = (as: Api, request: number) =>
  as.send({
    method: "POST",
    url: `/approvals/request/${request}/attachment`,
    ...multipart([{ name: "file", value: pdf(), filename: "diagnosis.pdf" }]),
  });

/** The manager is asked, somebody above the manager isn't; the employee has said why, with a file, and was refused. */
async function refused(more: object) {
  const world = await server.world();
  await managed(world);
  const director = await world.person("manager");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.manager.id }, { parentId: director.id }));
  const [employee, manager] = [world.api(world.employee), world.api(world.manager)];
  const room = await newRoom(world, "Asked for", { auto_approve: false });
  const body = { title: "Therapy", bookable_type: "room", bookable_id: room, ...more };
  const booking = ok(await employee.post("/booking", { ...body, start_date: at("09:00"), end_date: at("10:00") })).body
    .data.id;
  const id = await requestOfBooking(world, booking);
  ok(await employee.post(`/approvals/request/${id}/comment`, { comment: "My therapy is there" }));
  const { file } = ok(await attach(employee, id)).body.data;
  ok(await manager.put(`/reservations/request/${id}/reject`, { reason: "No therapy in working hours" }));
  const places = [`/reservations/request/${id}`, `/approvals/request/${id}`, `/approvals/request/${id}/route`];
  /** Which places tell a reader why, and whether the file opens. */
  const told = async (as: Api) => {
    const answers = await Promise.all(places.map(async (place) => ok(await as.get(place)).body));
    return [
      ...answers.map((answer) => /therapy|diagnosis/i.test(JSON.stringify(answer))),
      (await as.get(file.url)).status === 200,
    ];
  };
  return { world, id, told, employee, manager, director: world.api(director), admin: world.api(world.admin) };
}

test("who sees a private booking's request and isn't asked reads nothing of what is said of it, and says nothing", async () => {
  const { id, told, employee, manager, director, admin } = await refused({ private: true });
  for (const as of [employee, manager]) expect(await told(as)).toEqual([true, true, true, true]);
  for (const as of [director, admin]) {
    expect(await told(as)).toEqual([false, false, false, false]);
    const { comments, attachments, can, activities } = ok(await as.get(`/approvals/request/${id}`)).body.data;
    expect([comments, attachments, can]).toEqual([[], [], { comment: false }]);
    expect(activities).toContainEqual(expect.objectContaining({ type: "request.decided" }));
    expect((await as.post(`/approvals/request/${id}/comment`, { comment: "Why?" })).status).toBe(403);
    expect((await attach(as, id)).status).toBe(403);
  }
});

test("of what isn't private all who see it read it, and have their say", async () => {
  const { id, told, director, admin } = await refused({ private: false });
  for (const as of [director, admin]) {
    expect(await told(as)).toEqual([true, true, true, true]);
    ok(await as.post(`/approvals/request/${id}/comment`, { comment: "Why?" }));
    ok(await attach(as, id));
  }
});

test("who had their say before it was made private hears no more of what is said of it", async () => {
  const world = await server.world();
  await managed(world);
  const director = await world.person("manager");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.manager.id }, { parentId: director.id }));
  const [employee, manager] = [world.api(world.employee), world.api(world.manager)];
  const room = await newRoom(world, "Made private", { auto_approve: false });
  const times = { start_date: at("09:00"), end_date: at("10:00") };
  const asked = { title: "Talk", bookable_type: "room", bookable_id: room, ...times };
  const booking = ok(await employee.post("/booking", asked)).body.data;
  const id = await requestOfBooking(world, booking.id);
  for (const as of [manager, world.api(director)])
    ok(await as.post(`/approvals/request/${id}/comment`, { comment: "What is it about?" }));
  const tell = async () => {
    const mark = server.published.length;
    ok(await employee.post(`/approvals/request/${id}/comment`, { comment: "My therapy is there" }));
    ok(await attach(employee, id));
    return world
      .events(mark)
      .filter(({ event }) => event.type === "request.commented" || event.type === "request.attached")
      .map(({ stream }) => stream);
  };
  const streams = (...people: { id: number }[]) =>
    people.flatMap(({ id: of }) => [`user:${of}`, `user:${of}`]).toSorted();
  expect((await tell()).toSorted()).toEqual(streams(world.employee, world.manager, director));
  ok(await employee.put(`/booking/${booking.id}`, { private: true }));
  expect((await tell()).toSorted()).toEqual(streams(world.employee, world.manager));
});
