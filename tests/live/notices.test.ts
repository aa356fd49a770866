import { type LiveServer, startServer } from "../support/live-server";
import { liveFixture } from "./live-fixture";

describe("two servers of one database, without a connection between them", () => {
  const stage = liveFixture(() => null);
  let other: LiveServer;
  beforeAll(async () => {
    other = await startServer({ databaseUrl: stage.databaseUrl, redisUrl: null, work: false });
  });
  afterAll(() => other.stop());

  test("screens of both know of maintenance and its end within a second", async () => {
    const owner = await stage.server.core.owner.open();
    const world = await stage.world();
    const ada = await world.person("Ada");
    const adaElsewhere = ada.at(other.base);
    const screens = [await ada.connect(), await adaElsewhere.connect()];

    const within = async (check: () => boolean) => {
      const since = performance.now();
      while (!check() && performance.now() - since < 3_000) await new Promise((wait) => setTimeout(wait, 10));
      return performance.now() - since;
    };
    const latest = () => screens.map(({ notices }) => notices.at(-1)?.maintenance);
    await owner.query("INSERT INTO installation_notice (kind, until, texts) VALUES ('maintenance', now(), '{}')");
    expect(await within(() => latest().every(Boolean))).toBeLessThan(1_000);
    for (const person of [ada, adaElsewhere]) {
      const { status } = await person.http.send("POST", "/project", { title: "Harbour" });
      expect(status).toBe(503);
    }
    const late = await adaElsewhere.connect();
    await within(() => late.notices.length > 0);
    expect(late.notices[0]?.maintenance).toEqual(latest()[0]);

    await owner.query("DELETE FROM installation_notice");
    expect(await within(() => latest().every((maintenance) => maintenance === null))).toBeLessThan(1_000);
    for (const person of [ada, adaElsewhere]) {
      const { status } = await person.http.send("POST", "/project", { title: "Harbour" });
      expect(status).not.toBe(503);
    }
  });
});
