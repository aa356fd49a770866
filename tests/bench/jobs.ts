import type { SeededPerson, SeededProject } from "../support/seed";
import type { Spread } from "./figures";

/** Where and as whom the load generator works. */
export interface Site {
  port: number;
  host: string;
  people: SeededPerson[];
}

/** What it is asked to do. Each answers with its figures. */
export interface Jobs {
  /** `rate` moves a second on one board, `watchers` sockets that hear of each. */
  propagation: {
    input: { project: SeededProject; watchers: number; rate: number; seconds: number };
    output: Spread & { lost: number };
  };
  /** Movers as fast as they are answered, spread over the projects. */
  throughput: {
    input: { projects: SeededProject[]; movers: number; watchers: number; seconds: number };
    /** `moves`: all, those before the measuring began included. */
    output: {
      perSecond: number;
      errors: number;
      deliveries: number;
      answer: Spread;
      undelivered: number;
      moves: number;
      /** Sent → on the first watcher's socket. */
      delivered: Spread;
    };
  };
  /** The same on one board with fifty watchers, one of which takes so long for each message. */
  slowReading: {
    input: { project: SeededProject; movers: number; perMessageMs: number; seconds: number };
    /** `waiting`: bytes for the slow one that the product had, at most. `endedMs`: when it ended that connection. */
    output: {
      perSecond: number;
      errors: number;
      undelivered: number;
      delivered: Spread;
      waiting: number;
      endedMs: number | null;
    };
  };
  /** Reading a board: alone, and by several at once. */
  reading: {
    input: { project: SeededProject; seconds: number; encoding: string };
    output: { alone: Spread; perSecond: number; bytes: number; errors: number; reads: number };
  };
  /** Sockets that only sit there, until the next job. */
  sitting: { input: { project: SeededProject; sockets: number }; output: { connected: number } };
  /** Everyone moves at full speed; then every screen is compared with a fresh read. */
  fullSpeed: {
    input: { project: SeededProject; clients: number; seconds: number };
    output: { moves: number; wrong: number; settledMs: number };
  };
  /** Boards that are opened while others move: between reading and joining nothing may fall through. */
  opening: {
    input: { project: SeededProject; clients: number; rate: number };
    output: { wrong: number; moves: number; opened: Spread };
  };
  /** All at once to the top of one column. */
  topOfColumn: {
    input: { project: SeededProject; clients: number };
    output: { shared: number; wrong: number; refused: number };
  };
  /** Without a connection for a while, with the board moving on. */
  away: {
    input: { project: SeededProject; seconds: number; rate: number };
    output: { missed: number; replayed: number; readAgain: number; wrong: number; caughtUpMs: number };
  };
  /** One account does its worst to everybody else. */
  starving: {
    input: { project: SeededProject; seconds: number };
    output: { answered: number; refused: number; subscribed: number };
  };
  /** `rate` bookings a second are moved; `by`: the place of whoever made it among the people. */
  bookingChanges: {
    input: { bookings: { id: number; by: number; from: string }[]; rate: number; seconds: number };
    output: { changed: number };
  };
  /** Screens that follow boards, one for each person there, with a browser's own patience. They stay until they leave. */
  crowdOpens: { input: { boards: CrowdBoard[] }; output: { clients: number } };
  /** Each loses its connection for `away` milliseconds, again and again, with `between` of being there. */
  crowdDrops: {
    input: { seconds: number; away: Range; between: Range };
    /** How long each took until it was told what it had missed; and how many weren't within 20 s. */
    output: { back: number[]; stuck: number };
  };
  /** Until all show at least these revisions, by project. */
  crowdReaches: { input: { revisions: Record<number, number> }; output: { late: number } };
  /** Every screen against a board that is read afresh. */
  crowdCompares: { input: null; output: { wrong: number; applied: number; readAgain: number; faults: string[] } };
  crowdLeaves: { input: null; output: null };
  /** More bare sockets, one for each person of these boards. They stay until all leave. */
  usersCome: { input: { boards: CrowdBoard[] }; output: { sockets: number } };
  /** On each board a move every so often, which everybody there hears of. */
  usersMove: {
    input: { seconds: number; everyMs: number };
    output: { samples: number[]; moves: number; errors: number; lost: number };
  };
  usersLeave: { input: null; output: null };
}

/** A board with people of its own, all of whom look at it. */
export interface CrowdBoard {
  project: SeededProject;
  people: SeededPerson[];
}

/** From and to, in milliseconds. */
export type Range = readonly [from: number, to: number];

export type JobName = keyof Jobs;
export type Order<Name extends JobName = JobName> = { name: Name; site: Site; input: Jobs[Name]["input"] };
