import { setTimeout as delay } from "node:timers/promises";
import { type Percentiles, percentilesOf } from "../figures";
import type { CrowdBoard, JobTypes } from "../jobs";
import { BoardMover } from "./board-mover";
import { type CrowdContext, type CpuShares, sumNumbers, withCpuShares } from "./crowd-context";

/** Result of comparing the final state of all screens with freshly read boards. */
export interface BoardComparison {
  wrong: number;
  applied: number;
  /** Number of boards that were read again instead of replayed. */
  readAgain: number;
  faults: string[];
}

export interface NetworkDropResult extends BoardComparison {
  clients: number;
  moves: number;
  drops: number;
  /** Time in milliseconds between the network's return and the arrival of all missed events. */
  back: Percentiles;
  shares: CpuShares;
}

const rate = 20;

export async function measureNetworkDrops(
  scene: CrowdContext,
  boards: readonly CrowdBoard[],
  seconds: number,
): Promise<NetworkDropResult> {
  const { crew, site } = scene;
  const clients = sumNumbers((await crew.boards("crowdOpens", boards)).map((each) => each.clients));
  const moving = new BoardMover(site, boards);
  const moves = moving.steadily(rate);
  const drops: JobTypes["crowdDrops"]["input"] = { seconds, away: [1_000, 5_000], between: [2_000, 8_000] };
  const { result, shares } = await withCpuShares(scene, () => crew.all("crowdDrops", drops));
  await moving.stop();
  await moves;
  await delay(500);
  const compared = await compareBoards(scene);
  await crew.all("crowdLeaves", null);
  moving.close();
  const back = result.flatMap((each) => each.back);
  const stuck = sumNumbers(result.map((each) => each.stuck));
  const figures = {
    clients,
    moves: moving.moves,
    drops: back.length + stuck,
    back: percentilesOf(back),
    ...compared,
    faults: [...(stuck > 0 ? [`${stuck} weren't told within 20 s`] : []), ...compared.faults],
    shares,
  };
  console.log(`  ${clients} clients, whose connections break: ${JSON.stringify(figures)}`);
  return figures;
}

export async function compareBoards({ crew }: CrowdContext): Promise<BoardComparison> {
  const all = await crew.all("crowdCompares", null);
  return {
    wrong: sumNumbers(all.map(({ wrong }) => wrong)),
    applied: sumNumbers(all.map(({ applied }) => applied)),
    readAgain: sumNumbers(all.map(({ readAgain }) => readAgain)),
    faults: all.flatMap(({ faults }) => faults),
  };
}
