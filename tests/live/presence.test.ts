import { projectStream, userStream } from "../../shared/kernel/events";
import type { PresentUser } from "../../shared/kernel/streams";
import { type LiveServer, startServer } from "../support/live-server";
import type { Person } from "../support/live-world";
import type { LiveClient } from "../support/live-client";
import { describeWithRedis } from "../support/redis";
import { describeOnBothBackends, type LiveFixture, liveFixture } from "./live-fixture";

async function sceneOn(stage: LiveFixture) {
  const world = await stage.world();
  const ada = await world.person("Ada");
  const ben = await world.person("Ben");
  const project = await world.project([ada, ben], [2, 0, 0]);
  return { world, ada, ben, project, stream: projectStream(project.id), task: project.taskIds[0]?.[0] as number };
}

const present = (person: Person, overrides: Partial<PresentUser> = {}): PresentUser => ({
  id: person.id,
  fullname: person.seeded.fullname,
  image: null,
  focus: null,
  dragging: false,
  over: null,
  board: true,
  ...overrides,
});

async function onBoard(person: Person, project: { id: number }): Promise<LiveClient> {
  const client = await person.watch(project);
  client.focus({ stream: projectStream(project.id), board: true, taskId: null, dragging: false });
  return client;
}

const shows =
  (...users: PresentUser[]) =>
  (presence: { users: PresentUser[] }) =>
    JSON.stringify(presence.users) === JSON.stringify(users);

describeOnBothBackends("who is on a board", (stage) => {
  test("users see other users join the board, open and drag a card, and leave", async () => {
    const { ada, ben, project, stream, task } = await sceneOn(stage);
    const [first, second] = [await onBoard(ada, project), await onBoard(ben, project)];
    await first.presence(stream, shows(present(ada), present(ben)));
    await second.presence(stream, shows(present(ada), present(ben)));

    second.focus({ stream, board: true, taskId: task, dragging: false });
    await first.presence(stream, shows(present(ada), present(ben, { focus: task })));

    const over = { task_status_id: project.columnIds[1] as number, before_id: null };
    second.focus({ stream, board: true, taskId: task, dragging: true, over });
    await first.presence(stream, shows(present(ada), present(ben, { focus: task, dragging: true, over })));

    second.focus({ stream, board: true, taskId: null, dragging: false });
    await first.presence(stream, shows(present(ada), present(ben)));

    second.close();
    await first.presence(stream, shows(present(ada)));
  });

  test("a user who opens a task outside the board is shown on the task only", async () => {
    const { ada, ben, project, stream, task } = await sceneOn(stage);
    const watcher = await onBoard(ada, project);
    const elsewhere = await ben.watch(project);
    elsewhere.focus({ stream, taskId: task, dragging: false, editing: true });
    const presence = await watcher.presence(stream, ({ users }) => users.some(({ editing }) => editing));
    const { board: _, ...open } = present(ben, { focus: task, editing: true });
    expect(presence.users).toEqual([present(ada), open]);
    elsewhere.focus({ stream, taskId: null, dragging: false });
    await watcher.presence(stream, shows(present(ada)));
  });

  test("presence shows a user's busiest screen and the next one after it closes", async () => {
    const { ada, ben, project, stream, task } = await sceneOn(stage);
    const watcher = await onBoard(ada, project);
    const [idle, busy] = [await onBoard(ben, project), await onBoard(ben, project)];
    busy.focus({ stream, board: true, taskId: task, dragging: true });
    idle.focus({ stream, board: true, taskId: task + 1, dragging: false });
    await watcher.presence(stream, shows(present(ada), present(ben, { focus: task, dragging: true })));
    busy.close();
    await watcher.presence(stream, shows(present(ada), present(ben, { focus: task + 1 })));
    idle.socket.emit("unsubscribe", { stream });
    await watcher.presence(stream, shows(present(ada)));
  });

  test.each([
    ["isn't shown", false],
    ["is shown when they come back meanwhile", true],
  ])("a user who unsubscribes before access is checked %s", async (_, back) => {
    const { ada, ben, project, stream, task } = await sceneOn(stage);
    const watcher = await onBoard(ada, project);
    const passing = await ben.connect();
    const answers: unknown[] = [];
    // Sends without waiting, like a browser whose user leaves the board quickly.
    passing.socket.emit("subscribe", { stream, since: null }, (ack: unknown) => answers.push(ack));
    passing.socket.emit("unsubscribe", { stream });
    if (back) passing.socket.emit("subscribe", { stream, since: null }, (ack: unknown) => answers.push(ack));
    await passing.subscribe(userStream(ben.id));
    expect(answers).toHaveLength(back ? 2 : 1);
    passing.focus({ stream, board: true, taskId: null, dragging: false });
    (await onBoard(ada, project)).focus({ stream, board: true, taskId: task, dragging: true });
    const presence = await watcher.presence(stream, ({ users }) => users.some(({ dragging }) => dragging));
    expect(presence.users.map(({ id }) => id)).toEqual(back ? [ada.id, ben.id] : [ada.id]);
  });

  test("outsiders receive no presence, and their focus on the board is ignored", async () => {
    const { world, ada, project, stream, task } = await sceneOn(stage);
    const eve = await (await world.person("Eve")).connect();
    eve.focus({ stream, board: true, taskId: task, dragging: true });
    await eve.subscribe(stream);
    const watcher = await onBoard(ada, project);
    await watcher.presence(stream, shows(present(ada)));
    expect(eve.presences).toEqual([]);
  });

  test("invalid focus values aren't broadcast", async () => {
    const { ada, ben, project, stream } = await sceneOn(stage);
    const [first, second] = [await onBoard(ada, project), await onBoard(ben, project)];
    second.say("focus", {
      stream,
      board: true,
      taskId: "<img>",
      dragging: "yes",
      editing: "yes",
      over: { task_status_id: {} },
      fullname: "Mallory",
    });
    await first.presence(stream, shows(present(ada), present(ben)));
  });
});

describeWithRedis("who is on a board, over two servers", (redis) => {
  describe("servers connected only through Redis", () => {
    const stage = liveFixture(() => redis.url);
    let other: LiveServer;
    beforeAll(async () => {
      other = await startServer(stage);
    });
    afterAll(() => other.stop());

    test("users on both servers see each other in any order of joining", async () => {
      const { ada, ben, project, stream, task } = await sceneOn(stage);
      const first = await onBoard(ada, project);
      const second = await onBoard(ben.at(other.base), project);
      await first.presence(stream, shows(present(ada), present(ben)));
      await second.presence(stream, shows(present(ada), present(ben)));
      second.focus({ stream, board: true, taskId: task, dragging: true });
      await first.presence(stream, shows(present(ada), present(ben, { focus: task, dragging: true })));
      second.close();
      await first.presence(stream, shows(present(ada)));
    });

    test("a stopping server removes only its own users from presence", async () => {
      const { ada, ben, project, stream } = await sceneOn(stage);
      const third = await startServer(stage);
      const first = await onBoard(ada, project);
      const second = await onBoard(ben.at(third.base), project);
      await first.presence(stream, shows(present(ada), present(ben)));
      await third.stop();
      await second.disconnected();
      await first.presence(stream, shows(present(ada)));
      expect(first.socket.connected).toBe(true);
    });
  });
});
