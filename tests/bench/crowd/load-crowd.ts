import { reconnecting } from "../../../client/platform/live/reconnecting";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { boardOf } from "../../../shared/tasks/tasks.board";
import { BoardWatcher } from "../../support/board-watcher";
import { readBoard } from "../../support/read-board";
import type { SeededPerson, SeededProject } from "../../support/seed";
import type { Jobs, Range, Site } from "../jobs";

/** A screen with the client's own connection, sequencer and reducer. */
interface Client {
  person: SeededPerson;
  project: SeededProject;
  screen: BoardWatcher;
  /** The revision that it was opened at. */
  from: number;
}

let clients: Client[] = [];

const openAtOnce = 10;

export async function open(site: Site, { boards }: Jobs["crowdOpens"]["input"]): Promise<Jobs["crowdOpens"]["output"]> {
  const queue = boards.flatMap(({ people, project }) => people.map((person) => ({ person, project }))).values();
  const opening = async () => {
    for (const { person, project } of queue) clients.push(await opened(site, person, project));
  };
  await Promise.all(Array.from({ length: openAtOnce }, opening));
  await Promise.all(clients.map(({ screen }) => screen.caughtUp()));
  return { clients: clients.length };
}

const baseOf = ({ port }: Site) => `http://127.0.0.1:${port}`;

async function opened(site: Site, person: SeededPerson, project: SeededProject): Promise<Client> {
  const base = baseOf(site);
  const read = () => readBoard(base, site.host, person.token, project.id);
  const { token, id: userId } = person;
  const screen = await BoardWatcher.open({ base, host: site.host, token, userId, read, reconnecting }, project.id);
  return { person, project, screen, from: screen.revision - screen.events };
}

const within = ([from, to]: Range) => from + Math.random() * (to - from);

export async function drop(
  _site: Site,
  { seconds, away, between }: Jobs["crowdDrops"]["input"],
): Promise<Jobs["crowdDrops"]["output"]> {
  const back: number[] = [];
  let stuck = 0;
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    clients.map(async ({ screen }) => {
      await delay(Math.random() * between[1]); // not all in one moment
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

export async function reach(
  _site: Site,
  { revisions }: Jobs["crowdReaches"]["input"],
): Promise<Jobs["crowdReaches"]["output"]> {
  const arrived = await Promise.allSettled(
    clients.map(async ({ screen, project }) => {
      await screen.reaches(revisions[project.id] ?? 0, 30_000);
      await screen.caughtUp(30_000);
    }),
  );
  return { late: arrived.filter(({ status }) => status === "rejected").length };
}

export async function compare(site: Site): Promise<Jobs["crowdCompares"]["output"]> {
  const output: Jobs["crowdCompares"]["output"] = { wrong: 0, applied: 0, readAgain: 0, faults: [] };
  for (const id of new Set(clients.map(({ project }) => project.id))) {
    const ofBoard = clients.filter(({ project }) => project.id === id);
    const { person, project } = ofBoard[0] as Client;
    const fresh = boardOf(await readBoard(baseOf(site), site.host, person.token, project.id));
    for (const { screen, from } of ofBoard) {
      await screen.reaches(fresh.revision).catch(() => {}); // it is wrong then
      output.applied += screen.events;
      output.readAgain += screen.reads - 1;
      const faults = [...screen.faults];
      if (!isDeepStrictEqual(screen.board, fresh)) faults.push(`isn't the board at ${fresh.revision}`);
      // Whoever read again has left out what was read.
      const missed = fresh.revision - from - screen.events;
      if (screen.reads === 1 && missed !== 0) faults.push(`${missed} events more than were applied`);
      if (faults.length > 0) output.wrong += 1;
      output.faults.push(...faults.slice(0, 3));
    }
  }
  output.faults = output.faults.slice(0, 10);
  return output;
}

export async function leave(): Promise<null> {
  for (const { screen } of clients) screen.close();
  clients = [];
  return null;
}
