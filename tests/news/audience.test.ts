import { departmentsWorld, everyCallOf } from "./audience";
import { mayFollow } from "../../server/streams.policy";
import { newsStream } from "../../shared/kernel/events";
import { type Actor, findActor, findActors } from "../../server/platform/session";
import { testServer } from "../support/server";
import type { Person } from "../support/world";
import { newArticle, published, titles } from "./newsroom";
import { ok } from "../tasks/board";

const server = testServer();

describe("whom an article isn't for, who isn't told that it is there", () => {
  const audiences = ["department", "group", "location"] as const;

  test.each(audiences)("by %s: no call, no stream, no file, no search; those inside have all of it", async (kind) => {
    const { world, inside, outside, audience, file } = await departmentsWorld(server);
    const id = await published(world, { audience: audience[kind] });
    const fileUrl = await file(id);
    const follows = async (person: Person) =>
      world.tx(async (tx) => {
        const found = await findActor(tx, person.token);
        return found && (await mayFollow(tx, [{ actor: found.actor, stream: newsStream(id) }]))[0];
      });
    for (const [name, call] of Object.entries(everyCallOf(id))) {
      const answer = await call(world.api(outside));
      expect([name, answer.status]).toEqual([name, 404]);
    }
    expect(titles(await world.api(outside).get("/news?q=dock"))).toEqual([]);
    expect(ok(await world.api(outside).get("/news/overview")).body.data).toMatchObject({
      archive: { total: 0 },
      must_read: [],
    });
    expect((await world.api(outside).get(fileUrl)).status).toBe(404);
    expect(await follows(outside)).toBe(false);

    expect(titles(await world.api(inside).get("/news?q=dock"))).toEqual(["A second dock"]);
    ok(await world.api(inside).get(`/news/${id}`));
    expect((await world.api(inside).get(fileUrl)).status).toBe(200);
    expect(await follows(inside)).toBe(true);
    expect(await follows(world.external)).toBe(false);
  });

  test("drafts are their author's alone, what is scheduled and taken down is seen by others who write", async () => {
    const world = await server.world();
    const id = await newArticle(world);
    const seenBy = async () =>
      Promise.all(
        [world.manager, world.hr, world.employee].map(async (who) => (await world.api(who).get(`/news/${id}`)).status),
      );
    expect(await seenBy()).toEqual([200, 404, 404]);
    ok(await world.api(world.manager).post(`/news/${id}/publish`, { publish_at: "2099-01-01T09:00" }));
    expect(await seenBy()).toEqual([200, 200, 404]);
    ok(await world.api(world.manager).post(`/news/${id}/publish`, {}));
    expect(await seenBy()).toEqual([200, 200, 200]);
    ok(await world.api(world.hr).post(`/news/${id}/withdraw`, {}));
    expect(await seenBy()).toEqual([200, 200, 404]);
    expect(titles(await world.api(world.employee).get("/news"))).toEqual([]);
  });

  test("streams of many articles are asked with one statement, each by their own rights, as their calls answer", async () => {
    const { world, inside, outside, audience } = await departmentsWorld(server);
    const draft = await newArticle(world);
    const planned = await newArticle(world);
    ok(await world.api(world.manager).post(`/news/${planned}/publish`, { publish_at: "2099-01-01T09:00" }));
    const ids = [draft, planned, await published(world, { audience: audience.group }), await published(world), 999_999];
    const people = [world.manager, inside, world.external, outside, world.hr, inside];
    const answers = await world.tx(async (tx) => {
      const found = await findActors(tx, [...new Set(people.map(({ token }) => token))]);
      const asked = people.flatMap(({ token }) =>
        ids.map((id) => ({ actor: found.get(token) as Actor, stream: newsStream(id) })),
      );
      const rows = jest.spyOn(tx, "rows");
      const one = jest.spyOn(tx, "one");
      const answered = await mayFollow(tx, asked);
      expect([rows.mock.calls.length, one.mock.calls.length]).toEqual([1, 0]);
      return people.map((_, who) => answered.slice(who * ids.length, (who + 1) * ids.length));
    });
    for (const [who, person] of people.entries()) {
      const seen = await Promise.all(
        ids.map(async (id) => (await world.api(person).get(`/news/${id}`)).status === 200),
      );
      expect([who, answers[who]]).toEqual([who, seen]);
    }
    expect(answers.slice(0, 4)).toEqual([
      [true, true, true, true, false],
      [false, false, true, true, false],
      [false, false, false, false, false],
      [false, false, false, true, false],
    ]);
    expect(answers[4]?.slice(0, 2)).toEqual([false, true]); // who writes sees what is about to come
  });

  test("who reads may not write: 403, and nothing changes", async () => {
    const world = await server.world();
    const id = await published(world);
    const api = world.api(world.employee);
    for (const answer of [
      await api.post("/news", { texts: [] }),
      await api.put(`/news/${id}`, { pinned: true }),
      await api.delete(`/news/${id}`),
      await api.post(`/news/${id}/withdraw`, {}),
      await api.get(`/news/${id}/readers`),
      await api.post(`/news/${id}/remind`),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, "permission.denied"]);
    const free = await server.world({ plan: "free" });
    expect((await free.api(free.admin).get("/news")).body.code).toBe("feature_not_in_plan");
  });
});

test("what is wrong with an article is said at its field", async () => {
  const world = await server.world();
  const api = world.api(world.manager);
  const en = { language: "en", title: "Dock", body: "<p>Two</p>" };
  const refused = async (body: object) => {
    const answer = await api.post("/news", body);
    return [answer.status, ...Object.keys(answer.body.errors ?? {})];
  };
  expect(await refused({})).toEqual([422, "texts"]);
  expect(await refused({ texts: [] })).toEqual([422, "texts"]);
  expect(await refused({ texts: [en, en] })).toEqual([422, "texts.1.language"]);
  expect(await refused({ texts: [en], language: "ar" })).toEqual([422, "language"]);
  expect(await refused({ texts: [en], section_id: 999_999 })).toEqual([422, "section_id"]);
  expect(await refused({ texts: [en], audience: { everyone: false } })).toEqual([422, "audience"]);
  expect(await refused({ texts: [en], audience: { everyone: false, group_ids: [999_999] } })).toEqual([
    422,
    "audience.group_ids",
  ]);
  const id = await newArticle(world, { texts: [{ ...en, body: "" }] });
  const empty = await api.post(`/news/${id}/publish`, {});
  expect([empty.status, empty.body.errors]).toEqual([422, { "texts.0.body": ["This field is required"] }]);
  ok(await api.put(`/news/${id}`, { texts: [en] }));
  for (const body of [{ publish_at: "2020-01-01T09:00" }, { withdraw_at: "2020-01-01T09:00" }]) {
    const late = await api.post(`/news/${id}/publish`, body);
    expect([late.status, Object.keys(late.body.errors)]).toEqual([422, Object.keys(body)]);
  }
});

test("whoever names whom an article is for, and doesn't say that it isn't for everybody, means those alone", async () => {
  const { world, outside, inside, group } = await departmentsWorld(server);
  const named = { group_ids: [group] };
  const written = await published(world, { audience: named });
  const changed = await published(world);
  ok(await world.api(world.manager).put(`/news/${changed}`, { audience: named }));
  for (const id of [written, changed])
    expect([
      (await world.api(inside).get(`/news/${id}`)).status,
      (await world.api(outside).get(`/news/${id}`)).status,
    ]).toEqual([200, 404]);
  ok(await world.api(world.manager).put(`/news/${changed}`, { audience: { everyone: true } }));
  expect((await world.api(outside).get(`/news/${changed}`)).status).toBe(200);
});
