import type { JobName, JobTypes, TestSite } from "./jobs";
import {
  measureOfflineReplay,
  measureDeliveryAtFullSpeed,
  measureBoardOpening,
  measureConcurrentColumnMoves,
} from "./load-delivery";
import { measurePropagation, measureThroughput, openIdleConnections } from "./load-moves";
import { runStarvingAccount } from "./load-starving";
import { changeBookings } from "./load-bookings";
import { measureReading } from "./load-reads";
import { measureSlowReading } from "./slow/load-slow";
import {
  compareCrowdBoards,
  dropConnections,
  closeCrowdBoards,
  openCrowdBoards,
  waitForRevisions,
} from "./crowd/load-crowd";
import { connectUsers, disconnectAll, moveAmongUsers } from "./crowd/load-users";

type Work = {
  [Name in JobName]: (site: TestSite, input: JobTypes[Name]["input"]) => Promise<JobTypes[Name]["output"]>;
};

export const loadJobs: Work = {
  propagation: measurePropagation,
  throughput: measureThroughput,
  slowReading: measureSlowReading,
  reading: measureReading,
  sitting: openIdleConnections,
  fullSpeed: measureDeliveryAtFullSpeed,
  opening: measureBoardOpening,
  topOfColumn: measureConcurrentColumnMoves,
  away: measureOfflineReplay,
  starving: runStarvingAccount,
  bookingChanges: changeBookings,
  crowdOpens: openCrowdBoards,
  crowdDrops: dropConnections,
  crowdReaches: waitForRevisions,
  crowdCompares: compareCrowdBoards,
  crowdLeaves: closeCrowdBoards,
  usersCome: connectUsers,
  usersMove: moveAmongUsers,
  usersLeave: disconnectAll,
};
