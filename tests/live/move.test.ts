import { projectStream } from "../../shared/kernel/events";
import * as contract from "../../shared/tasks/tasks.contract";
import { type LiveServer, startServer } from "../support/live-server";
import { LiveWorld } from "../support/live-world";
import { freshDatabaseUrl } from "../support/postgres";
import { Seed } from "../support/seed";

let server: LiveServer;
let seed: Seed;
let world: LiveWorld;
beforeAll(async () => {
  const databaseUrl = await freshDatabaseUrl("live_move");
  seed = Seed.at(databaseUrl);
  server = await startServer({ databaseUrl, redisUrl: null });
  world = await LiveWorld.create(server.base, seed);
});
afterAll(async () => {
  world.close();
  await server.stop();
  await seed.close();
});

test("a move arrives on another's screen", async () => {
  const ada = await world.person("Ada");
  const ben = await world.person("Ben");
  const project = await world.project([ada, ben], [2, 0, 0]);
  const socket = await ben.watch(project);
  const [task] = project.taskIds[0] as [number];
  const moved = await ada.http.call(contract.moveTask, {
    params: { id: task },
    body: { task_status_id: project.columnIds[1] },
  });
  expect(moved.status).toBe(200);
  const event = await socket.revision(projectStream(project.id), 1);
  expect(event).toMatchObject({ type: "task.moved", data: { id: task, task_status_id: project.columnIds[1] } });
});
