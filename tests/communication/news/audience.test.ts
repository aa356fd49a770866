import { createAudienceWorld, callsOnArticle } from "./audience";
import { mayFollowStreams } from "../../../server/platform/live/stream-definitions";
import { newsStream } from "../../../shared/communication/news/news.events";
import { type Actor, findActor, findActors } from "../../../server/platform/session";
import { testServer } from "../../support/server";
import type { Person } from "../../support/world";
import { newArticle, publishArticle, articleTitles } from "./fixtures";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

describe("access to articles by audience", () => {
  const audiences = ["department", "group", "location"] as const;

  test.each(audiences)("users outside the %s can't access an article, its file or its stream", async (kind) => {
    const { world, inside, outside, audience, file } = await createAudienceWorld(server);
    const id = await publishArticle(world, { audience: audience[kind] });
    const fileUrl = await file(id);
    const follows = async (person: Person) =>
      world.tx(async (tx) => {
        const found = await findActor(tx, person.token);
        return found && (await mayFollowStreams(tx, [{ actor: found.actor, stream: newsStream(id) }]))[0];
      });
    for (const [name, call] of Object.entries(callsOnArticle(id))) {
      const answer = await call(world.api(outside));
      expect([name, answer.status]).toEqual([name, 404]);
    }
    expect(articleTitles(await world.api(outside).get("/news?q=dock"))).toEqual([]);
    expect(requireOk(await world.api(outside).get("/news/overview")).body.data).toMatchObject({
      archive: { total: 0 },
      must_read: [],
    });
    expect((await world.api(outside).get(fileUrl)).status).toBe(404);
    expect(await follows(outside)).toBe(false);

    expect(articleTitles(await world.api(inside).get("/news?q=dock"))).toEqual(["A second dock"]);
    requireOk(await world.api(inside).get(`/news/${id}`));
    expect((await world.api(inside).get(fileUrl)).status).toBe(200);
    expect(await follows(inside)).toBe(true);
    expect(await follows(world.external)).toBe(false);
  });

  test("drafts are visible to their author, scheduled and withdrawn ones to editors", async () => {
    const world = await server.world();
    const id = await newArticle(world);
    const seenBy = async () =>
      Promise.all(
        [world.manager, world.hr, world.employee].map(async (who) => (await world.api(who).get(`/news/${id}`)).status),
      );
    expect(await seenBy()).toEqual([200, 404, 404]);
    requireOk(await world.api(world.manager).post(`/news/${id}/publish`, { publish_at: "2099-01-01T09:00" }));
    expect(await seenBy()).toEqual([200, 200, 404]);
    requireOk(await world.api(world.manager).post(`/news/${id}/publish`, {}));
    expect(await seenBy()).toEqual([200, 200, 200]);
    requireOk(await world.api(world.hr).post(`/news/${id}/withdraw`, {}));
    expect(await seenBy()).toEqual([200, 200, 404]);
    expect(articleTitles(await world.api(world.employee).get("/news"))).toEqual([]);
  });

  test("one statement authorizes article streams consistently with the endpoints", async () => {
    const { world, inside, outside, audience } = await createAudienceWorld(server);
    const draft = await newArticle(world);
    const planned = await newArticle(world);
    requireOk(await world.api(world.manager).post(`/news/${planned}/publish`, { publish_at: "2099-01-01T09:00" }));
    const ids = [
      draft,
      planned,
      await publishArticle(world, { audience: audience.group }),
      await publishArticle(world),
      999_999,
    ];
    const people = [world.manager, inside, world.external, outside, world.hr, inside];
    const answers = await world.tx(async (tx) => {
      const found = await findActors(tx, [...new Set(people.map(({ token }) => token))]);
      const requests = people.flatMap(({ token }) =>
        ids.map((id) => ({ actor: (found.get(token) as { actor: Actor }).actor, stream: newsStream(id) })),
      );
      const rows = jest.spyOn(tx, "rows");
      const one = jest.spyOn(tx, "one");
      const answered = await mayFollowStreams(tx, requests);
      expect([rows.mock.calls.length, one.mock.calls.length]).toEqual([1, 0]);
      return people.map((_, who) => answered.slice(who * ids.length, (who + 1) * ids.length));
    });
    for (const [who, person] of people.entries()) {
      const visibility = await Promise.all(
        ids.map(async (id) => (await world.api(person).get(`/news/${id}`)).status === 200),
      );
      expect([who, answers[who]]).toEqual([who, visibility]);
    }
    expect(answers.slice(0, 4)).toEqual([
      [true, true, true, true, false],
      [false, false, true, true, false],
      [false, false, false, false, false],
      [false, false, false, true, false],
    ]);
    expect(answers[4]?.slice(0, 2)).toEqual([false, true]);
  });

  test("readers get 403 from endpoints that change articles", async () => {
    const world = await server.world();
    const id = await publishArticle(world);
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

test("invalid article fields get 422 with their names", async () => {
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
  requireOk(await api.put(`/news/${id}`, { texts: [en] }));
  for (const body of [{ publish_at: "2020-01-01T09:00" }, { withdraw_at: "2020-01-01T09:00" }]) {
    const late = await api.post(`/news/${id}/publish`, body);
    expect([late.status, Object.keys(late.body.errors)]).toEqual([422, Object.keys(body)]);
  }
  // In Berlin, the clock goes forward from 2:00 to 3:00 on 29 March 2099.
  await world.tx((tx) => tx.manager.query("UPDATE tenant SET time_zone = 'Europe/Berlin'"));
  for (const body of [{ publish_at: "2099-03-29T02:30" }, { withdraw_at: "2099-03-29T02:30" }]) {
    const skipped = await api.post(`/news/${id}/publish`, body);
    expect([skipped.status, skipped.body.errors]).toEqual([
      422,
      { [Object.keys(body)[0] as string]: ["This time doesn’t exist on this day, because the clocks go forward"] },
    ]);
  }
});

test("naming groups without `everyone` limits the article to them", async () => {
  const { world, outside, inside, group } = await createAudienceWorld(server);
  const groupAudience = { group_ids: [group] };
  const createdArticle = await publishArticle(world, { audience: groupAudience });
  const changedArticle = await publishArticle(world);
  requireOk(await world.api(world.manager).put(`/news/${changedArticle}`, { audience: groupAudience }));
  for (const id of [createdArticle, changedArticle])
    expect([
      (await world.api(inside).get(`/news/${id}`)).status,
      (await world.api(outside).get(`/news/${id}`)).status,
    ]).toEqual([200, 404]);
  requireOk(await world.api(world.manager).put(`/news/${changedArticle}`, { audience: { everyone: true } }));
  expect((await world.api(outside).get(`/news/${changedArticle}`)).status).toBe(200);
});
