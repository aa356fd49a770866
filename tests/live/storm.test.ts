import { projectStream } from "../../shared/kernel/events";
import * as projects from "../../shared/work/projects/projects.contract";
import { type Board, boardFromReply } from "../../shared/work/tasks/tasks.board";
import * as columns from "../../shared/work/tasks/columns.contract";
import * as contract from "../../shared/work/tasks/tasks.contract";
import { recordsOfTable } from "../../shared/work/tasks/tasks.table";
import { BoardWatcher } from "../support/board-watcher";
import type { LiveWorld, Person } from "../support/live-world";
import { seededRandom } from "../support/random";
import type { SeededProject } from "../support/seed";
import { describeOnBothBackends } from "./live-fixture";

interface Moment {
  person: Person;
  everyone: readonly Person[];
  projectId: number;
  /** The board as the user sees it; it may have changed by the time the request is served. */
  board: Board;
  chance: () => number;
}

const pick = <T>(list: readonly T[], { chance }: Moment): T => list[Math.floor(chance() * list.length)] as T;
const column = (moment: Moment) => pick(moment.board.columnIds, moment);
const card = (moment: Moment) => pick(recordsOfTable(moment.board.tasks), moment)?.id ?? 1;
const tag = (moment: Moment) => pick(Object.keys(moment.board.tags).map(Number), moment) ?? 1;

const commands: [number, (moment: Moment) => Promise<{ status: number }>][] = [
  [14, move],
  [
    4,
    (m) =>
      m.person.http.call(contract.createTask, {
        body: { title: "New", task_status_id: column(m), users: [m.person.id] },
      }),
  ],
  [
    3,
    (m) =>
      m.person.http.call(contract.updateTask, {
        params: { id: card(m) },
        body: { title: `T${m.chance()}`, users: [m.person.id], tags: [tag(m)] },
      }),
  ],
  [2, (m) => m.person.http.call(contract.assignTask, { params: { id: card(m) }, body: { users: [] } })],
  [2, (m) => m.person.http.call(contract.archiveTask, { params: { id: card(m) } })],
  [2, restore],
  [1, (m) => m.person.http.call(contract.deleteTask, { params: { id: card(m) } })],
  [
    2,
    (m) =>
      m.person.http.send(
        "PUT",
        `/task/status/${column(m)}/sort-update/${[card(m), ...(m.board.order[column(m)] ?? [])].slice(0, 4).join()}`,
      ),
  ],
  [
    1,
    (m) =>
      m.person.http.send(
        "PUT",
        `/task_status/${m.projectId}/sort-update/${m.board.columnIds.toSorted(() => m.chance() - 0.5).join()}`,
      ),
  ],
  [1, (m) => m.person.http.call(columns.createColumn, { body: { project_id: m.projectId, title: "More" } })],
  [
    1,
    (m) => m.person.http.call(columns.updateColumn, { params: { id: column(m) }, body: { title: `C${m.chance()}` } }),
  ],
  [1, (m) => m.person.http.call(columns.deleteColumn, { params: { id: column(m) }, query: { target_id: column(m) } })],
  [3, (m) => m.person.http.send("POST", "/comments", { task_id: card(m), comment: "Yes" })],
  [1, (m) => m.person.http.call(projects.createTag, { body: { project_id: m.projectId, name: `Tag ${m.chance()}` } })],
  [1, (m) => m.person.http.call(projects.deleteTag, { params: { id: tag(m) } })],
  [1, changeTeam],
];
const wheel = commands.flatMap(([weight, command]) => Array.from({ length: weight }, () => command));

function move(m: Moment) {
  const near = card(m);
  const place = m.chance() < 0.3 ? {} : m.chance() < 0.5 ? { before_id: near } : { after_id: near };
  return m.person.http.call(contract.moveTask, {
    params: { id: card(m) },
    body: { task_status_id: column(m), ...place },
  });
}

async function restore(m: Moment) {
  const { body } = await m.person.http.call(contract.archivedTasks, { params: { id: m.projectId } });
  const archived = (body.data as { id: number }[] | undefined) ?? [];
  if (archived.length === 0) return { status: 404 };
  const params = { id: pick(archived, m).id };
  return m.person.http.call(contract.restoreTask, { params, body: { task_status_id: column(m) } });
}

function changeTeam(m: Moment) {
  const team = m.chance() < 0.5 ? m.everyone : m.everyone.slice(0, -1);
  const members = team.map((person) => ({ user_id: person.id, role: "owner" }));
  return m.person.http.call(projects.setProjectMembers, { params: { id: m.projectId }, body: { members } });
}

function watch(world: LiveWorld, person: Person, project: SeededProject): Promise<BoardWatcher> {
  const { base, seeded, id: userId } = person;
  const read = () => person.board(project);
  return BoardWatcher.open({ base, host: world.tenant.host, token: seeded.token, userId, read }, project.id);
}

describeOnBothBackends("many at once", (stage) => {
  // Add any seed that has failed to this list.
  test.each([1, 2, 3])("six users act concurrently and every screen equals the board (seed %i)", async (seed) => {
    const world = await stage.world();
    const everyone = await Promise.all(Array.from({ length: 6 }, (_, at) => world.person(`Person ${at}`)));
    const project = await world.project(
      everyone.map((person) => ({ person, role: "owner" as const })),
      [6, 6, 6],
    );
    const [first, dropped] = [
      await watch(world, everyone[0] as Person, project),
      await watch(world, everyone[1] as Person, project),
    ];
    const late: BoardWatcher[] = [];
    const chance = seededRandom(seed);

    const answers = new Map<number, number>();
    await Promise.all(
      everyone.map(async (person, who) => {
        for (let turn = 0; turn < 40; turn++) {
          const moment = { person, everyone, projectId: project.id, board: first.board, chance };
          const { status } = await pick(wheel, moment)(moment);
          answers.set(status, (answers.get(status) ?? 0) + 1);
          if (who === 0 && turn % 10 === 5) dropped.drop();
          if (who === 1 && turn % 10 === 5) late.push(await watch(world, person, project));
        }
      }),
    );
    const accounted = [200, 201, 404, 409, 422];
    expect([...answers].filter(([status]) => !accounted.includes(status))).toEqual([]);
    expect((answers.get(200) ?? 0) + (answers.get(201) ?? 0)).toBeGreaterThan(120);

    const fresh = boardFromReply(await (everyone[2] as Person).board(project));
    const log = await world.log(projectStream(project.id));
    expect(log.map((event) => event.revision)).toEqual(log.map((_, at) => at + 1));
    expect(fresh.revision).toBe(log.length);
    for (const watcher of [first, dropped, ...late]) {
      await watcher.reaches(fresh.revision);
      expect(watcher.faults).toEqual([]);
      expect(watcher.board).toEqual(fresh);
      watcher.close();
    }
    expect(first.reads).toBe(1); // the screen never received a reset
    expect(first.events).toBe(log.length);
  });
});
