import { takeBackWhatLeft } from "../../migrations/0410-words-stay-in-their-project";
import { consume } from "../notifications/worker";
import { newProject, newTask, newTeam, ok } from "../projects/projects";
import { testServer } from "../support/server";

/** What is written anew is read where its task is now, and by those who see it there. */
const server = testServer();
const [first, second] = ["What everybody read", "What the merger costs"];

/** A task with a comment that mentions the viewer, and with hours; what the viewer reads and would be told of it. */
async function said() {
  const world = await server.world();
  const team = await newTeam(world);
  const task = await newTask(world, team.project.id);
  const [owner, viewer] = [world.api(team.owner), world.api(team.viewer)];
  const mention = `<span data-mention="${team.viewer.id}">x</span>`;
  const comment = (words: string) => ({ comment: `<p>${words} ${mention}</p>` });
  const time = (note: string) => ({ date: "2026-11-18", hours: 1, minutes: 0, note });
  const { id } = ok(await owner.post("/comments", { task_id: task.id, ...comment(first) })).body.data;
  const entry = ok(await owner.post("/time-entry", { task_id: task.id, ...time(`Hours: ${first}`) })).body.data.id;
  await consume(world, world.events());
  const change = async () => {
    ok(await owner.put(`/comments/${id}`, comment(second)));
    ok(await owner.put(`/time-entry/${entry}`, time(`Hours: ${second}`)));
  };
  const stored = async () =>
    JSON.stringify(
      await server.owner.query("SELECT data FROM domain_event WHERE tenant_id = $1 AND stream = ANY($2)", [
        world.tenantId,
        [`project:${team.project.id}`, `user:${team.viewer.id}`],
      ]),
    );
  const read = async () => {
    const pages = await Promise.all(["/activity", "/notification"].map(async (url) => ok(await viewer.get(url)).text));
    const words = [...pages, await stored()].join("\n");
    return [first, second].filter((each) => words.includes(each));
  };
  const notified = async () => ok(await viewer.get("/notification")).text;
  return { world, ...team, task, owner, change, read, notified };
}

test("in a project that the task has left neither the words of before nor those of now", async () => {
  const { world, owner, task, change, read, notified } = await said();
  expect(await read()).toEqual([first]);
  const elsewhere = await newProject(world, { title: "Merger" });
  ok(await owner.put(`/task/${task.id}/project`, { project_id: elsewhere.id }));
  await change();
  expect(await read()).toEqual([]);
  expect(await notified()).toContain("…");
});

test("who was taken out of the project isn't told by an old notification what was written since", async () => {
  const { world, owner, project, change, notified } = await said();
  expect(await notified()).toContain(first);
  ok(await owner.put(`/project/${project.id}/members`, { members: [{ user_id: world.manager.id, role: "owner" }] }));
  await change();
  const now = await notified();
  expect([first, second, "…"].filter((words) => now.includes(words))).toEqual(["…"]);
});

test("where the task is they stand, also in notifications", async () => {
  const { change, read, notified } = await said();
  await change();
  expect(await read()).toEqual([second]);
  expect(await notified()).toContain(second);
});

test("what was retold before is taken back", async () => {
  const { world, owner, task, change, read } = await said();
  const elsewhere = await newProject(world, { title: "Merger" });
  ok(await owner.put(`/task/${task.id}/project`, { project_id: elsewhere.id }));
  await change();
  await server.owner.query(
    `UPDATE domain_event SET data = data || jsonb_build_object(CASE WHEN type LIKE 'comment.%' THEN 'comment' ELSE 'note' END, $2::text)
     WHERE tenant_id = $1 AND type IN ('comment.created', 'time_entry.created')`,
    [world.tenantId, second],
  );
  await server.owner.query(
    `UPDATE notification SET "values" = jsonb_set("values", '{excerpt}', to_jsonb($2::text)) WHERE tenant_id = $1 AND "values" ? 'excerpt'`,
    [world.tenantId, second],
  );
  expect(await read()).toEqual([second]);
  await server.owner.query(takeBackWhatLeft);
  expect(await read()).toEqual([]);
});
