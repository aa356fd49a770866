import { readFileSync } from "node:fs";
import type { TestSite } from "../jobs";
import type { BenchServer } from "../bench-server";
import { GeneratorPool } from "./generator-pool";
import { type NetworkDropResult, measureNetworkDrops } from "./dropping";
import { measureCrash, measureRestart, type RestartResult } from "./returns";
import { membersPerBoard, seedBoards } from "./rows";
import { measureUsers, type UserCapacity } from "./users";

export interface CrowdResults {
  name: string;
  dropping: NetworkDropResult;
  restarted: RestartResult;
  crashed: RestartResult;
  users: UserCapacity;
}

interface Sizes {
  dropping: { clients: number; seconds: number };
  restarted: number;
  crashed: number;
  /** Numbers of users to test, ascending, until moves no longer arrive in time. */
  users: readonly number[];
}

export const fullCrowdSizes: Sizes = {
  dropping: { clients: 1_000, seconds: 60 },
  restarted: 2_000,
  crashed: 200,
  users: [500, 1_000, 2_000, 3_500, 5_000, 7_000, 10_000],
};

export const quickCrowdSizes: Sizes = {
  dropping: { clients: 200, seconds: 10 },
  restarted: 400,
  crashed: 200,
  users: [500, 1_000],
};

const generators = 2;
/** Number of open files of a process, not counting client sockets. */
const otherFiles = 500;

export async function measureCrowd(stage: BenchServer, sizes: Sizes): Promise<CrowdResults> {
  const { seed } = stage;
  const users = sizes.users.filter((count) => count <= mostFiles() - otherFiles);
  const tenant = await seed.tenant("crowd.localhost");
  const most = Math.max(...users, sizes.restarted, sizes.dropping.clients, sizes.crashed);
  const boards = await seedBoards(seed, tenant, most / membersPerBoard);
  const site: TestSite = { port: stage.site.port, host: tenant.host, people: [] };
  const among = (people: number) => boards.slice(0, people / membersPerBoard);
  const crew = await GeneratorPool.start(site, generators);
  const scene = { stage, site, crew, tenantId: tenant.id };
  // Runs before any restart: memory must be that of a fresh process.
  const inUse = await measureUsers(scene, boards, users);
  const { clients, seconds } = sizes.dropping;
  const dropping = await measureNetworkDrops(scene, among(clients), seconds);
  const restarted = await measureRestart(scene, among(sizes.restarted));
  const crashed = await measureCrash(scene, among(sizes.crashed));
  await crew.stop();
  return { name: stage.name, users: inUse, dropping, restarted, crashed };
}

function mostFiles(): number {
  const limit = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  return limit ? Number(limit) : Number.POSITIVE_INFINITY;
}
