import { colorTones } from "../../../shared/kernel/fields";
import { testServer } from "../../support/server";
import { newProject, newTask, newTeam, requireOk } from "./projects";

const server = testServer();

describe("refused tag changes", () => {
  test("tag endpoints return 403 for viewers and 404 outside the project", async () => {
    const world = await server.world();
    const { project, viewer, stranger } = await newTeam(world);
    const tag = requireOk(await world.api(world.manager).post("/project/tags", { project_id: project.id, name: "Bug" }))
      .body.data;
    for (const [person, status] of [[viewer, 403] as const, [stranger, 404] as const]) {
      const api = world.api(person);
      expect((await api.post("/project/tags", { project_id: project.id, name: "Mine" })).status).toBe(status);
      expect((await api.patch(`/project/tags/${tag.id}`, { name: "Mine" })).status).toBe(status);
      expect((await api.delete(`/project/tags/${tag.id}`)).status).toBe(status);
    }
  });

  test("a duplicate tag name gets 422, ignoring case; other projects may use it", async () => {
    const world = await server.world();
    const project = await newProject(world);
    const other = await newProject(world);
    const api = world.api(world.manager);
    requireOk(await api.post("/project/tags", { project_id: project.id, name: "Design" }));
    const bug = requireOk(await api.post("/project/tags", { project_id: project.id, name: "Bug" })).body.data;
    const twice = await api.post("/project/tags", { project_id: project.id, name: " DESIGN " });
    expect([twice.status, twice.body.errors]).toEqual([422, { name: ["This is already in use"] }]);
    expect((await api.patch(`/project/tags/${bug.id}`, { name: "dEsIgN" })).status).toBe(422);
    requireOk(await api.post("/project/tags", { project_id: other.id, name: "Design" }));
    requireOk(await api.patch(`/project/tags/${bug.id}`, { name: "BUG" }));
  });

  test("a missing project or name or an invalid color gets 422", async () => {
    const world = await server.world();
    const answer = await world.api(world.manager).post("/project/tags", { color: "#ff0000" });
    expect(Object.keys(answer.body.errors).sort()).toEqual(["color", "name", "project_id"]);
    expect((await world.api(world.manager).get("/project/tags")).status).toBe(422);
  });
});

test("a new tag gets the least used color of the project", async () => {
  const world = await server.world();
  const project = await newProject(world);
  const colors: string[] = [];
  for (const _ of colorTones) {
    const body = { project_id: project.id, name: `Tag ${colors.length}` };
    colors.push(requireOk(await world.api(world.manager).post("/project/tags", body)).body.data.color);
  }
  expect([...colors].sort()).toEqual([...colorTones].sort());
});

test("changing tags updates tasks and emits events", async () => {
  const world = await server.world();
  const { project, member } = await newTeam(world);
  const api = world.api(member);
  const mark = server.published.length;
  const tag = requireOk(await api.post("/project/tags", { project_id: project.id, name: "Zeta", color: "teal" })).body
    .data;
  requireOk(await api.post("/project/tags", { project_id: project.id, name: "alpha" }));
  const task = await newTask(world, project.id, { tags: [tag.id] });
  const renamed = requireOk(await api.patch(`/project/tags/${tag.id}`, { name: "Omega" })).body.data;
  expect(renamed).toEqual({ id: tag.id, project_id: project.id, name: "Omega", color: "teal" });
  const list = requireOk(await api.get(`/project/tags?project_id=${project.id}`)).body.data;
  expect(list.map((each: { name: string }) => each.name)).toEqual(["alpha", "Omega"]);
  requireOk(await api.delete(`/project/tags/${tag.id}`));
  expect(requireOk(await api.get(`/task/${task.id}`)).body.data.tag_ids).toEqual([]);
  expect((await api.delete(`/project/tags/${tag.id}`)).status).toBe(404);
  const events = world.events(mark).filter(({ event }) => event.type.startsWith("tag."));
  expect(events.map(({ event }) => event.type)).toEqual(["tag.created", "tag.created", "tag.updated", "tag.deleted"]);
});

test("ten concurrent requests for the same tag create one", async () => {
  const world = await server.world();
  const project = await newProject(world);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      world.api(world.manager).post("/project/tags", { project_id: project.id, name: "Race" }),
    ),
  );
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status === 422)).toHaveLength(9);
});
