import { projectStream } from "../../shared/kernel/events";
import { boardFromReply } from "../../shared/work/tasks/tasks.board";
import * as contract from "../../shared/work/tasks/tasks.contract";
import { BoardWatcher } from "../support/board-watcher";
import { LiveWorld, type Person } from "../support/live-world";
import { freshDatabaseUrl } from "../support/postgres/databases";
import { buildPrograms, type ProgramProcess, startProgram } from "../support/programs";
import { describeWithRedis, freePort } from "../support/redis";
import { DatabaseSeeder, type SeededProject } from "../support/seed";

/** The processes of docker-compose.yml: two servers and two workers connected only through one PostgreSQL and one Redis. */
describeWithRedis("two servers and two workers", (redis) =>
  describe("as separate processes", () => {
    let seed: DatabaseSeeder;
    let world: LiveWorld;
    let second: string;
    const programs: ProgramProcess[] = [];
    beforeAll(async () => {
      await buildPrograms();
      const databaseUrl = await freshDatabaseUrl("processes");
      seed = DatabaseSeeder.at(databaseUrl);
      const shared = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url };
      const ports = [await freePort(), await freePort()];
      programs.push(
        ...(await Promise.all([
          ...ports.map((port) => startProgram("server", { ...shared, PORT: String(port) })),
          startProgram("worker", shared),
          startProgram("worker", shared),
        ])),
      );
      world = await LiveWorld.create(`http://127.0.0.1:${ports[0]}`, seed);
      second = `http://127.0.0.1:${ports[1]}`;
    }, 60_000);
    afterAll(async () => {
      world?.close();
      expect(await Promise.all(programs.map((program) => program.stop()))).toEqual(programs.map(() => 0));
      await seed?.close();
    }, 60_000);

    const watch = (person: Person, project: SeededProject) => {
      const { base, host, seeded, id: userId } = person;
      const screen = { base, host, token: seeded.token, userId, read: () => person.board(project) };
      return BoardWatcher.open(screen, project.id);
    };

    test("moves and presence reach sockets on the other server", async () => {
      const ada = await world.person("Ada");
      const ben = (await world.person("Ben")).at(second);
      const project = await world.project([ada, ben], [2, 0, 0]);
      const stream = projectStream(project.id);
      const [adas, bens] = [await ada.watch(project), await ben.watch(project)];
      const [first, other] = project.taskIds[0] as [number, number];
      await ada.http.call(contract.moveTask, { params: { id: first }, body: { task_status_id: project.columnIds[1] } });
      expect(await bens.revision(stream, 1)).toMatchObject({
        type: "task.moved",
        data: { id: first },
        actor: { id: ada.id },
      });
      await ben.http.call(contract.moveTask, { params: { id: other }, body: { task_status_id: project.columnIds[2] } });
      expect(await adas.revision(stream, 2)).toMatchObject({ data: { id: other }, actor: { id: ben.id } });

      adas.focus({ stream, board: true, taskId: null, dragging: false });
      bens.focus({ stream, board: true, taskId: other, dragging: true });
      const presence = await adas.presence(stream, ({ users }) => users.some((user) => user.dragging));
      expect(presence.users).toMatchObject([
        { id: ada.id, focus: null },
        { id: ben.id, focus: other, dragging: true },
      ]);
      ben.close();
    });

    test("users on both servers moving the same cards end with the same board", async () => {
      const people = await Promise.all(["Ada", "Ben", "Cleo", "Dan"].map((name) => world.person(name)));
      const spread = people.map((person, at) => (at % 2 === 0 ? person : person.at(second)));
      const project = await world.project(people, [5, 5, 5]);
      const screens = await Promise.all(spread.map((person) => watch(person, project)));
      await Promise.all(
        spread.map(async (person, who) => {
          for (let turn = 0; turn < 15; turn++) {
            const id = project.taskIds[turn % 3]?.[(turn + who) % 5] as number;
            const body = { task_status_id: project.columnIds[(turn + who) % 3] };
            expect((await person.http.call(contract.moveTask, { params: { id }, body })).status).toBe(200);
          }
        }),
      );
      const fresh = boardFromReply(await (spread[1] as Person).board(project));
      for (const screen of screens) {
        await screen.reaches(fresh.revision);
        expect(screen.board).toEqual(fresh);
        expect(screen.faults).toEqual([]);
        screen.close();
      }
      for (const person of spread) person.close();
    });
  }),
);
