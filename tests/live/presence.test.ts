import { projectStream, userStream } from "../../shared/kernel/events";
import type { PresentUser } from "../../shared/kernel/streams";
import { type LiveServer, startServer } from "../support/live-server";
import type { Person } from "../support/live-world";
import { describeWithRedis } from "../support/redis";
import { describeOnBothBackends, type Stage, setStage } from "./stage";

async function sceneOn(stage: Stage) {
  const world = await stage.world();
  const ada = await world.person("Ada");
  const ben = await world.person("Ben");
  const project = await world.project([ada, ben], [2, 0, 0]);
  return { world, ada, ben, project, stream: projectStream(project.id), task: project.taskIds[0]?.[0] as number };
}

const present = (person: Person, more: Partial<PresentUser> = {}): PresentUser => ({
  id: person.id,
  fullname: person.seeded.fullname,
  image: null,
  focus: null,
  dragging: false,
  over: null,
  ...more,
});

const shows =
  (...users: PresentUser[]) =>
  (presence: { users: PresentUser[] }) =>
    JSON.stringify(presence.users) === JSON.stringify(users);

describeOnBothBackends("who is on a board", (stage) => {
  test("each sees the others come, look at a card, drag it, and go", async () => {
    const { ada, ben, project, stream, task } = await sceneOn(stage);
    const [first, second] = [await ada.watch(project), await ben.watch(project)];
    await first.presence(stream, shows(present(ada), present(ben)));
    await second.presence(stream, shows(present(ada), present(ben)));

    second.focus({ stream, taskId: task, dragging: false });
    await first.presence(stream, shows(present(ada), present(ben, { focus: task })));

    const over = { task_status_id: project.columnIds[1] as number, before_id: null };
    second.focus({ stream, taskId: task, dragging: true, over });
    await first.presence(stream, shows(present(ada), present(ben, { focus: task, dragging: true, over })));

    second.focus({ stream, taskId: null, dragging: false });
    await first.presence(stream, shows(present(ada), present(ben)));

    second.close();
    await first.presence(stream, shows(present(ada)));
  });

  test("of a person's several screens the busiest counts, and the others remain when it goes", async () => {
    const { ada, ben, project, stream, task } = await sceneOn(stage);
    const watcher = await ada.watch(project);
    const [idle, busy] = [await ben.watch(project), await ben.watch(project)];
    busy.focus({ stream, taskId: task, dragging: true });
    idle.focus({ stream, taskId: task + 1, dragging: false });
    await watcher.presence(stream, shows(present(ada), present(ben, { focus: task, dragging: true })));
    busy.close();
    await watcher.presence(stream, shows(present(ada), present(ben, { focus: task + 1 })));
    idle.socket.emit("unsubscribe", { stream });
    await watcher.presence(stream, shows(present(ada)));
  });

  test.each([
    ["isn't shown", false],
    ["is shown when they come back meanwhile", true],
  ])("who leaves before it is known whether they may come %s", async (_, back) => {
    const { ada, ben, project, stream, task } = await sceneOn(stage);
    const watcher = await ada.watch(project);
    const passing = await ben.connect();
    const answers: unknown[] = [];
    // One after the other, as a browser sends them whose person only passes through.
    passing.socket.emit("subscribe", { stream, since: null }, (ack: unknown) => answers.push(ack));
    passing.socket.emit("unsubscribe", { stream });
    if (back) passing.socket.emit("subscribe", { stream, since: null }, (ack: unknown) => answers.push(ack));
    await passing.subscribe(userStream(ben.id)); // answered in turn
    expect(answers).toHaveLength(back ? 2 : 1);
    (await ada.watch(project)).focus({ stream, taskId: task, dragging: true });
    const shown = await watcher.presence(stream, ({ users }) => users.some(({ dragging }) => dragging));
    expect(shown.users.map(({ id }) => id)).toEqual(back ? [ada.id, ben.id] : [ada.id]);
  });

  test("nobody outside hears of it, and a focus on a board one isn't on is nobody's", async () => {
    const { world, ada, project, stream, task } = await sceneOn(stage);
    const eve = await (await world.person("Eve")).connect();
    eve.focus({ stream, taskId: task, dragging: true });
    await eve.subscribe(stream);
    const watcher = await ada.watch(project);
    await watcher.presence(stream, shows(present(ada)));
    expect(eve.presences).toEqual([]);
  });

  test("what a client makes up isn't passed on", async () => {
    const { ada, ben, project, stream } = await sceneOn(stage);
    const [first, second] = [await ada.watch(project), await ben.watch(project)];
    second.say("focus", {
      stream,
      taskId: "<img>",
      dragging: "yes",
      over: { task_status_id: {} },
      fullname: "Mallory",
    });
    await first.presence(stream, shows(present(ada), present(ben)));
  });
});

describeWithRedis("who is on a board, over two servers", (redis) => {
  describe("that know each other through Redis alone", () => {
    const stage = setStage(() => redis.url);
    let other: LiveServer;
    beforeAll(async () => {
      other = await startServer(stage);
    });
    afterAll(() => other.stop());

    test("people on both see each other, whoever came first", async () => {
      const { ada, ben, project, stream, task } = await sceneOn(stage);
      const here = await ada.watch(project);
      const there = await ben.at(other.base).watch(project);
      await here.presence(stream, shows(present(ada), present(ben)));
      await there.presence(stream, shows(present(ada), present(ben)));
      there.focus({ stream, taskId: task, dragging: true });
      await here.presence(stream, shows(present(ada), present(ben, { focus: task, dragging: true })));
      there.close();
      await here.presence(stream, shows(present(ada)));
    });

    test("a server that stops takes its own people with it, and nobody else", async () => {
      const { ada, ben, project, stream } = await sceneOn(stage);
      const third = await startServer(stage);
      const here = await ada.watch(project);
      const there = await ben.at(third.base).watch(project);
      await here.presence(stream, shows(present(ada), present(ben)));
      await third.stop();
      await there.disconnected();
      await here.presence(stream, shows(present(ada)));
      expect(here.socket.connected).toBe(true);
    });
  });
});
