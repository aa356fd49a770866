import { excerptOf } from "../../../server/platform/rich-text/rich-text";
import { consumeEvents } from "../../communication/notifications/worker";
import { newTask, newTeam, requireOk } from "../projects/projects";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";

const server = testServer();
const secret = "SALARY-LEAK-123";

async function thread() {
  const world = await server.world();
  const team = await newTeam(world);
  const task = await newTask(world, team.project.id, { users: [world.manager.id] });
  const api = world.api(team.member);
  const mention = `<span data-mention="${world.manager.id}">x</span>`;
  const text = `<p>${secret} ${mention}</p>`;
  const { id } = requireOk(await api.post("/comments", { task_id: task.id, comment: text })).body.data as {
    id: number;
  };
  requireOk(await world.api(world.manager).put(`/comments/${id}/reactions`, { emoji: "like", on: true }));
  await consumeEvents(world, world.events());
  return { world, ...team, task, api, id, path: `/comments/${id}` };
}

async function occurrencesOf(world: World, task: { id: number }, word = secret): Promise<string[]> {
  const stands: string[] = [];
  const look = (where: string, value: unknown) => {
    if (JSON.stringify(value).includes(word)) stands.push(where);
  };
  for (const person of [world.manager, world.employee]) {
    for (const path of [`/task/${task.id}`, `/task/${task.id}/activity`, "/activity", "/notification"]) {
      const answer = await world.api(person).get(path);
      look(path, answer.body);
    }
  }
  // Sockets replay from the event log; mails, pushes and digests are built from the other tables.
  for (const table of ["domain_event", "notification", "notification_event"]) {
    look(table, await server.owner.query(`SELECT * FROM ${table} WHERE tenant_id = $1`, [world.tenantId]));
  }
  return [...new Set(stands)].sort();
}

const allSources = ["/activity", "/notification", "domain_event", "notification", "notification_event"];

test("a deleted comment's text is removed everywhere until it is restored", async () => {
  const { world, task, api, path } = await thread();
  const before = await occurrencesOf(world, task);
  expect(before).toEqual(expect.arrayContaining(allSources));
  requireOk(await api.delete(path));
  expect(await occurrencesOf(world, task)).toEqual([]);
  requireOk(await api.put(`${path}/restore`));
  expect(await occurrencesOf(world, task)).toEqual(before);
});

test("a changed comment's old text is replaced everywhere", async () => {
  const { world, task, api, path } = await thread();
  const before = await occurrencesOf(world, task);
  requireOk(await api.put(path, { comment: "<p>Better so</p>" }));
  expect(await occurrencesOf(world, task)).toEqual([]);
  expect(await occurrencesOf(world, task, "Better so")).toEqual(before);
});

test.each([
  ["no-break spaces and byte order marks", `\ufeff\u00a0${secret}\u202f \ufeff`],
  ["joiners and emoji", `\u200d${secret}\u200c ${"👨\u200d👩\u200d👧🇮🇶".repeat(30)}`],
])("a comment with %s is removed after an edit and a deletion", async (_, words) => {
  const { world, task, api, path } = await thread();
  requireOk(await api.put(path, { comment: `<p>Edited ${words}</p>` }));
  expect(await occurrencesOf(world, task)).toEqual(expect.arrayContaining(allSources));
  requireOk(await api.delete(path));
  expect(await occurrencesOf(world, task)).toEqual([]);
});

test("deleting a task removes its comments and descriptions from all stored data", async () => {
  const { world, task } = await thread();
  const owner = world.api(world.manager);
  requireOk(await owner.post(`/task/${task.id}`, { description: `<p>${secret} in the description</p>` }));
  requireOk(await owner.post(`/task/${task.id}`, { description: "<p>Harmless</p>" }));
  expect(await occurrencesOf(world, task)).toContain("domain_event");
  requireOk(await owner.delete(`/task/${task.id}`));
  expect(await occurrencesOf(world, task)).toEqual([]);
  expect(await occurrencesOf(world, task, "Harmless")).toEqual([]);
});

test("notifications sent late contain the current text or no text", async () => {
  const world = await server.world();
  const team = await newTeam(world);
  const task = await newTask(world, team.project.id, { users: [world.manager.id] });
  const api = world.api(team.member);
  const say = async (comment: string) =>
    requireOk(await api.post("/comments", { task_id: task.id, comment })).body.data.id;
  const [changed, deleted] = [await say(`<p>${secret} one</p>`), await say(`<p>${secret} two</p>`)];
  requireOk(await api.put(`/comments/${changed}`, { comment: "<p>Present</p>" }));
  requireOk(await api.delete(`/comments/${deleted}`));
  await consumeEvents(world, world.events());
  expect(await occurrencesOf(world, task)).toEqual([]);
  expect(await occurrencesOf(world, task, "Present")).toContain("notification");
});

test("deleting a comment keeps other comments' texts in the same notification", async () => {
  const { world, task, api, path, member, owner } = await thread();
  requireOk(await world.api(owner).post("/comments", { task_id: task.id, comment: "<p>Unrelated</p>" }));
  requireOk(await world.api(member).post("/comments", { task_id: task.id, comment: "<p>Innocent</p>" }));
  await consumeEvents(world, world.events());
  const words = await Promise.all(["Unrelated", "Innocent"].map((word) => occurrencesOf(world, task, word)));
  requireOk(await api.delete(path));
  expect(await Promise.all(["Unrelated", "Innocent"].map((word) => occurrencesOf(world, task, word)))).toEqual(words);
});

test.each([
  ["<p>Short</p>"],
  ["<p>a<strong>b</strong>c</p><p>next &lt;b&gt; &amp;amp; “quoted”</p><ul><li>one</li><li>two</li></ul>"],
  [`<p>${"word ".repeat(60)}</p>`],
  ["<h3>Title</h3><pre>x  y</pre><p>line<br />line</p>"],
  ["<p>ئەرک\u200cپێدراو 👨\u200d👩\u200d👧\u200b</p>"],
  ...["👨\u200d👩\u200d👧", "👍🏽", "🇮🇶🇰🇷🇩🇪", "e\u0301\u0302", "❤\ufe0f\u200d🔥", "می\u200cخواهم"].flatMap((sign) =>
    [113, 114, 115, 116, 117, 118].map((length) => [`<p>${"a".repeat(length)}${sign} and more</p>`] as [string]),
  ),
  [
    "<table><tbody><tr><th><p>Room</p></th><th><p>Price</p></th></tr><tr><td><p>124</p></td><td><p>9.50</p></td></tr></tbody></table>",
  ],
])("excerpt_of in SQL equals excerptOf in the server: %s", async (html) => {
  const [{ said }] = await server.owner.query("SELECT excerpt_of($1) AS said", [html]);
  expect(said).toBe(excerptOf(html));
});
