import { projectStream } from "../../shared/kernel/events";
import * as projects from "../../shared/work/projects/projects.contract";
import { boardFromReply } from "../../shared/work/tasks/tasks.board";
import * as contract from "../../shared/work/tasks/tasks.contract";
import { BoardWatcher } from "../support/board-watcher";
import { type LiveServer, startServer, startWorker, type Worker } from "../support/live-server";
import { LiveWorld, type Person } from "../support/live-world";
import { freshDatabaseUrl } from "../support/postgres/databases";
import { describeWithRedis, freePort, startRedis, type TestRedis } from "../support/redis";
import { DatabaseSeeder, type SeededProject } from "../support/seed";
import { waitUntil } from "../support/wait-until";

describeWithRedis("Redis is lost", () => {
  let redis: TestRedis;
  let server: LiveServer;
  let worker: Worker;
  let seed: DatabaseSeeder;
  let world: LiveWorld;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    redis = await startRedis({ port });
    const databaseUrl = await freshDatabaseUrl("outage");
    seed = DatabaseSeeder.at(databaseUrl);
    const options = { databaseUrl, redisUrl: redis.url };
    server = await startServer(options);
    worker = await startWorker(options);
    world = await LiveWorld.create(server.base, seed);
  });
  afterAll(async () => {
    world.close();
    await worker.stop();
    await server.stop();
    await redis.stop();
    await seed.close();
  });

  const move = (person: Person, project: SeededProject, turn: number) =>
    person.http.call(contract.moveTask, {
      params: { id: project.taskIds[0]?.[turn % 3] as number },
      body: { task_status_id: project.columnIds[turn % 2] },
    });

  const watch = (person: Person, project: SeededProject) => {
    const { base, host, seeded, id: userId } = person;
    const screen = { base, host, token: seeded.token, userId, read: () => person.board(project) };
    return BoardWatcher.open(screen, project.id);
  };

  test("users can work during a Redis outage, and screens catch up afterwards", async () => {
    const [ada, ben, cleo] = [await world.person("Ada"), await world.person("Ben"), await world.person("Cleo")];
    const project = await world.project([{ person: ada, role: "owner" }, ben, cleo], [3, 0, 0]);
    const watcher = await watch(ada, project);
    const revoked = await ben.watch(project);
    const bystander = await cleo.watch(project);
    for (let turn = 1; turn <= 5; turn++) expect((await move(ada, project, turn)).status).toBe(200);
    await watcher.reaches((await ada.board(project)).revision);

    await redis.stop();
    for (let turn = 1; turn <= 20; turn++) expect((await move(ada, project, turn)).status).toBe(200);
    const members = [ada, cleo].map((person) => ({ user_id: person.id, role: "owner" }));
    const { status } = await ada.http.call(projects.setProjectMembers, {
      params: { id: project.id },
      body: { members },
    });
    expect(status).toBe(200);
    const during = await ada.board(project);
    redis = await startRedis({ port });

    await watcher.reaches(during.revision);
    expect(watcher.faults).toEqual([]);
    expect(watcher.board).toEqual(boardFromReply(during));
    expect(watcher.reads).toBe(1); // exactly the missed events: no second read
    await revoked.revoked(projectStream(project.id));
    await bystander.until("the call to ask again", () => bystander.resyncs > 0 || undefined);

    for (let turn = 1; turn <= 5; turn++) expect((await move(ada, project, turn)).status).toBe(200);
    const after = await ada.board(project);
    await watcher.reaches(after.revision);
    expect(watcher.board).toEqual(boardFromReply(after));
    await bystander.revision(projectStream(project.id), after.revision);
    expect(revoked.of(projectStream(project.id)).filter((event) => event.revision > during.revision)).toEqual([]);
    watcher.close();
  });

  test("all events of the outage are eventually processed", async () => {
    const waiting = () =>
      seed.rows("SELECT id, type FROM domain_event WHERE tenant_id = $1 AND processed_at IS NULL", [world.tenant.id]);
    await waitUntil("every event is worked on", async () => (await waiting()).length === 0);
  });
});
