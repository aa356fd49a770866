import { consumeEvents } from "../../communication/notifications/worker";
import { newProject, newTask, newTeam, requireOk } from "../projects/projects";
import { testServer } from "../../support/server";

/** Changed comment texts are shown only at the task's current location, to users who can see the task there. */
const server = testServer();
const [first, second] = ["What everybody read", "What the merger costs"];

async function storedTexts() {
  const world = await server.world();
  const team = await newTeam(world);
  const task = await newTask(world, team.project.id);
  const [owner, viewer] = [world.api(team.owner), world.api(team.viewer)];
  const mention = `<span data-mention="${team.viewer.id}">x</span>`;
  const comment = (words: string) => ({ comment: `<p>${words} ${mention}</p>` });
  const time = (note: string) => ({ date: "2026-11-18", hours: 1, minutes: 0, note });
  const { id } = requireOk(await owner.post("/comments", { task_id: task.id, ...comment(first) })).body.data;
  const entry = requireOk(await owner.post("/time-entry", { task_id: task.id, ...time(`Hours: ${first}`) })).body.data
    .id;
  await consumeEvents(world, world.events());
  const change = async () => {
    requireOk(await owner.put(`/comments/${id}`, comment(second)));
    requireOk(await owner.put(`/time-entry/${entry}`, time(`Hours: ${second}`)));
  };
  const stored = async () =>
    JSON.stringify(
      await server.owner.query("SELECT data FROM domain_event WHERE tenant_id = $1 AND stream = ANY($2)", [
        world.tenantId,
        [`project:${team.project.id}`, `user:${team.viewer.id}`],
      ]),
    );
  const read = async () => {
    const pages = await Promise.all(
      ["/activity", "/notification"].map(async (url) => requireOk(await viewer.get(url)).text),
    );
    const words = [...pages, await stored()].join("\n");
    return [first, second].filter((each) => words.includes(each));
  };
  const notified = async () => requireOk(await viewer.get("/notification")).text;
  return { world, ...team, task, owner, change, read, notified };
}

test("a project that the task left shows neither old nor new comment texts", async () => {
  const { world, owner, task, change, read, notified } = await storedTexts();
  expect(await read()).toEqual([first]);
  const elsewhere = await newProject(world, { title: "Merger" });
  requireOk(await owner.put(`/task/${task.id}/project`, { project_id: elsewhere.id }));
  await change();
  expect(await read()).toEqual([]);
  expect(await notified()).toContain("…");
});

test("an old notification doesn't show later texts to removed members", async () => {
  const { world, owner, project, change, notified } = await storedTexts();
  expect(await notified()).toContain(first);
  requireOk(
    await owner.put(`/project/${project.id}/members`, { members: [{ user_id: world.manager.id, role: "owner" }] }),
  );
  await change();
  const now = await notified();
  expect([first, second, "…"].filter((words) => now.includes(words))).toEqual(["…"]);
});

test("a changed comment is shown in the task and in notifications", async () => {
  const { change, read, notified } = await storedTexts();
  await change();
  expect(await read()).toEqual([second]);
  expect(await notified()).toContain(second);
});
