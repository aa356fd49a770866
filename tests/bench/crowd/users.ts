import { setTimeout as delay } from "node:timers/promises";
import { type Percentiles, percentilesOf } from "../figures";
import type { CrowdBoard } from "../jobs";
import { memoryOf } from "../bench-server";
import { membersPerBoard } from "./rows";
import { type CrowdContext, type CpuShares, sumNumbers, withCpuShares } from "./crowd-context";

export interface UserCapacity {
  steps: UserCapacityStep[];
  /** Maximum number of users served in time; 0 if the smallest step already failed. */
  most: number;
  /** True if the largest step was served, so the limit wasn't reached. */
  isAll: boolean;
  /** Resident memory per socket in kB, at the largest number of sockets. */
  socketKb: number;
}

export interface UserCapacityStep {
  users: number;
  seen: Percentiles;
  moves: number;
  errors: number;
  lost: number;
  memory: number;
  shares: CpuShares;
}

export const maxSeenDelayMs = 200;
const everyMs = 5_000;
const seconds = 10;

const inTime = ({ seen, errors, lost }: UserCapacityStep) => seen.p99 <= maxSeenDelayMs && errors + lost === 0;

/** Opens boards for more and more users, fifty per board, until moves no longer arrive within `seenWithinMs`. */
export async function measureUsers(
  scene: CrowdContext,
  boards: readonly CrowdBoard[],
  counts: readonly number[],
): Promise<UserCapacity> {
  const { crew, stage } = scene;
  await crew.boards("usersCome", boards.slice(0, 1)); // warm-up: compiles code and opens database connections
  await crew.all("usersMove", { seconds: 1, everyMs: 100 });
  await crew.all("usersLeave", null);
  await delay(2_000);
  const atRest = memoryOf(stage.programs);
  const steps: UserCapacityStep[] = [];
  let connectedBoards = 0;
  for (const count of counts) {
    const until = count / membersPerBoard;
    const came = await crew.boards("usersCome", boards.slice(connectedBoards, until));
    connectedBoards = until;
    const sockets = sumNumbers(came.map((each) => each.sockets));
    if (sockets !== count) console.log(`  Of ${count} connections ${sockets} are left`);
    await delay(3_000);
    const step = await oneStep(scene, count);
    steps.push(step);
    if (!inTime(step)) break;
  }
  await crew.all("usersLeave", null);
  await delay(2_000);
  const last = steps.at(-1) as UserCapacityStep;
  const most = steps.findLast(inTime)?.users ?? 0;
  return {
    steps,
    most,
    isAll: most === counts.at(-1),
    socketKb: Math.round(((last.memory - atRest) * 1_024) / last.users),
  };
}

async function oneStep(scene: CrowdContext, users: number): Promise<UserCapacityStep> {
  const { crew, stage } = scene;
  const { result, shares } = await withCpuShares(scene, () => crew.all("usersMove", { seconds, everyMs }));
  const step = {
    users,
    seen: percentilesOf(result.flatMap(({ samples }) => samples)),
    moves: sumNumbers(result.map(({ moves }) => moves)),
    errors: sumNumbers(result.map(({ errors }) => errors)),
    lost: sumNumbers(result.map(({ lost }) => lost)),
    memory: memoryOf(stage.programs),
    shares,
  };
  console.log(`  ${users} live users: ${JSON.stringify(step)}`);
  return step;
}
