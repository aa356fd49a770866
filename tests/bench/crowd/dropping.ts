import { setTimeout as delay } from "node:timers/promises";
import { type Spread, spreadOf } from "../figures";
import type { CrowdBoard, Jobs } from "../jobs";
import { Moving } from "./moving";
import { type Scene, type Shares, sum, withShares } from "./scene";

/** What all screens show in the end, against boards that are read afresh. */
export interface Compared {
  wrong: number;
  /** Events, over all screens. */
  applied: number;
  /** Boards that were read anew instead of being told what was missed. */
  readAgain: number;
  faults: string[];
}

export interface Dropping extends Compared {
  clients: number;
  moves: number;
  drops: number;
  /** From having a network again to having been told everything. */
  back: Spread;
  shares: Shares;
}

const rate = 20;

export async function measureDropping(scene: Scene, boards: readonly CrowdBoard[], seconds: number): Promise<Dropping> {
  const { crew, site } = scene;
  const clients = sum((await crew.boards("crowdOpens", boards)).map((each) => each.clients));
  const moving = new Moving(site, boards);
  const moves = moving.steadily(rate);
  const drops: Jobs["crowdDrops"]["input"] = { seconds, away: [1_000, 5_000], between: [2_000, 8_000] };
  const { result, shares } = await withShares(scene, () => crew.all("crowdDrops", drops));
  await moving.stop();
  await moves;
  await delay(500);
  const compared = await compare(scene);
  await crew.all("crowdLeaves", null);
  moving.close();
  const back = result.flatMap((each) => each.back);
  const stuck = sum(result.map((each) => each.stuck));
  const figures = {
    clients,
    moves: moving.moves,
    drops: back.length + stuck,
    back: spreadOf(back),
    ...compared,
    faults: [...(stuck > 0 ? [`${stuck} weren't told within 20 s`] : []), ...compared.faults],
    shares,
  };
  console.log(`  ${clients} clients, whose connections break: ${JSON.stringify(figures)}`);
  return figures;
}

export async function compare({ crew }: Scene): Promise<Compared> {
  const all = await crew.all("crowdCompares", null);
  return {
    wrong: sum(all.map(({ wrong }) => wrong)),
    applied: sum(all.map(({ applied }) => applied)),
    readAgain: sum(all.map(({ readAgain }) => readAgain)),
    faults: all.flatMap(({ faults }) => faults),
  };
}
