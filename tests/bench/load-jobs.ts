import type { JobName, Jobs, Site } from "./jobs";
import { measureAway, measureFullSpeed, measureOpening, measureTopOfColumn } from "./load-truth";
import { measurePropagation, measureThroughput, sit } from "./load-moves";
import { starve } from "./load-starving";
import { changeBookings } from "./load-bookings";
import { measureReading } from "./load-reads";
import { measureSlowReading } from "./slow/load-slow";
import { compare, drop, leave, open, reach } from "./crowd/load-crowd";
import { come, leaveAll, moveAmongUsers } from "./crowd/load-users";

type Work = { [Name in JobName]: (site: Site, input: Jobs[Name]["input"]) => Promise<Jobs[Name]["output"]> };

export const everything: Work = {
  propagation: measurePropagation,
  throughput: measureThroughput,
  slowReading: measureSlowReading,
  reading: measureReading,
  sitting: sit,
  fullSpeed: measureFullSpeed,
  opening: measureOpening,
  topOfColumn: measureTopOfColumn,
  away: measureAway,
  starving: starve,
  bookingChanges: changeBookings,
  crowdOpens: open,
  crowdDrops: drop,
  crowdReaches: reach,
  crowdCompares: compare,
  crowdLeaves: leave,
  usersCome: come,
  usersMove: moveAmongUsers,
  usersLeave: leaveAll,
};
