import { publishNews, applyNewsSchedule } from "../../../server/communication/news/news-publishing.service";
import { recordNewsRead } from "../../../server/communication/news/news-readers.service";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { findActor } from "../../../server/platform/session";
import { userStream } from "../../../shared/kernel/events";
import { newsStream } from "../../../shared/communication/news/news.events";
import { applyToArticle } from "../../../shared/communication/news/news.rules";
import { housekeepingSchedule } from "../../../workers/platform/housekeeping";
import { consumeEvents, notificationsSince, runWorkerAfter } from "../notifications/worker";
import { multipart } from "../../support/multipart";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { createAudienceWorld } from "./audience";
import { arabicText, englishText, newArticle, publishArticle, articleTitles, publishAndNotify } from "./fixtures";

const server = testServer();

let world: World;
beforeEach(async () => {
  world = await server.world();
});

const inOrder = (a: unknown, b: unknown) => String(a).localeCompare(String(b));

const actorOf = async (tx: Tx, person: Person) => {
  const found = await findActor(tx, person.token);
  if (!found) throw new Error("Nobody is signed in");
  return found.actor;
};
const clock = (at: string) => world.tx((tx) => applyNewsSchedule(tx, new Date(at)));
const typesOn = (id: number, mark: number) =>
  world.events(mark).flatMap(({ stream, event }) => (stream === newsStream(id) ? event.type : []));
const statusOf = async (id: number) =>
  requireOk(await world.api(world.manager).get(`/news/${id}/edit`)).body.data.status;

test("readers get an article in their language, or in the one requested", async () => {
  const id = await publishArticle(world, { language: "en" });
  const titleFor = async (language: string, query = "") =>
    requireOk(await world.api(world.employee).with({ "accept-language": language }).get(`/news/${id}${query}`)).body
      .data;
  expect(await titleFor("ar")).toMatchObject({ title: arabicText.title, language: "ar", languages: ["en", "ar"] });
  expect(await titleFor("ko")).toMatchObject({ title: englishText.title, language: "en" });
  expect(await titleFor("ar", "?language=en")).toMatchObject({ title: englishText.title });
  const arabic = world.api(world.employee).with({ "accept-language": "ar" });
  expect(articleTitles(await arabic.get("/news?q=trucks"))).toEqual([arabicText.title]);
});

test("publication, withdrawal and reminder each happen once, in local time", async () => {
  await world.tx((tx) => tx.rows({ name: "", text: "UPDATE tenant SET time_zone = 'Asia/Baghdad'" }));
  const id = await newArticle(world, { must_read: true, confirm_by: "2098-12-03" });
  const at = { publish_at: "2098-12-01T09:00", withdraw_at: "2098-12-05T09:00" };
  expect(requireOk(await world.api(world.manager).post(`/news/${id}/publish`, at)).body.data).toMatchObject(at);
  const mark = server.published.length;
  await clock("2098-12-01T05:59:00Z");
  expect([await statusOf(id), typesOn(id, mark)]).toEqual(["scheduled", []]);
  await clock("2098-12-01T06:00:00Z");
  await clock("2098-12-01T06:00:00Z");
  expect([await statusOf(id), typesOn(id, mark)]).toEqual(["published", ["news.published"]]);

  await clock("2098-12-02T04:59:00Z");
  expect(notificationsSince(world, mark)).toEqual([]);
  await runWorkerAfter(server, world, async () => {
    await clock("2098-12-02T05:00:00Z"); // 8:00 on 2 December in the tenant's time zone
    await clock("2098-12-02T05:00:00Z");
  });
  const reminded = notificationsSince(world, mark);
  expect(new Set(reminded.map(({ kind }) => kind))).toEqual(new Set(["news.reminder"]));
  expect(reminded.map(({ user }) => user).toSorted(inOrder)).toEqual(
    [world.admin, world.hr, world.finance, world.employee].map((person) => person.id).toSorted(inOrder),
  );

  await clock("2098-12-05T06:00:00Z");
  expect([await statusOf(id), typesOn(id, mark)]).toEqual([
    "withdrawn",
    ["news.published", "news.reminded", "news.withdrawn"],
  ]);
  requireOk(await world.api(world.manager).delete(`/news/${id}`));
});

test("readers are reminded from 8:00 in their zone, 20 hours after publication", async () => {
  await world.tx((tx) =>
    tx.rows({ name: "", text: "UPDATE tenant SET time_zone = 'Asia/Baghdad', default_language = 'ar'" }),
  );
  const { employee, hr, finance, admin } = world;
  for (const [person, zone] of [
    [employee, "Asia/Seoul"],
    [hr, "America/New_York"],
  ] as const)
    await world.tx((tx) =>
      tx.rows({ name: "", text: "UPDATE app_user SET time_zone = $2 WHERE id = $1" }, [person.id, zone]),
    );
  await world.tx((tx) =>
    tx.rows({ name: "", text: "UPDATE app_user SET language = 'ko' WHERE id = $1" }, [employee.id]),
  );
  const id = await newArticle(world, { must_read: true, confirm_by: "2098-12-03" });
  requireOk(await world.api(world.manager).post(`/news/${id}/publish`, { publish_at: "2098-12-01T07:00" })); // 4:00 UTC
  await clock("2098-12-01T04:00:00Z");
  const remindedAt = async (time: string) => {
    const mark = server.published.length;
    await runWorkerAfter(server, world, () => clock(time));
    return notificationsSince(world, mark)
      .filter(({ kind }) => kind === "news.reminder")
      .map(({ user, message }) => [
        user,
        [englishText, arabicText].find(({ title }) => message.includes(title))?.language,
      ])
      .toSorted(inOrder);
  };
  expect(await remindedAt("2098-12-01T23:59:00Z")).toEqual([]); // 8:59 in Seoul, less than 20 hours after the publication
  expect(await remindedAt("2098-12-02T00:00:00Z")).toEqual([[employee.id, "en"]]); // has no Korean translation
  expect(await remindedAt("2098-12-02T04:59:00Z")).toEqual([]);
  expect(await remindedAt("2098-12-02T05:00:00Z")).toEqual(
    [
      [admin.id, "ar"],
      [finance.id, "ar"],
    ].toSorted(inOrder),
  );
  expect(await remindedAt("2098-12-02T12:59:00Z")).toEqual([]);
  expect(await remindedAt("2098-12-02T13:00:00Z")).toEqual([[hr.id, "ar"]]);
  expect(await remindedAt("2098-12-02T20:00:00Z")).toEqual([]);
});

test("a manual reminder of the evening before replaces that of the morning", async () => {
  const id = await newArticle(world, { must_read: true, confirm_by: "2098-12-03" });
  requireOk(await world.api(world.manager).post(`/news/${id}/publish`, { publish_at: "2098-12-01T00:00" }));
  await clock("2098-12-01T12:00:00Z");
  const remindedAt = "UPDATE news_article SET reminded_at = '2098-12-01T20:00:00Z' WHERE id = $1";
  await world.tx((tx) => tx.rows({ name: "", text: remindedAt }, [id]));
  const mark = server.published.length;
  await clock("2098-12-02T09:00:00Z");
  expect(typesOn(id, mark)).toEqual([]);
});

test("two concurrent publications emit the events once", async () => {
  const id = await newArticle(world);
  const mark = server.published.length;
  const publish = async (tx: Tx) => publishNews(tx, await actorOf(tx, world.manager), id, {});
  const both = await runSerialized(server, world, publish);
  expect(both.map((one) => one.status)).toEqual(["fulfilled", "fulfilled"]);
  expect(typesOn(id, mark)).toEqual(["news.published", "news.updated"]);
});

test("a stale article version gets 409 with the current state", async () => {
  const id = await publishArticle(world);
  const { version } = requireOk(await world.api(world.manager).get(`/news/${id}/edit`)).body.data;
  requireOk(await world.api(world.hr).put(`/news/${id}`, { pinned: true, version }));
  const late = await world.api(world.manager).put(`/news/${id}`, { must_read: true, version });
  expect([late.status, late.body.code, late.body.data.pinned]).toEqual([409, "news.stale", true]);
});

test("editors see each reader's state: confirmed, opened, mailed or none", async () => {
  const id = await publishAndNotify(server, world, { must_read: true });
  const readers = async () => requireOk(await world.api(world.manager).get(`/news/${id}/readers`)).body.data;
  const stateOf = async (person: Person) =>
    (await readers()).people.find((one: { id: number }) => one.id === person.id)?.state;
  expect(await readers()).toMatchObject({ total: 4, read: 0 });
  requireOk(await world.api(world.employee).post(`/news/${id}/read`, {}));
  expect([await stateOf(world.employee), (await readers()).read]).toEqual(["seen", 0]);
  requireOk(await world.api(world.employee).post(`/news/${id}/read`, { confirmed: true }));
  requireOk(await world.api(world.employee).post(`/news/${id}/read`, { confirmed: true }));
  await world.tx((tx) =>
    tx.rows(
      { name: "", text: "UPDATE notification_delivery SET done_at = now(), outcome = 'sent' WHERE user_id = $1" },
      [world.hr.id],
    ),
  );
  expect(await readers()).toMatchObject({ total: 4, read: 1 });
  expect(await Promise.all([world.employee, world.hr, world.finance, world.manager].map(stateOf))).toEqual([
    "confirmed",
    "mailed",
    "none",
    undefined,
  ]);
  // Users whose sent digest contained the article count as mailed too.
  await world.tx((tx) =>
    tx.rows(
      {
        name: "",
        text: `WITH digest AS (INSERT INTO notification_digest (tenant_id, user_id, cadence, period) VALUES (current_tenant(), $1, 'daily', '2026-11-20') RETURNING id),
          told AS (UPDATE notification SET digest_id = digest.id FROM digest WHERE user_id = $1)
          INSERT INTO notification_delivery (tenant_id, user_id, channel, digest_id, due_at, done_at, outcome)
          SELECT current_tenant(), $1, 'mail', id, now(), now(), 'sent' FROM digest`,
      },
      [world.finance.id],
    ),
  );
  expect([await stateOf(world.finance), await stateOf(world.admin)]).toEqual(["mailed", "none"]);
  const mark = server.published.length;
  const sent = await runWorkerAfter(server, world, async () => {
    requireOk(await world.api(world.manager).post(`/news/${id}/remind`));
    expect(notificationsSince(world, mark)).toEqual([]); // sent once, by a worker
  });
  await consumeEvents(world, sent);
  expect(
    notificationsSince(world, mark)
      .map(({ user }) => user)
      .toSorted(inOrder),
  ).toEqual([world.admin, world.hr, world.finance].map((person) => person.id).toSorted(inOrder));
  expect((await world.api(world.manager).post(`/news/${id}/remind`)).body.code).toBe("news.justReminded");
  const plain = await publishArticle(world);
  expect((await world.api(world.employee).post(`/news/${plain}/read`, { confirmed: true })).body.code).toBe(
    "news.notNow",
  );
});

test("two concurrent confirmations of a user count once", async () => {
  const id = await publishArticle(world, { must_read: true });
  const mark = server.published.length;
  const confirm = async (tx: Tx) => recordNewsRead(tx, await actorOf(tx, world.employee), id, true);
  await runSerialized(server, world, confirm);
  expect(world.events(mark).filter(({ event }) => event.type === "news.read")).toHaveLength(1);
});

test("publishing notifies readers in their language; comments notify the author", async () => {
  await world.tx((tx) =>
    tx.rows({ name: "", text: "UPDATE app_user SET language = 'ar' WHERE id = $1" }, [world.employee.id]),
  );
  const mark = server.published.length;
  const id = await publishAndNotify(server, world, { must_read: true });
  const messages = notificationsSince(world, mark);
  expect(messages.find(({ user }) => user === world.employee.id)?.message).toContain(arabicText.title);
  expect(messages.find(({ user }) => user === world.hr.id)).toMatchObject({
    message: `Please read: ${englishText.title}`,
    path: `/news-section/${id}`,
  });
  expect(messages.map(({ user }) => user)).not.toContain(world.external.id);
  expect(messages.map(({ user }) => user)).not.toContain(world.manager.id);

  const before = server.published.length;
  const commentWithMentions = `<p><span data-mention="${world.hr.id}">@x</span> and <span data-mention="${world.external.id}">@y</span></p>`;
  await runWorkerAfter(server, world, async () =>
    requireOk(await world.api(world.employee).post(`/news/${id}/comments`, { comment: commentWithMentions })),
  );
  expect(
    notificationsSince(world, before)
      .map(({ user, kind }) => [user, kind])
      .toSorted(inOrder),
  ).toEqual(
    [
      [world.hr.id, "news.mentioned"],
      [world.manager.id, "news.commented"],
    ].toSorted(inOrder),
  );
});

test("readers added to a published article are notified once, former readers aren't", async () => {
  const atPlace = (location: string) => world.person("employee", { location });
  const [porto, erbil, late] = [await atPlace("Porto"), await atPlace("Erbil"), await atPlace("Erbil")];
  const change = async (body: object) => {
    const mark = server.published.length;
    const events = await runWorkerAfter(server, world, async () =>
      requireOk(await world.api(world.manager).put(`/news/${id}`, body)),
    );
    await consumeEvents(world, events);
    return notificationsSince(world, mark).map(({ user, kind }) => [user, kind]);
  };
  const placesOf = (...locations: string[]) => ({ audience: { everyone: false, locations } });
  let id = await newArticle(world, placesOf("Porto"));
  expect(await change(placesOf("Porto", "Nowhere"))).toEqual([]); // not published yet
  id = await publishAndNotify(server, world, placesOf("porto"));
  expect(await change({ pinned: true, ...placesOf("porto") })).toEqual([]);
  await world.tx((tx) =>
    tx.rows({ name: "", text: "UPDATE app_user SET location = 'Basel' WHERE id = $1" }, [late.id]),
  );
  expect(await change(placesOf("Porto", "Erbil"))).toEqual([[erbil.id, "news.published"]]);
  requireOk(await world.api(erbil).post(`/news/${id}/read`, {}));
  expect((await change({ must_read: true })).toSorted(inOrder)).toEqual(
    [porto, erbil].map((person) => [person.id, "news.mustRead"]).toSorted(inOrder),
  );
  expect(await change({ must_read: true, confirm_by: "2098-12-03" })).toEqual([]);
  expect(await change(placesOf("Porto", "Erbil", "Basel"))).toEqual([[late.id, "news.mustRead"]]);
  requireOk(await world.api(porto).post(`/news/${id}/read`, { confirmed: true }));
  expect((await change({ audience: { everyone: true } })).toSorted(inOrder)).toEqual(
    [world.admin, world.hr, world.finance, world.employee]
      .map((person) => [person.id, "news.mustRead"])
      .toSorted(inOrder),
  );
});

test("readers who are removed and added again aren't notified twice", async () => {
  const atPlace = (location: string) => world.person("employee", { location });
  const [porto, erbil, basel] = [await atPlace("Porto"), await atPlace("Erbil"), await atPlace("Basel")];
  const id = await publishAndNotify(server, world, { audience: { everyone: false, locations: ["Porto", "Erbil"] } });
  const notifiedBy = async (locations: string[], change: object = {}) => {
    const mark = server.published.length;
    await runWorkerAfter(server, world, async () =>
      requireOk(
        await world.api(world.manager).put(`/news/${id}`, { audience: { everyone: false, locations }, ...change }),
      ),
    );
    return notificationsSince(world, mark).map(({ user, kind }) => [user, kind]);
  };
  requireOk(await world.api(porto).post(`/news/${id}/read`, {}));
  requireOk(await world.api(porto).delete("/notification/delete-all"));
  expect(await notifiedBy(["Basel"])).toEqual([[basel.id, "news.published"]]);
  expect(await notifiedBy(["Porto", "Erbil", "Basel"])).toEqual([]);
  expect(await notifiedBy(["Basel"], { must_read: true })).toEqual([[basel.id, "news.mustRead"]]);
  expect((await notifiedBy(["Porto", "Erbil"])).toSorted(inOrder)).toEqual(
    [porto, erbil].map((person) => [person.id, "news.mustRead"]).toSorted(inOrder),
  );
  expect(await notifiedBy(["Porto"])).toEqual([]);
  expect(await notifiedBy(["Porto", "Erbil", "Basel"])).toEqual([]);
});

test("the lists of users removed from the audience change too", async () => {
  const { department, group, inside, outside, ...setting } = await createAudienceWorld(server);
  world = setting.world;
  const limitedTo = (audience: object) => ({ everyone: false, ...audience });
  const audiences = [
    limitedTo({ department_ids: [department.top] }),
    limitedTo({ group_ids: [group] }),
    { everyone: true },
  ];
  for (const audience of audiences) {
    const id = await publishAndNotify(server, world, { audience });
    const mark = server.published.length;
    await runWorkerAfter(server, world, async () =>
      requireOk(await world.api(world.manager).put(`/news/${id}`, { audience: limitedTo({ locations: ["Porto"] }) })),
    );
    const streams = world
      .events(mark)
      .flatMap(({ stream, event }) => (event.type === "news_list.changed" ? stream : []));
    for (const reader of [inside, outside]) expect(streams).toContain(userStream(reader.id));
    expect(streams).not.toContain(userStream(world.external.id));
  }
});

test("departments and groups of the former audience aren't notified of a wider one", async () => {
  const { department, group, outside, ...setting } = await createAudienceWorld(server);
  world = setting.world;
  const audience = { everyone: false, department_ids: [department.top] };
  for (const before of [audience, { everyone: false, group_ids: [group] }]) {
    const id = await publishAndNotify(server, world, { audience: before });
    const mark = server.published.length;
    await runWorkerAfter(server, world, async () =>
      requireOk(
        await world.api(world.manager).put(`/news/${id}`, { audience: { ...before, locations: ["Erbil", "Porto"] } }),
      ),
    );
    expect(notificationsSince(world, mark).map(({ user }) => user)).toEqual([outside.id]);
  }
});

test("a comment can mention the author, who isn't in the audience", async () => {
  const reader = await world.person("employee", { location: "Porto" });
  const audience = { everyone: false, locations: ["Porto"] };
  const id = await publishArticle(world, { audience });
  const mention = ({ id: userId }: Person) => `<span data-mention="${userId}">@x</span>`;
  const before = server.published.length;
  await runWorkerAfter(server, world, async () => {
    const comment = `<p>${mention(world.manager)} ${mention(world.hr)}</p>`;
    const { data } = requireOk(await world.api(reader).post(`/news/${id}/comments`, { comment })).body;
    expect(data.comment).toContain(`data-mention="${world.manager.id}"`);
    expect(data.comment).not.toContain(`data-mention="${world.hr.id}"`);
  });
  expect(notificationsSince(world, before).map(({ user, kind }) => [user, kind])).toEqual([
    [world.manager.id, "news.mentioned"],
  ]);
});

test("an article updated by events equals a fresh read without deleted comments", async () => {
  const id = await publishArticle(world);
  const reader = world.api(world.employee);
  const read = async () => requireOk(await reader.get(`/news/${id}`)).body.data;
  const steps = [
    () => reader.post(`/news/${id}/comments`, { comment: "Mine" }),
    () => world.api(world.hr).post(`/news/${id}/comments`, { comment: "Theirs" }),
    () => reader.put(`/news/${id}/reactions`, { emoji: "heart", on: true }),
    () => world.api(world.hr).put(`/news/${id}/reactions`, { emoji: "like", on: true }),
    () => reader.put(`/news/${id}/reactions`, { emoji: "heart", on: false }),
    ...["heart", "like"].map((emoji) => async () => {
      return world.api(world.hr).put(`/news/comments/${(await read()).comments[0].id}/reactions`, { emoji, on: true });
    }),
    async () => reader.put(`/news/comments/${(await read()).comments[0].id}/reactions`, { emoji: "heart", on: true }),
    async () =>
      world
        .api(world.hr)
        .put(`/news/comments/${(await read()).comments[0].id}/reactions`, { emoji: "like", on: false }),
    async () => reader.delete(`/news/comments/${(await read()).comments[0].id}`),
  ];
  let patchedArticle = await read();
  for (const step of steps) {
    const mark = server.published.length;
    requireOk(await step());
    for (const { stream, event } of world.events(mark)) {
      if (stream === newsStream(id))
        patchedArticle = { ...applyToArticle(patchedArticle, event as never), revision: event.revision };
    }
    expect(patchedArticle).toEqual(await read());
  }
  const words = await world.tx((tx) =>
    tx.rows<{ said: string }>(
      {
        name: "",
        text: "SELECT data->'comment'->>'comment' AS said FROM domain_event WHERE type = 'news.commented' AND stream = $1 ORDER BY id",
      },
      [newsStream(id)],
    ),
  );
  expect(words.map(({ said }) => said)).toEqual(["", "<p>Theirs</p>"]);
});

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const shownAs = (fileId: number, alt = "The dock") => `<p>See</p><img src="/files/${fileId}/preview" alt="${alt}" />`;

test("reacting to a comment returns 404 without access; repeating emits nothing", async () => {
  const id = await publishArticle(world, { audience: { everyone: false, locations: ["Nowhere"] } });
  const author = world.api(world.manager);
  const comment = requireOk(await author.post(`/news/${id}/comments`, { comment: "Said" })).body.data.id;
  const press = (person: Person) => world.api(person).put(`/news/comments/${comment}/reactions`, { emoji: "like" });
  expect((await press(world.employee)).status).toBe(404);
  const mark = server.published.length;
  requireOk(await press(world.manager));
  requireOk(await press(world.manager));
  expect(typesOn(id, mark)).toEqual(["news.comment_reacted"]);
  requireOk(await author.post(`/news/${id}/withdraw`, {}));
  expect((await press(world.manager)).body.code).toBe("news.notNow");
});

test.each(["<p></p>", "<p> &nbsp;<br></p>", "<script>alert(1)</script>"])(
  "%s is refused as a comment",
  async (comment) => {
    const id = await publishArticle(world);
    const { status, body } = await world.api(world.employee).post(`/news/${id}/comments`, { comment });
    expect([status, Object.keys(body.errors)]).toEqual([422, ["comment"]]);
  },
);

test("an article's image has the article's audience and no other article can use it", async () => {
  const author = world.api(world.manager);
  const id = await newArticle(world, { audience: { everyone: false, locations: ["Nowhere"] } });
  const picture = await uploadTo(id);
  const other = await newArticle(world);
  const save = (article: number, body: string) => author.put(`/news/${article}`, { texts: [{ ...englishText, body }] });
  expect((await save(other, shownAs(picture))).body.errors).toHaveProperty(["texts.0.body"]);
  expect((await author.post("/news", { texts: [{ ...englishText, body: shownAs(picture) }] })).status).toBe(422);
  const evil = `<img src="https://evil.test/x.png"><img src="/files/1/x?y" onerror="z()">${shownAs(picture)}`;
  expect(requireOk(await save(id, evil)).body.data.texts[0].body).toBe(shownAs(picture));
  requireOk(await save(id, `<img src="/files/${picture}/preview" alt="a&quot; onload=&quot;z">`));
  requireOk(await author.post(`/news/${id}/publish`, {}));
  const fileStatus = async (person: Person) => (await world.api(person).get(`/files/${picture}/picture.png`)).status;
  expect([await fileStatus(world.manager), await fileStatus(world.employee)]).toEqual([200, 404]);
  requireOk(await author.put(`/news/${id}`, { audience: { everyone: true } }));
  expect([await fileStatus(world.employee), await fileStatus(world.external)]).toEqual([200, 404]);
  expect(requireOk(await world.api(world.employee).get(`/news/${id}`)).body.data.body).toContain(
    `/files/${picture}/preview`,
  );
});

async function uploadTo(id: number): Promise<number> {
  const { payload, headers } = multipart([
    { name: "kind", value: "inline" },
    { name: "file", filename: "dock.png", type: "image/png", value: pixel },
  ]);
  const url = `/news/${id}/files`;
  return requireOk(await world.api(world.manager).send({ method: "POST", url, payload, headers })).body.data.file.id;
}

test("unused images are deleted after a day, used ones with their article", async () => {
  const id = await newArticle(world);
  const [used, unused, fresh] = [await uploadTo(id), await uploadTo(id), await uploadTo(id)];
  requireOk(
    await world
      .api(world.manager)
      .put(`/news/${id}`, { texts: [{ ...englishText, body: shownAs(used, "") }, arabicText] }),
  );
  const query = (text: string, values: unknown[] = []) =>
    world.tx((tx) => tx.rows<{ id: number }>({ name: "", text }, values));
  await query("UPDATE file SET created_at = now() - interval '25 hours' WHERE id = ANY($1)", [[used, unused]]);
  const left = async () => (await query("SELECT id FROM file ORDER BY id")).map((file) => file.id);
  const before = await left();
  await housekeepingSchedule(await server.workerDatabase(world), server.platform.log).run();
  expect(await left()).toEqual(before.filter((file) => file !== unused));
  expect(await left()).toContain(fresh);
  requireOk(await world.api(world.manager).delete(`/news/${id}`));
  expect(await left()).toEqual(before.filter((file) => ![used, unused, fresh].includes(file)));
});
