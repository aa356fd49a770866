import { sweepLooseFiles } from "../../server/files/loose-files.service";
import { UserEntity } from "../../server/people/user.entity";
import { office, week } from "../leave/office";
import { toldSince, worked } from "../notifications/worker";
import { multipart } from "../support/multipart";
import { pdf } from "../support/sample-files";
import { testServer } from "../support/server";
import type { Api } from "../support/api";
import { expectNothingLeft } from "../attachments/attachments";
import { ok } from "../tasks/board";

const server = testServer();

const attach = (as: Api, request: number, bytes: Buffer = pdf(), name = "plan.pdf") =>
  as.send({
    method: "POST",
    url: `/approvals/request/${request}/attachment`,
    ...multipart([{ name: "file", value: bytes, filename: name }]),
  });

async function scene() {
  const made = await office(await server.world());
  const request = ok(await made.ask(week(1))).body.data.id as number;
  return { ...made, request, stranger: made.world.api(made.world.finance) };
}

describe("what must not work", () => {
  test("reading, saying and attaching: signed out, for strangers, for others' tenants, to nothing", async () => {
    const { world, request, stranger } = await scene();
    const other = await server.world();
    for (const [as, status] of [
      [world.api(), 401],
      [stranger, 404],
      [world.api(world.external), 404],
      [other.api(other.admin), 404],
    ] as const) {
      expect((await as.get(`/approvals/request/${request}`)).status).toBe(status);
      expect((await as.post(`/approvals/request/${request}/comment`, { comment: "Hm" })).status).toBe(status);
      expect((await attach(as, request)).status).toBe(status);
    }
    expect((await stranger.get("/approvals/request/9007199254740991")).status).toBe(404);
  });

  test("empty words, no file, a file of another kind; taking back what others said", async () => {
    const { employee, manager, request } = await scene();
    expect((await employee.post(`/approvals/request/${request}/comment`, { comment: " " })).status).toBe(422);
    expect((await attach(employee, request, Buffer.from("GIF89a"), "a.pdf")).body.errors.file).toHaveLength(1);
    const said = ok(await employee.post(`/approvals/request/${request}/comment`, { comment: "Please" })).body.data;
    const laid = ok(await attach(employee, request)).body.data;
    expect((await manager.delete(`/approvals/comment/${said.id}`)).status).toBe(403);
    expect((await manager.delete(`/approvals/attachment/${laid.id}`)).status).toBe(403);
    for (const what of ["comment", "attachment"])
      expect((await employee.delete(`/approvals/${what}/9007199254740991`)).body.code).toBe("notFound");
  });

  test("without leave in the plan there is nothing to talk about", async () => {
    const { world, employee, request } = await scene();
    await world.change({ plan: "free" });
    expect((await employee.get(`/approvals/request/${request}`)).body.code).toBe("feature_not_in_plan");
  });
});

test("what is said and laid with it reaches requester and approver live, and stays in its history", async () => {
  const { world, employee, manager, people, request } = await scene();
  const mark = server.published.length;
  const said = ok(await employee.post(`/approvals/request/${request}/comment`, { comment: "Hana covers." })).body.data;
  const laid = ok(await attach(manager, request)).body.data;
  expect(said).toMatchObject({ comment: "Hana covers.", author: { id: people.employee.id }, can: { delete: true } });
  const heard = (type: string) =>
    world
      .events(mark)
      .filter(({ event }) => event.type === type)
      .map(({ stream }) => stream)
      .sort();
  const both = [`user:${people.employee.id}`, `user:${people.manager.id}`].sort();
  expect([heard("request.commented"), heard("request.attached")]).toEqual([both, both]);

  const talk = ok(await manager.get(`/approvals/request/${request}`)).body.data;
  expect(talk.comments).toMatchObject([{ comment: "Hana covers.", can: { delete: false } }]);
  expect(talk.attachments).toMatchObject([{ id: laid.id, file: { name: "plan.pdf", type: "application/pdf" } }]);
  expect(talk.activities.map(({ type }: { type: string }) => type)).toEqual([
    "request.attached",
    "request.commented",
    "request.sent",
  ]);
  expect(JSON.stringify(talk.activities)).not.toContain("Hana covers.");

  ok(await employee.delete(`/approvals/comment/${said.id}`));
  ok(await manager.delete(`/approvals/attachment/${laid.id}`));
  const after = ok(await employee.get(`/approvals/request/${request}`)).body.data;
  expect([after.comments, after.attachments]).toEqual([[], []]);
});

describe("hears nothing more, and reads nothing", () => {
  /** Who hears of what the employee says now. */
  const heard = async ({ world, employee, request }: Awaited<ReturnType<typeof scene>>, comment: string) => {
    const mark = server.published.length;
    await worked(server, world, async () =>
      ok(await employee.post(`/approvals/request/${request}/comment`, { comment })),
    );
    const events = world.events(mark).filter(({ event }) => event.type === "request.commented");
    return [events.map(({ stream }) => stream).sort(), toldSince(world, mark).map(({ user }) => user)];
  };

  test("whoever has said something once and doesn't see the request by now", async () => {
    const made = await scene();
    const { world, people, request, hr } = made;
    ok(await hr.post(`/approvals/request/${request}/comment`, { comment: "Which dates?" }));
    const ids = [people.employee.id, people.manager.id, people.hr.id];
    expect((await heard(made, "From Monday"))[0]).toEqual(ids.map((id) => `user:${id}`).sort());
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.hr.id }, { roleId: world.roles.employee }));
    expect((await hr.get(`/approvals/request/${request}`)).status).toBe(404);
    const [streams, told] = await heard(made, "It is an operation");
    expect(streams).toEqual([`user:${people.employee.id}`, `user:${people.manager.id}`].sort());
    expect(told).toEqual([people.manager.id]);
  });

  test("whoever has decided and is from outside by now", async () => {
    const made = await scene();
    const { world, employee, manager, people, request } = made;
    ok(await manager.put(`/leave/leave-request/${request}/approve`, {}));
    const decided = async () => ok(await manager.get("/approvals/decided")).body.data.length;
    expect(await decided()).toBe(1);
    await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { external: true }));
    expect(await decided()).toBe(0);
    const [streams] = await heard(made, "It is an operation");
    expect(streams).not.toContain(`user:${people.manager.id}`);
    const mark = server.published.length;
    ok(await employee.put(`/leave/leave-request/${request}/cancel`, {}));
    expect(world.events(mark).map(({ stream }) => stream)).not.toContain(`user:${people.manager.id}`);
  });
});

test("a file is served to those who see its request, and goes with it", async () => {
  const { world, employee, manager, stranger, request } = await scene();
  const { file, id } = ok(await attach(employee, request)).body.data;
  expect((await manager.get(file.url)).status).toBe(200);
  expect((await stranger.get(file.url)).status).toBe(404);
  expect((await world.api(world.hr).get(file.url)).status).toBe(200);
  ok(await employee.delete(`/approvals/attachment/${id}`));
  expect((await employee.get(file.url)).status).toBe(404);
  await sweepLooseFiles((work) => world.tx(work), server.platform.files);
  await expectNothingLeft(server, world);
});
