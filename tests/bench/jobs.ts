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
}

export type JobName = keyof Jobs;
export type Order<Name extends JobName = JobName> = { name: Name; site: Site; input: Jobs[Name]["input"] };
