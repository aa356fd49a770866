import { setTimeout as delay } from "node:timers/promises";
import { type Spread, spreadOf } from "../figures";
import type { CrowdBoard } from "../jobs";
import { memoryOf } from "../stage";
import { perBoard } from "./rows";
import { type Scene, type Shares, sum, withShares } from "./scene";

/** So many at once, and how soon they saw what was moved. */
export interface Users {
  steps: UserStep[];
  /** The most that were served in time; 0 when even the fewest weren't. */
  most: number;
  /** There were no more to try with. */
  isAll: boolean;
  /** Resident memory of the product by which each socket made it grow, in kB, with the most there were. */
  socketKb: number;
}

export interface UserStep {
  users: number;
  seen: Spread;
  moves: number;
  errors: number;
  lost: number;
  /** Of the product's processes, in MB. */
  memory: number;
  shares: Shares;
}

export const seenWithinMs = 200;
const everyMs = 5_000;
const seconds = 10;

const inTime = ({ seen, errors, lost }: UserStep) => seen.p99 <= seenWithinMs && errors + lost === 0;

/** More and more people with a board open, fifty to each, until who moves isn't seen soon any more. */
export async function measureUsers(
  scene: Scene,
  boards: readonly CrowdBoard[],
  counts: readonly number[],
): Promise<Users> {
  const { crew, stage } = scene;
  await crew.boards("usersCome", boards.slice(0, 1)); // code compiled, connections to the database made
  await crew.all("usersMove", { seconds: 1, everyMs: 100 });
  await crew.all("usersLeave", null);
  await delay(2_000);
  const atRest = memoryOf(stage.programs);
  const steps: UserStep[] = [];
  let there = 0;
  for (const count of counts) {
    const until = count / perBoard;
    const came = await crew.boards("usersCome", boards.slice(there, until));
    there = until;
    const sockets = sum(came.map((each) => each.sockets));
    if (sockets !== count) console.log(`  Of ${count} connections ${sockets} are left`);
    await delay(3_000); // who is there is told a while after they came
    const step = await oneStep(scene, count);
    steps.push(step);
    if (!inTime(step)) break;
  }
  await crew.all("usersLeave", null);
  await delay(2_000);
  const last = steps.at(-1) as UserStep;
  const most = steps.findLast(inTime)?.users ?? 0;
  return {
    steps,
    most,
    isAll: most === counts.at(-1),
    socketKb: Math.round(((last.memory - atRest) * 1_024) / last.users),
  };
}

async function oneStep(scene: Scene, users: number): Promise<UserStep> {
  const { crew, stage } = scene;
  const { result, shares } = await withShares(scene, () => crew.all("usersMove", { seconds, everyMs }));
  const step = {
    users,
    seen: spreadOf(result.flatMap(({ samples }) => samples)),
    moves: sum(result.map(({ moves }) => moves)),
    errors: sum(result.map(({ errors }) => errors)),
    lost: sum(result.map(({ lost }) => lost)),
    memory: memoryOf(stage.programs),
    shares,
  };
  console.log(`  ${users} live users: ${JSON.stringify(step)}`);
  return step;
}
