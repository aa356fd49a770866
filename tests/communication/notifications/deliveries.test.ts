import { sendDueDeliveries } from "../../../workers/communication/notifications/deliveries";
import { createDigests } from "../../../workers/communication/notifications/digests";
import { LeaveTypeEntity } from "../../../server/requests/leave/types/leave.entity";
import { leaveTypeOf } from "../../requests/leave/leave.records";
import { newProject, newTask, requireOk } from "../../work/projects/projects";
import type { Mail } from "../../../server/platform/mail/mail";
import { testServer } from "../../support/server";
import { waitUntil } from "../../support/wait-until";
import type { Person, World } from "../../support/world";
import { deliveryConfig, deliveryFixture } from "./delivery-fixture";
import { runWorkerAfter } from "./worker";

const server = testServer(deliveryConfig);
const stand = deliveryFixture(() => server);

const mention = (person: Person) => `<span data-mention="${person.id}">@${person.fullname}</span>`;

async function newScene(fields: { language?: string } = {}) {
  const world = await server.world();
  const project = await newProject(world, { members: [{ user_id: world.employee.id }] });
  const task = await newTask(world, project.id, { title: "Order <tea>" }, world.manager);
  if (fields.language) {
    await world.tx((tx) =>
      tx.rows({ name: "", text: "UPDATE app_user SET language = $2 WHERE id = $1" }, [
        world.employee.id,
        fields.language,
      ]),
    );
  }
  const say = (text: string, who: Person = world.manager) =>
    runWorkerAfter(server, world, async () =>
      requireOk(await world.api(who).post("/comments", { task_id: task.id, comment: text })),
    );
  return { world, project, task, say, api: world.api(world.employee), reader: world.employee };
}

const settings = (world: World, who: Person, body: unknown) => world.api(who).put("/notification/settings", body);

describe("mail", () => {
  test("a burst sends one mail with text, HTML, links, thread and unsubscribe", async () => {
    const { world, task, say, reader } = await newScene();
    for (const word of ["One", "Two", "Three"]) await say(`<p>${mention(reader)} ${word}</p>`);
    expect(await stand.sendAll(world)).toEqual(["sent"]);
    const [mail, ...otherMails] = stand.mailsTo(reader.email);
    expect(otherMails).toEqual([]);
    expect(mail?.headers.subject).toBe(`Mia Manager mentioned you on ${task.key} Order <tea>: @Emil Employee Three`);
    for (const word of ["One", "Two", "Three"]) {
      expect(mail?.text).toContain(word);
      expect(mail?.html).toContain(word);
    }
    expect(mail?.html).toContain("Order &#60;tea&#62;");
    expect(mail?.text).toContain(`https://${world.host}/project/tasks-details/${task.id}?comment=`);
    expect(mail?.headers.references).toContain(`<task-${task.id}.`);
    expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    expect(mail?.headers["auto-submitted"]).toBe("auto-generated");
  });

  test("a later mail contains only the new events", async () => {
    const { world, say, reader } = await newScene();
    await say(`<p>${mention(reader)} Early</p>`);
    await stand.sendAll(world);
    await say(`<p>${mention(reader)} Late</p>`);
    await stand.sendAll(world);
    const [first, second] = stand.mailsTo(reader.email);
    expect(second?.text).toContain("Late");
    expect(second?.text).not.toContain("Early");
    expect(first?.headers["message-id"]).not.toBe(second?.headers["message-id"]);
  });

  test("a mail is in the recipient's language and direction", async () => {
    const { world, say, reader } = await newScene({ language: "ar" });
    await say(mention(reader));
    await stand.sendAll(world);
    const [mail] = stand.mailsTo(reader.email);
    expect(mail?.headers.subject).toMatch(/^ذكرك Mia Manager/);
    expect(mail?.html).toContain('dir="rtl"');
    expect(mail?.text).toContain("إعدادات الإشعارات");
  });

  test("no mail is sent for notifications that are read, inaccessible or disabled", async () => {
    const { world, project, say, api, reader } = await newScene();
    await say(mention(reader));
    requireOk(await api.patch("/notification/mark-as-read", {}));
    expect(await stand.sendAll(world)).toEqual(["read"]);
    await say(mention(reader));
    requireOk(await settings(world, reader, { topics: { mentions: { email: "off" } } }));
    expect(await stand.sendAll(world)).toEqual(["off"]);
    requireOk(await settings(world, reader, { topics: { mentions: { email: "now" } } }));
    requireOk(await api.patch("/notification/mark-as-read", {}));
    await say(mention(reader));
    const members = [{ user_id: world.manager.id, role: "owner" }];
    requireOk(await world.api(world.manager).put(`/project/${project.id}/members`, { members }));
    expect(await stand.sendAll(world)).toEqual(["hidden"]);
    expect(stand.mailsTo(reader.email)).toEqual([]);
  });

  test("mails to users who became external contain only their own data", async () => {
    const { world, say, reader } = await newScene();
    const kind = { ...leaveTypeOf("Special"), daysFemale: 0, daysMale: 0, negativeAllowed: true };
    const type = await world.tx((tx) => tx.repo(LeaveTypeEntity).insert(kind));
    const asks = async (by: Person, start_date: string) => {
      const body = { leave_type_id: type.id, start_date, end_date: start_date, reason: "Operation" };
      await runWorkerAfter(server, world, async () =>
        requireOk(await world.api(by).post("/leave/leave-request", body)),
      );
    };
    const parent = "UPDATE app_user SET parent_id = $2 WHERE id = $1";
    await world.tx((tx) => tx.rows({ name: "", text: parent }, [world.finance.id, world.manager.id]));
    const year = new Date().getUTCFullYear() + 1;
    await asks(world.finance, `${year}-03-03`);
    requireOk(await settings(world, world.manager, { topics: { decide: { email: "daily" } } }));
    await asks(world.finance, `${year}-03-10`);
    const outside = "UPDATE app_user SET external = true WHERE id = ANY($1)";
    await world.tx((tx) => tx.rows({ name: "", text: outside }, [[world.manager.id, reader.id]]));
    await say(mention(reader));
    await createDigests(server.platform.unitOfWork, world.tenantId, new Date(Date.now() + 2 * 86_400_000));
    expect((await stand.sendAll(world)).sort()).toEqual(["hidden", "read", "sent"]);
    expect(stand.mailsTo(world.manager.email)).toEqual([]);
    expect(stand.mailsTo(reader.email)).toHaveLength(1);
  });

  test("an external user of two projects gets one mail with the tasks they may see", async () => {
    const { world, project } = await newScene();
    const { external } = world;
    const members = [{ user_id: external.id, role: "member" }];
    const others = [await newProject(world, { members }), await newProject(world, { members })];
    requireOk(
      await world
        .api(world.manager)
        .put(`/project/${project.id}/members`, { members: [{ user_id: world.manager.id, role: "owner" }, ...members] }),
    );
    const assign = (projectId: number, title: string) =>
      runWorkerAfter(server, world, () => newTask(world, projectId, { title, users: [external.id] }, world.manager));
    await assign(project.id, "Order tea");
    await assign(others[0]?.id as number, "Order cups");
    await assign(others[1]?.id as number, "Order spoons");
    const owner = [{ user_id: world.manager.id, role: "owner" }];
    requireOk(await world.api(world.manager).put(`/project/${others[1]?.id}/members`, { members: owner }));
    await stand.sendAll(world);
    const mails = stand.mailsTo(external.email).filter(({ headers }) => headers.subject?.includes("tasks"));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("Order tea");
    expect(mails[0]?.text).toContain("Order cups");
    expect(mails[0]?.text).not.toContain("Order spoons");
  });

  test("mail is retried after a temporary failure, but not after a rejected address", async () => {
    const { world, say, reader } = await newScene();
    await say(mention(reader));
    stand.smtp.refuse("450 later");
    expect(await stand.sendAll(world)).toEqual(["later"]);
    stand.smtp.refuse(null);
    expect(await stand.sendAll(world)).toEqual(["sent"]);
    await say(`${mention(reader)} again`);
    stand.smtp.refuse("550 nobody");
    expect(await stand.sendAll(world)).toEqual(["refused"]);
    stand.smtp.refuse(null);
    expect(stand.mailsTo(reader.email)).toHaveLength(1);
  });

  test("the unsubscribe link works without sign-in; a forged link is refused", async () => {
    const { world, say, reader, api } = await newScene();
    await say(mention(reader));
    await stand.sendAll(world);
    const link = /<([^>]+)>/.exec(stand.mailsTo(reader.email)[0]?.headers["list-unsubscribe"] ?? "")?.[1] ?? "";
    const path = link.slice(`https://${world.host}`.length);
    const anonymous = world.api();
    expect((await anonymous.get(`${path}x`)).body.code).toBe("notification.linkInvalid");
    expect((await anonymous.post(path.replace("mentions", "assigned"))).body.code).toBe("notification.linkInvalid");
    const elsewhere = await server.world();
    expect((await elsewhere.api().post(path)).body.code).toBe("notification.linkInvalid");
    expect(requireOk(await anonymous.get(path)).body.data).toEqual({ what: "mentions", email: reader.email });
    const form = { "content-type": "application/x-www-form-urlencoded" };
    requireOk(await anonymous.post(path, "List-Unsubscribe=One-Click", { headers: form }));
    requireOk(await anonymous.post(path));
    const { topics } = requireOk(await api.get("/notification/settings")).body.data;
    const email = (topic: string) => topics.find((each: { topic: string }) => each.topic === topic).email;
    expect([email("mentions"), email("assigned")]).toEqual(["off", "now"]);
  });
});

describe("push", () => {
  async function subscribed() {
    const scene = await newScene();
    const name = `b${scene.reader.id}`;
    requireOk(await scene.api.post("/notification/push-subscription", stand.pushes.browser(name)));
    const got = () => stand.pushes.received.filter(({ browser }) => browser === name);
    return { ...scene, name, got };
  }

  test("a burst sends one push, which is signed and encrypted for the browser", async () => {
    const { world, task, say, reader, got } = await subscribed();
    await say(`<p>${mention(reader)} One</p>`);
    await say(`<p>${mention(reader)} Two</p>`);
    expect((await stand.sendAll(world)).sort()).toEqual(["sent", "sent"]);
    expect(got().map(({ payload }) => payload)).toEqual([
      {
        title: expect.stringMatching(/^(?!WR-)/), // the text names the task
        body: `Mia Manager mentioned you on ${task.key} Order <tea>: @Emil Employee Two`,
        path: expect.stringMatching(/^\/project\/tasks-details\/\d+\?comment=\d+$/),
        tag: expect.stringMatching(/^notification-\d+$/),
        notification_id: expect.any(Number),
        lang: "en",
        dir: "ltr",
      },
    ]);
    expect(stand.pushes.faults).toEqual([]);
  });

  test("an expired push subscription is deleted; a push that gets 503 is retried", async () => {
    const { world, say, reader, name, got, api } = await subscribed();
    requireOk(await settings(world, reader, { topics: { mentions: { email: "off" } } }));
    stand.pushes.answer(name, 503);
    await say(mention(reader));
    expect(await stand.sendAll(world)).toEqual(["later"]);
    stand.pushes.answer(name, 201);
    expect(await stand.sendAll(world)).toEqual(["sent"]);
    expect(got()).toHaveLength(1);
    stand.pushes.answer(name, 410);
    await say(`${mention(reader)} more`);
    expect(await stand.sendAll(world)).toEqual([]);
    expect(requireOk(await api.get("/notification/settings")).body.data.push.endpoints).toEqual([]);
  });
});

describe("quiet hours and digests", () => {
  const allDays = { on: true, days: [0, 1, 2, 3, 4, 5, 6] };

  test("quiet hours delay mails and pushes until they end, except of mentions", async () => {
    const { world, say, reader, task } = await newScene();
    requireOk(
      await settings(world, reader, { topics: { comments: { email: "now" } }, quiet: { ...allDays, mentions: true } }),
    );
    await runWorkerAfter(server, world, async () =>
      requireOk(await world.api(world.manager).patch(`/task/${task.id}`, { users: [reader.id] })),
    );
    await say(mention(reader));
    expect((await stand.sendAll(world)).sort()).toEqual(["quiet", "sent"]);
    expect(stand.mailsTo(reader.email)).toHaveLength(1);
    expect(await stand.sendAll(world)).toEqual(["quiet"]);
    requireOk(await settings(world, reader, { quiet: { on: false } }));
    await sendDueDeliveries(stand.dependencies());
    expect(stand.mailsTo(reader.email).map(({ headers }) => headers.subject)).toContainEqual(
      expect.stringContaining("assigned WR-1"),
    );
    expect(await stand.sendAll(world)).toEqual([]);
  });

  test("events during quiet hours share one mail and push, unless they were read", async () => {
    const { world, say, reader, api } = await newScene();
    requireOk(await api.post("/notification/push-subscription", stand.pushes.browser(`quiet${reader.id}`)));
    requireOk(await settings(world, reader, { quiet: { ...allDays, mentions: false } }));
    for (const word of ["One", "Two"]) {
      await say(`${mention(reader)} ${word}`);
      expect(await stand.sendAll(world)).toEqual(["quiet", "quiet"]);
    }
    requireOk(await settings(world, reader, { quiet: { on: false } }));
    expect(await stand.sendAll(world)).toEqual(["sent", "sent"]);
    const mails = stand.mailsTo(reader.email);
    expect(mails).toHaveLength(1);
    for (const word of ["One", "Two"]) expect(mails[0]?.text).toContain(word);
    expect(stand.pushes.received.filter(({ browser }) => browser === `quiet${reader.id}`)).toHaveLength(1);
    requireOk(await settings(world, reader, { quiet: { ...allDays, mentions: false } }));
    await say(`${mention(reader)} Three`);
    expect(await stand.sendAll(world)).toEqual(["quiet", "quiet"]);
    requireOk(await api.patch("/notification/mark-as-read", {}));
    requireOk(await settings(world, reader, { quiet: { on: false } }));
    expect(await stand.sendAll(world)).toEqual(["read", "read"]);
  });

  test("an event during the attempt of a held delivery is sent with its events", async () => {
    const { world, say, reader } = await newScene();
    requireOk(await settings(world, reader, { quiet: { ...allDays, mentions: false } }));
    await say(`${mention(reader)} One`);
    const dependencies = stand.dependencies();
    let isFirst = true;
    const unitOfWork: typeof dependencies.unitOfWork = async (options, work) => {
      const result = await dependencies.unitOfWork(options, work);
      if (isFirst && options.tenantId === world.tenantId) {
        isFirst = false; // the delivery is claimed
        await say(`${mention(reader)} Two`);
      }
      return result;
    };
    await server.owner.query("UPDATE notification_delivery SET due_at = now() WHERE tenant_id = $1", [world.tenantId]);
    await sendDueDeliveries({ ...dependencies, unitOfWork });
    requireOk(await settings(world, reader, { quiet: { on: false } }));
    expect(await stand.sendAll(world)).toEqual(["sent"]);
    const [mail, ...otherMails] = stand.mailsTo(reader.email);
    expect(otherMails).toEqual([]);
    for (const word of ["One", "Two"]) expect(mail?.text).toContain(word);
  });
});

test("concurrent workers send each delivery once", async () => {
  const { world, project, reader } = await newScene();
  const tasks = await Promise.all(
    Array.from({ length: 12 }, (_, n) => newTask(world, project.id, { title: `T${n}` }, world.manager)),
  );
  for (const { id } of tasks) {
    await runWorkerAfter(server, world, async () =>
      requireOk(await world.api(world.manager).patch(`/task/${id}`, { users: [reader.id] })),
    );
    // Dates the notifications more than ten minutes apart, so that they aren't batched.
    const age = "UPDATE notification SET began_at = began_at - interval '11 minutes' WHERE tenant_id = $1";
    await server.owner.query(age, [world.tenantId]);
  }
  await server.owner.query("UPDATE notification_delivery SET due_at = now() WHERE tenant_id = $1", [world.tenantId]);
  await Promise.all(Array.from({ length: 4 }, () => sendDueDeliveries(stand.dependencies())));
  while ((await sendDueDeliveries(stand.dependencies())) > 0);
  const mails = stand.mailsTo(reader.email);
  expect(mails).toHaveLength(12);
  expect(new Set(mails.map(({ headers }) => headers["message-id"])).size).toBe(12);
});

test("a failing tenant doesn't stop the mail of other tenants", async () => {
  const [ill, well] = [await newScene(), await newScene()];
  await ill.say(mention(ill.reader));
  await well.say(mention(well.reader));
  const tenants = [ill.world.tenantId, well.world.tenantId];
  await server.owner.query("UPDATE notification_delivery SET due_at = now() WHERE tenant_id = ANY($1)", [tenants]);
  const dependencies = stand.dependencies();
  const unitOfWork: typeof dependencies.unitOfWork = (options, work) =>
    options.tenantId === ill.world.tenantId ? Promise.reject(new Error("ill")) : dependencies.unitOfWork(options, work);
  await sendDueDeliveries({ ...dependencies, unitOfWork });
  expect([stand.mailsTo(ill.reader.email), stand.mailsTo(well.reader.email)].map((mails) => mails.length)).toEqual([
    0, 1,
  ]);
  await sendDueDeliveries(dependencies);
});

test("another worker resends a dead worker's mail with the same id after its lease", async () => {
  const { world, say, reader } = await newScene();
  await say(mention(reader));
  const dead = stand.dependencies();
  let bury = () => {};
  const buried = new Promise<void>((resolve) => {
    bury = resolve;
  });
  // The worker dies after the mail server's response, before marking the delivery as sent.
  const dies = {
    ...dead,
    unitOfWork: dead.unitOfWork,
    mailer: {
      deliver: async (mail: Mail) => {
        await dead.mailer.deliver(mail);
        if (mail.to !== reader.email) return; // mail of other tests' tenants
        await buried;
        throw new Error("It is dead");
      },
    },
  };
  await server.owner.query("UPDATE notification_delivery SET due_at = now() WHERE tenant_id = $1", [world.tenantId]);
  const dying = sendDueDeliveries(dies);
  await waitUntil("the mail is there", () => stand.mailsTo(reader.email).length === 1);
  await sendDueDeliveries(stand.dependencies());
  expect(stand.mailsTo(reader.email)).toHaveLength(1);
  await say(`${mention(reader)} more`); // later events must not be lost or change the first mail
  await server.owner.query(
    "UPDATE notification_delivery SET leased_until = now() WHERE tenant_id = $1 AND leased_until IS NOT NULL",
    [world.tenantId],
  );
  expect((await stand.sendAll(world)).sort()).toEqual(["sent", "sent"]);
  const [first, again, second] = stand.mailsTo(reader.email);
  const ids = [first, again, second].map((mail) => mail?.headers["message-id"]);
  expect(new Set(ids).size).toBe(2);
  const repeated = [again, second].find((mail) => mail?.headers["message-id"] === first?.headers["message-id"]);
  expect(repeated?.text).toBe(first?.text);
  // The dead worker continues after another worker took over its lease; it must not change any rows.
  const rows = () =>
    server.owner.query(
      "SELECT id, outcome, done_at, due_at FROM notification_delivery WHERE tenant_id = $1 ORDER BY id",
      [world.tenantId],
    );
  const before = await rows();
  bury();
  await dying;
  expect(await rows()).toEqual(before);
});
