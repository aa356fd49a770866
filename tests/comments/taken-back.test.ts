import { takeBackWhatIsStored } from "../../migrations/0070-words-that-were-taken-back";
import { excerptOf } from "../../server/platform/rich-text/rich-text";
import { consume } from "../notifications/worker";
import { newTask, newTeam, ok } from "../projects/projects";
import { testServer } from "../support/server";
import type { World } from "../support/world";

const server = testServer();
const secret = "SALARY-LEAK-123";

/** Somebody says what they shouldn't have, to people who are told of it. */
async function thread() {
  const world = await server.world();
  const team = await newTeam(world);
  const task = await newTask(world, team.project.id, { users: [world.manager.id] });
  const api = world.api(team.member);
  const mention = `<span data-mention="${world.manager.id}">x</span>`;
  const text = `<p>${secret} ${mention}</p>`;
  const { id } = ok(await api.post("/comments", { task_id: task.id, comment: text })).body.data as { id: number };
  ok(await world.api(world.manager).put(`/comments/${id}/reactions`, { emoji: "like", on: true }));
  await consume(world, world.events());
  return { world, ...team, task, api, id, path: `/comments/${id}` };
}

/** Everything that anybody can read of what was said, and everything that is stored and told later. */
async function whereItStands(world: World, task: { id: number }, word = secret): Promise<string[]> {
  const stands: string[] = [];
  const look = (where: string, what: unknown) => {
    if (JSON.stringify(what).includes(word)) stands.push(where);
  };
  for (const person of [world.manager, world.employee]) {
    for (const path of [`/task/${task.id}`, `/task/${task.id}/activity`, "/activity", "/notification"]) {
      const answer = await world.api(person).get(path);
      look(path, answer.body);
    }
  }
  // Sockets replay from the log; mails, pushes and digests are made from the others.
  for (const table of ["domain_event", "notification", "notification_event"]) {
    look(table, await server.owner.query(`SELECT * FROM ${table} WHERE tenant_id = $1`, [world.tenantId]));
  }
  return [...new Set(stands)].sort();
}

const everywhere = ["/activity", "/notification", "domain_event", "notification", "notification_event"];

test("what is deleted stands nowhere; brought back, it stands where it stood", async () => {
  const { world, task, api, path } = await thread();
  const before = await whereItStands(world, task);
  expect(before).toEqual(expect.arrayContaining(everywhere));
  ok(await api.delete(path));
  expect(await whereItStands(world, task)).toEqual([]);
  ok(await api.put(`${path}/restore`));
  expect(await whereItStands(world, task)).toEqual(before);
});

test("what is written anew stands in its new words alone", async () => {
  const { world, task, api, path } = await thread();
  const before = await whereItStands(world, task);
  ok(await api.put(path, { comment: "<p>Better so</p>" }));
  expect(await whereItStands(world, task)).toEqual([]);
  expect(await whereItStands(world, task, "Better so")).toEqual(before);
});

test("with its task it goes too, and what the task was about", async () => {
  const { world, task } = await thread();
  const owner = world.api(world.manager);
  ok(await owner.post(`/task/${task.id}`, { description: `<p>${secret} in the description</p>` }));
  ok(await owner.post(`/task/${task.id}`, { description: "<p>Harmless</p>" }));
  expect(await whereItStands(world, task)).toContain("domain_event");
  ok(await owner.delete(`/task/${task.id}`));
  expect(await whereItStands(world, task)).toEqual([]);
  expect(await whereItStands(world, task, "Harmless")).toEqual([]);
});

test("who is told after it was deleted or changed hears the present words, or nothing", async () => {
  const world = await server.world();
  const team = await newTeam(world);
  const task = await newTask(world, team.project.id, { users: [world.manager.id] });
  const api = world.api(team.member);
  const say = async (comment: string) => ok(await api.post("/comments", { task_id: task.id, comment })).body.data.id;
  const [changed, deleted] = [await say(`<p>${secret} one</p>`), await say(`<p>${secret} two</p>`)];
  ok(await api.put(`/comments/${changed}`, { comment: "<p>Present</p>" }));
  ok(await api.delete(`/comments/${deleted}`));
  await consume(world, world.events());
  expect(await whereItStands(world, task)).toEqual([]);
  expect(await whereItStands(world, task, "Present")).toContain("notification");
});

test("others' words stay, also of the same task and in the same notification", async () => {
  const { world, task, api, path, member, owner } = await thread();
  ok(await world.api(owner).post("/comments", { task_id: task.id, comment: "<p>Unrelated</p>" }));
  ok(await world.api(member).post("/comments", { task_id: task.id, comment: "<p>Innocent</p>" }));
  await consume(world, world.events());
  const words = await Promise.all(["Unrelated", "Innocent"].map((word) => whereItStands(world, task, word)));
  ok(await api.delete(path));
  expect(await Promise.all(["Unrelated", "Innocent"].map((word) => whereItStands(world, task, word)))).toEqual(words);
});

test.each([
  ["<p>Short</p>"],
  ["<p>a<strong>b</strong>c</p><p>next &lt;b&gt; &amp;amp; “quoted”</p><ul><li>one</li><li>two</li></ul>"],
  [`<p>${"word ".repeat(60)}</p>`],
  ["<h3>Title</h3><pre>x  y</pre><p>line<br />line</p>"],
])("the database quotes as the server does: %s", async (html) => {
  const [{ said }] = await server.owner.query("SELECT excerpt_of($1) AS said", [html]);
  expect(said).toBe(excerptOf(html));
});

test("what was stored before is taken back by the migration: deleted, changed, and without its comment; the rest stays", async () => {
  const { world, task, api, path, id, project } = await thread();
  const other = await newTask(world, project.id, { users: [world.manager.id] });
  ok(await api.post("/comments", { task_id: other.id, comment: "<p>Kept words</p>" }));
  await consume(world, world.events());
  const kept = await whereItStands(world, other, "Kept words");
  const stored = await server.owner.query("SELECT id, data FROM domain_event WHERE tenant_id = $1", [world.tenantId]);
  const takenBackOnceMore = async () => {
    for (const event of stored) {
      await server.owner.query("UPDATE domain_event SET data = $2 WHERE id = $1", [event.id, event.data]);
    }
    expect(await whereItStands(world, task)).toContain("domain_event");
    await server.owner.query(takeBackWhatIsStored);
    expect(await whereItStands(world, task)).toEqual([]);
  };
  ok(await api.put(path, { comment: "<p>Better so</p>" }));
  await takenBackOnceMore();
  expect(await whereItStands(world, task, "Better so")).toContain("/activity");
  ok(await api.delete(path));
  await takenBackOnceMore();
  await server.owner.query("DELETE FROM comment WHERE id = $1", [id]);
  await takenBackOnceMore();
  expect(await whereItStands(world, other, "Kept words")).toEqual(kept);
});
