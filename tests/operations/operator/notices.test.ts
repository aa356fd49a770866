import { runOperatorCommand } from "../../../server/operations/operator/operator-command.run";
import { testServer } from "../../support/server";
import { password as tenantPassword } from "../../support/world";
import { operatorSteps } from "./operator-steps";

const server = testServer();
const { signedIn, log } = operatorSteps(server);

const [maintenance, announcement, notices] = ["/operator/maintenance", "/operator/announcement", "/operator/notices"];
const typed = (fromNowMs: number) => new Date(Date.now() + fromNowMs).toISOString().slice(0, 16).replace("T", " ");
const hourMs = 3_600_000;

afterEach(async () => {
  await server.owner.query("DELETE FROM installation_notice");
  await server.platform.notices.refresh();
});

const projects = async (tenantId: number) =>
  (
    await server.owner.query<{ n: number }[]>("SELECT count(*)::int AS n FROM project WHERE tenant_id = $1", [tenantId])
  )[0]?.n;

describe("refusals", () => {
  test("times must be in the future, and texts of other languages need an English one", async () => {
    const { api } = await signedIn();
    const until = typed(hourMs);
    const wrong: [string, object, string[]][] = [
      [maintenance, {}, ["until"]],
      [maintenance, { until: "tomorrow" }, ["until"]],
      [maintenance, { until: typed(-hourMs) }, ["until"]],
      [maintenance, { until, de: "Wir ziehen um" }, ["en"]],
      [announcement, { until, tone: "info" }, ["en"]],
      [announcement, { until, tone: "loud", en: "Hello" }, ["tone"]],
      [announcement, { until, tone: "info", en: "x".repeat(501) }, ["en"]],
    ];
    for (const [path, body, fields] of wrong) {
      const answer = await api.post(path, body);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields]);
    }
    expect((await api.get(notices)).body.data).toEqual({ announcement: null, maintenance: null });
  });

  test("the application can read notices but not change them", async () => {
    const { database } = server.platform;
    await expect(database.query("SELECT 1 FROM installation_notice")).resolves.toEqual([]);
    for (const statement of [
      "DELETE FROM installation_notice",
      "INSERT INTO installation_notice (kind, until, texts) VALUES ('maintenance', now(), '{}')",
    ])
      await expect(database.query(statement)).rejects.toThrow(/permission denied/);
  });
});

test("during maintenance changes are refused, while reads and sign-in work", async () => {
  const world = await server.world();
  const { api, email } = await signedIn();
  const mine = world.api(world.admin);
  const create = () => mine.post("/project", { title: "Harbour" });
  const until = typed(hourMs);
  expect((await api.post(maintenance, { until, en: "We are moving" })).status).toBe(200);
  const before = await projects(world.tenantId);

  const refused = await create();
  expect([refused.status, refused.body.code]).toEqual([503, "maintenance"]);
  expect(refused.body.message).toContain("Maintenance is in progress");
  expect(refused.body.data).toMatchObject({
    until: `${until.replace(" ", "T")}:00.000Z`,
    texts: { en: "We are moving" },
  });
  expect(Number(refused.headers["retry-after"])).toBe(300);
  const inGerman = await mine.with({ "accept-language": "de" }).post("/project", { title: "Hafen" });
  expect(inGerman.status).toBe(503);
  expect((await world.api().post("/users/register", { email: "a@b.test", fullname: "A" })).status).toBe(503);
  expect(await projects(world.tenantId)).toBe(before);

  expect((await mine.get("/project/list")).status).toBe(200);
  const body = { email: world.admin.email, password: tenantPassword, remember: false };
  const entered = await world.api().post("/auth/login", body);
  expect(entered.status).toBe(200);
  const signedInUser = world.api({ ...world.admin, token: entered.body.access_token });
  expect((await signedInUser.post("/auth/logout")).status).toBe(200);

  expect((await api.delete(maintenance)).status).toBe(200);
  expect((await api.delete(maintenance)).status).toBe(200);
  expect((await create()).status).toBe(201);
  expect(await projects(world.tenantId)).toBe((before ?? 0) + 1);
  expect(await log(email)).toEqual([
    { action: "signed_in" },
    { action: "maintenance_set", about: until },
    { action: "maintenance_ended" },
  ]);
});

test("a new expected end keeps the beginning; a changed announcement is a new one", async () => {
  const { api } = await signedIn();
  const read = async () => (await api.get(notices)).body.data;
  await api.post(maintenance, { until: typed(hourMs) });
  await api.post(announcement, { until: typed(hourMs), tone: "info", en: "First" });
  const first = await read();
  await api.post(maintenance, { until: typed(2 * hourMs) });
  await api.post(announcement, { until: typed(hourMs), tone: "warning", en: "Second", de: "Zweite", ar: "" });
  const second = await read();
  expect(second.maintenance.since).toBe(first.maintenance.since);
  expect(second.maintenance.until > first.maintenance.until).toBe(true);
  expect(second.announcement.since > first.announcement.since).toBe(true);
  expect(second.announcement).toMatchObject({ tone: "warning", texts: { en: "Second", de: "Zweite" } });
  expect(second.announcement.texts).not.toHaveProperty("ar");
  await api.delete(announcement);
  expect((await read()).announcement).toBeNull();
});

test("an announcement disappears at its end, maintenance stays", async () => {
  const { api } = await signedIn();
  await api.post(maintenance, { until: typed(hourMs) });
  await api.post(announcement, { until: typed(hourMs), tone: "info", en: "Soon" });
  await server.owner.query("UPDATE installation_notice SET until = now() - interval '1 second'");
  const { data } = (await api.get(notices)).body;
  expect(data.announcement).toBeNull();
  expect(data.maintenance).not.toBeNull();
  const world = await server.world();
  const refused = await world.api(world.admin).post("/project", { title: "Late" });
  expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "5"]);
});

test("the command begins and ends maintenance", async () => {
  const output: string[] = [];
  const run = (...args: string[]) =>
    runOperatorCommand(server.owner, ["maintenance", ...args], (text) => output.push(text));
  await expect(run()).rejects.toThrow("requires --until or --off");
  await expect(run("--until", "soon")).rejects.toThrow("Write the time as in");
  await run("--until", typed(hourMs), "--text", "We are moving");
  await server.platform.notices.refresh();
  expect(server.platform.notices.current.maintenance?.texts).toEqual({ en: "We are moving" });
  await run("--off");
  await run("--off");
  await server.platform.notices.refresh();
  expect(server.platform.notices.current.maintenance).toBeNull();
  expect(output.at(-1)).toBe("There was no maintenance.");
});
