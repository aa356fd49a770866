import { UserEntity } from "../../../../server/people/people/user.entity";
import { newRoom, wednesdayAt } from "../rooms";
import type { Api } from "../../../support/api";
import { multipart } from "../../../support/multipart";
import { pdf } from "../../../support/sample-files";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { assignManager, requestOfBooking } from "../fixtures";

/** Comments on a private booking are visible only to its requester and its current and former approvers. */
const server = testServer();

const attach = (as: Api, request: number) =>
  as.send({
    method: "POST",
    url: `/approvals/request/${request}/attachment`,
    ...multipart([{ name: "file", value: pdf(), filename: "diagnosis.pdf" }]),
  });

/** Creates a rejected request with a comment and a file; the manager is the approver, the director above isn't. */
async function refused(overrides: object) {
  const world = await server.world();
  await assignManager(world);
  const director = await world.person("manager");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.manager.id }, { managerId: director.id }));
  const [employee, manager] = [world.api(world.employee), world.api(world.manager)];
  const room = await newRoom(world, "Asked for", { auto_approve: false });
  const body = { title: "Therapy", bookable_type: "room", bookable_id: room, ...overrides };
  const booking = requireOk(
    await employee.post("/booking", { ...body, start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") }),
  ).body.data.id;
  const id = await requestOfBooking(world, booking);
  requireOk(await employee.post(`/approvals/request/${id}/comment`, { comment: "My therapy is there" }));
  const { file } = requireOk(await attach(employee, id)).body.data;
  requireOk(await manager.put(`/reservations/request/${id}/reject`, { reason: "No therapy in working hours" }));
  const places = [`/reservations/request/${id}`, `/approvals/request/${id}`, `/approvals/request/${id}/route`];
  const canAccessComments = async (as: Api) => {
    const answers = await Promise.all(places.map(async (place) => requireOk(await as.get(place)).body));
    return [
      ...answers.map((answer) => /therapy|diagnosis/i.test(JSON.stringify(answer))),
      (await as.get(file.url)).status === 200,
    ];
  };
  return {
    world,
    id,
    canAccessComments,
    employee,
    manager,
    director: world.api(director),
    admin: world.api(world.admin),
  };
}

test("only requester and approvers can read and write a private request's comments", async () => {
  const { id, canAccessComments, employee, manager, director, admin } = await refused({ private: true });
  for (const as of [employee, manager]) expect(await canAccessComments(as)).toEqual([true, true, true, true]);
  for (const as of [director, admin]) {
    expect(await canAccessComments(as)).toEqual([false, false, false, false]);
    const { comments, attachments, can, activities } = requireOk(await as.get(`/approvals/request/${id}`)).body.data;
    expect([comments, attachments, can]).toEqual([[], [], { comment: false }]);
    expect(activities).toContainEqual(expect.objectContaining({ type: "request.decided" }));
    expect((await as.post(`/approvals/request/${id}/comment`, { comment: "Why?" })).status).toBe(403);
    expect((await attach(as, id)).status).toBe(403);
  }
});

test("all readers of a non-private request can read and write comments", async () => {
  const { id, canAccessComments, director, admin } = await refused({ private: false });
  for (const as of [director, admin]) {
    expect(await canAccessComments(as)).toEqual([true, true, true, true]);
    requireOk(await as.post(`/approvals/request/${id}/comment`, { comment: "Why?" }));
    requireOk(await attach(as, id));
  }
});

test("earlier commenters get no events after a booking becomes private", async () => {
  const world = await server.world();
  await assignManager(world);
  const director = await world.person("manager");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.manager.id }, { managerId: director.id }));
  const [employee, manager] = [world.api(world.employee), world.api(world.manager)];
  const room = await newRoom(world, "Made private", { auto_approve: false });
  const times = { start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") };
  const input = { title: "Talk", bookable_type: "room", bookable_id: room, ...times };
  const booking = requireOk(await employee.post("/booking", input)).body.data;
  const id = await requestOfBooking(world, booking.id);
  for (const as of [manager, world.api(director)])
    requireOk(await as.post(`/approvals/request/${id}/comment`, { comment: "What is it about?" }));
  const tell = async () => {
    const mark = server.published.length;
    requireOk(await employee.post(`/approvals/request/${id}/comment`, { comment: "My therapy is there" }));
    requireOk(await attach(employee, id));
    return world
      .events(mark)
      .filter(({ event }) => event.type === "request.commented" || event.type === "request.attached")
      .map(({ stream }) => stream);
  };
  const streams = (...people: { id: number }[]) =>
    people.flatMap(({ id: of }) => [`user:${of}`, `user:${of}`]).toSorted();
  expect((await tell()).toSorted()).toEqual(streams(world.employee, world.manager, director));
  requireOk(await employee.put(`/booking/${booking.id}`, { private: true }));
  expect((await tell()).toSorted()).toEqual(streams(world.employee, world.manager));
});
