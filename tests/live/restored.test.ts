import { projectStream } from "../../shared/kernel/events";
import type { SubscribeAck } from "../../shared/kernel/streams";
import { boardFromReply } from "../../shared/work/tasks/tasks.board";
import * as contract from "../../shared/work/tasks/tasks.contract";
import { BoardWatcher } from "../support/board-watcher";
import type { Person } from "../support/live-world";
import type { SeededProject } from "../support/seed";
import { describeOnBothBackends } from "./live-fixture";

type WithPosition = Extract<SubscribeAck, { epoch: string }>;

async function move(person: Person, project: SeededProject, column: number): Promise<void> {
  const params = { id: project.taskIds[0]?.[0] as number };
  const body = { task_status_id: project.columnIds[column] };
  expect((await person.http.call(contract.moveTask, { params, body })).status).toBe(200);
}

describeOnBothBackends("a restored database", (stage) => {
  async function fixture() {
    const world = await stage.world();
    const [ada, ben] = [await world.person("Ada"), await world.person("Ben")];
    return { world, ada, ben, project: await world.project([ada, ben], [2, 0, 0]) };
  }

  function watch(person: Person, project: SeededProject): Promise<BoardWatcher> {
    const { base, host, id: userId } = person;
    const read = () => person.board(project);
    return BoardWatcher.open({ base, host, token: person.seeded.token, userId, read }, project.id);
  }

  /** Saves the current cards and log of a project; the returned function puts them back as a restore does. */
  async function backup(project: SeededProject): Promise<() => Promise<void>> {
    const stream = projectStream(project.id);
    const tasks = await stage.seed.rows("SELECT id, task_status_id, rank, version FROM task WHERE project_id = $1", [
      project.id,
    ]);
    const [{ revision } = { revision: 0 }] = await stage.seed.rows<{ revision: number }>(
      "SELECT revision FROM event_stream WHERE name = $1",
      [stream],
    );
    return async () => {
      await stage.seed.rows(
        `UPDATE task t SET task_status_id = b.task_status_id, rank = b.rank, version = b.version
         FROM jsonb_to_recordset($1) AS b (id bigint, task_status_id bigint, rank text, version int) WHERE t.id = b.id`,
        [JSON.stringify(tasks)],
      );
      await stage.seed.rows("DELETE FROM domain_event WHERE stream = $1 AND revision > $2", [stream, revision]);
      await stage.seed.rows("UPDATE event_stream SET revision = $2 WHERE name = $1", [stream, revision]);
      await stage.seed.rows("SELECT begin_epoch()");
    };
  }

  test("clients read the state again, although its revisions are the same", async () => {
    const { ada, ben, project } = await fixture();
    await move(ada, project, 1);
    const putBack = await backup(project);
    const clients = await Promise.all([watch(ada, project), watch(ben, project)]);
    const [connected, away] = clients as [BoardWatcher, BoardWatcher];
    try {
      await Promise.all(clients.map((client) => client.caughtUp()));
      await move(ada, project, 2);
      await move(ada, project, 0);
      await Promise.all(clients.map((client) => client.reaches(3)));
      away.cut();
      const reads = connected.reads;

      await putBack();
      await move(ada, project, 2);
      await move(ada, project, 1);
      away.mend();

      const fresh = boardFromReply(await ben.board(project));
      expect(fresh.revision).toBe(3);
      await Promise.all(clients.map((client) => client.showsEpoch(fresh.epoch)));
      expect([connected.board, away.board]).toEqual([fresh, fresh]);
      expect(connected.reads).toBeGreaterThan(reads);

      await move(ada, project, 0);
      await Promise.all(clients.map((client) => client.reaches(4)));
      const next = boardFromReply(await ben.board(project));
      expect(clients.map((client) => [client.board, client.faults])).toEqual([
        [next, []],
        [next, []],
      ]);
    } finally {
      for (const client of clients) client.close();
    }
  });

  test("answers a subscription with another epoch with a reset at the same revision", async () => {
    const { ada, project } = await fixture();
    const stream = projectStream(project.id);
    await move(ada, project, 1);
    const { epoch } = await ada.board(project);
    const socket = await ada.connect();
    expect(await socket.subscribe(stream, 1, epoch)).toEqual({ status: "live", revision: 1, epoch });

    await stage.seed.rows("SELECT begin_epoch()");
    const answer = (await socket.subscribe(stream, 1, epoch)) as WithPosition;
    expect(answer).toMatchObject({ status: "reset", revision: 1 });
    expect(answer.epoch).not.toBe(epoch);
    expect(await socket.subscribe(stream, 1, answer.epoch)).toEqual({ ...answer, status: "live" });
    expect(await socket.subscribe(stream, 1)).toEqual({ ...answer, status: "live" }); // a page of an earlier version
    expect((await ada.board(project)).epoch).toBe(answer.epoch);
  });

  test("sends the whole board for an ETag from before the restore", async () => {
    const { ada, project } = await fixture();
    await move(ada, project, 1);
    const path = `/project/${project.id}/task_tatus`;
    const tag = (await ada.http.send("GET", path)).headers.etag as string;
    const again = () => ada.http.send("GET", path, undefined, { "if-none-match": tag });
    expect((await again()).status).toBe(304);
    await stage.seed.rows("SELECT begin_epoch()");
    expect((await again()).status).toBe(200);
  });
});
