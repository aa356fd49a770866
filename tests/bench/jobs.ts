import type { SeededPerson, SeededProject } from "../support/seed";
import type { Percentiles } from "./figures";

export interface TestSite {
  port: number;
  host: string;
  people: SeededPerson[];
}

export interface JobTypes {
  /** `rate` moves a second on one board with `watchers` sockets. */
  propagation: {
    input: { project: SeededProject; watchers: number; rate: number; seconds: number };
    output: Percentiles & { lost: number };
  };
  /** Clients that send the next move as soon as the last is answered, distributed over the projects. */
  throughput: {
    input: { projects: SeededProject[]; movers: number; watchers: number; seconds: number };
    /** `moves` includes those before measuring began. */
    output: {
      perSecond: number;
      errors: number;
      deliveries: number;
      answer: Percentiles;
      undelivered: number;
      moves: number;
      /** Time between sending and arrival at the first watcher's socket. */
      delivered: Percentiles;
    };
  };
  /** Like `throughput`, but on one board with fifty watchers, one of which takes `perMessageMs` for each message. */
  slowReading: {
    input: { project: SeededProject; movers: number; perMessageMs: number; seconds: number };
    /**
     * `waiting`: maximum number of bytes buffered in the server for the slow reader. `endedMs`: milliseconds until the server closed that
     * connection.
     */
    output: {
      perSecond: number;
      errors: number;
      undelivered: number;
      delivered: Percentiles;
      waiting: number;
      endedMs: number | null;
    };
  };
  reading: {
    input: { project: SeededProject; seconds: number; encoding: string };
    output: { alone: Percentiles; perSecond: number; bytes: number; errors: number; reads: number };
  };
  /** Idle sockets that stay open until the next job. */
  sitting: { input: { project: SeededProject; sockets: number }; output: { connected: number } };
  /** All clients move at full speed; then every screen is compared with a fresh read. */
  fullSpeed: {
    input: { project: SeededProject; clients: number; seconds: number };
    output: { moves: number; wrong: number; settledMs: number };
  };
  opening: {
    input: { project: SeededProject; clients: number; rate: number };
    output: { wrong: number; moves: number; opened: Percentiles };
  };
  topOfColumn: {
    input: { project: SeededProject; clients: number };
    output: { shared: number; wrong: number; refused: number };
  };
  /** A client is disconnected for a while as the board changes. */
  away: {
    input: { project: SeededProject; seconds: number; rate: number };
    output: { missed: number; replayed: number; readAgain: number; wrong: number; caughtUpMs: number };
  };
  /** One account makes as many calls and subscriptions as it can, at the expense of other users. */
  starving: {
    input: { project: SeededProject; seconds: number };
    output: { answered: number; refused: number; subscribed: number };
  };
  /** Moves `rate` bookings a second; `by` is the requester's index in `people`. */
  bookingChanges: {
    input: { bookings: { id: number; by: number; from: string }[]; rate: number; seconds: number };
    output: { changed: number };
  };
  /** Screens that follow boards, one per user, with a browser's retry delays. They stay until `crowdLeaves`. */
  crowdOpens: { input: { boards: CrowdBoard[] }; output: { clients: number } };
  /** Each screen repeatedly loses its connection for `away` milliseconds and keeps it for `between`. */
  crowdDrops: {
    input: { seconds: number; away: TimeRange; between: TimeRange };
    /** `back`: milliseconds until each screen had received what it missed. `stuck`: number of times this took longer than 20 s. */
    output: { back: number[]; stuck: number };
  };
  /** Waits until all screens show at least these revisions, by project. */
  crowdReaches: { input: { revisions: Record<number, number> }; output: { late: number } };
  crowdCompares: { input: null; output: { wrong: number; applied: number; readAgain: number; faults: string[] } };
  crowdLeaves: { input: null; output: null };
  /** Adds sockets without screens, one per user of these boards. They stay until `usersLeave`. */
  usersCome: { input: { boards: CrowdBoard[] }; output: { sockets: number } };
  /** One move per board every `everyMs`, received by all its users. */
  usersMove: {
    input: { seconds: number; everyMs: number };
    output: { samples: number[]; moves: number; errors: number; lost: number };
  };
  usersLeave: { input: null; output: null };
}

export interface CrowdBoard {
  project: SeededProject;
  people: SeededPerson[];
}

/** In milliseconds. */
export type TimeRange = readonly [from: number, to: number];

export type JobName = keyof JobTypes;
export type JobOrder<Name extends JobName = JobName> = { name: Name; site: TestSite; input: JobTypes[Name]["input"] };
