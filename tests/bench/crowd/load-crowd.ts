import { reconnectDelays } from "../../../client/platform/live/reconnect-backoff";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { boardFromReply } from "../../../shared/work/tasks/tasks.board";
import { BoardWatcher } from "../../support/board-watcher";
import { readBoard } from "../../support/read-board";
import type { SeededPerson, SeededProject } from "../../support/seed";
import type { JobTypes, TimeRange, TestSite } from "../jobs";

/** A simulated screen that uses the real client's connection, sequencer and reducer. */
interface Client {
  person: SeededPerson;
  project: SeededProject;
  screen: BoardWatcher;
  from: number;
}

let clients: Client[] = [];

const openAtOnce = 10;

export async function openCrowdBoards(
  site: TestSite,
  { boards }: JobTypes["crowdOpens"]["input"],
): Promise<JobTypes["crowdOpens"]["output"]> {
  const queue = boards.flatMap(({ people, project }) => people.map((person) => ({ person, project }))).values();
  const opening = async () => {
    for (const { person, project } of queue) clients.push(await opened(site, person, project));
  };
  await Promise.all(Array.from({ length: openAtOnce }, opening));
  await Promise.all(clients.map(({ screen }) => screen.caughtUp()));
  return { clients: clients.length };
}

const baseOf = ({ port }: TestSite) => `http://127.0.0.1:${port}`;

async function opened(site: TestSite, person: SeededPerson, project: SeededProject): Promise<Client> {
  const base = baseOf(site);
  const read = () => readBoard(base, site.host, person.token, project.id);
  const { token, id: userId } = person;
  const screen = await BoardWatcher.open(
    { base, host: site.host, token, userId, read, reconnecting: reconnectDelays },
    project.id,
  );
  return { person, project, screen, from: screen.revision - screen.events };
}

const within = ([from, to]: TimeRange) => from + Math.random() * (to - from);

export async function dropConnections(
  _site: TestSite,
  { seconds, away, between }: JobTypes["crowdDrops"]["input"],
): Promise<JobTypes["crowdDrops"]["output"]> {
  const back: number[] = [];
  let stuck = 0;
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    clients.map(async ({ screen }) => {
      await delay(Math.random() * between[1]);
      while (performance.now() < end) {
        screen.lose();
        await delay(within(away));
        const began = performance.now();
        screen.mend();
        await screen.caughtUp().then(
          () => back.push(performance.now() - began),
          () => (stuck += 1),
        );
        await delay(within(between));
      }
    }),
  );
  return { back, stuck };
}

export async function waitForRevisions(
  _site: TestSite,
  { revisions }: JobTypes["crowdReaches"]["input"],
): Promise<JobTypes["crowdReaches"]["output"]> {
  const arrived = await Promise.allSettled(
    clients.map(async ({ screen, project }) => {
      await screen.reaches(revisions[project.id] ?? 0, 30_000);
      await screen.caughtUp(30_000);
    }),
  );
  return { late: arrived.filter(({ status }) => status === "rejected").length };
}

export async function compareCrowdBoards(site: TestSite): Promise<JobTypes["crowdCompares"]["output"]> {
  const output: JobTypes["crowdCompares"]["output"] = { wrong: 0, applied: 0, readAgain: 0, faults: [] };
  for (const id of new Set(clients.map(({ project }) => project.id))) {
    const ofBoard = clients.filter(({ project }) => project.id === id);
    const { person, project } = ofBoard[0] as Client;
    const fresh = boardFromReply(await readBoard(baseOf(site), site.host, person.token, project.id));
    for (const { screen, from } of ofBoard) {
      await screen.reaches(fresh.revision).catch(() => {});
      output.applied += screen.events;
      output.readAgain += screen.reads - 1;
      const faults = [...screen.faults];
      if (!isDeepStrictEqual(screen.board, fresh)) faults.push(`isn't the board at ${fresh.revision}`);
      // A screen that read its board again skipped the events covered by that read.
      const missed = fresh.revision - from - screen.events;
      if (screen.reads === 1 && missed !== 0) faults.push(`${missed} events more than were applied`);
      if (faults.length > 0) output.wrong += 1;
      output.faults.push(...faults.slice(0, 3));
    }
  }
  output.faults = output.faults.slice(0, 10);
  return output;
}

export async function closeCrowdBoards(): Promise<null> {
  for (const { screen } of clients) screen.close();
  clients = [];
  return null;
}
