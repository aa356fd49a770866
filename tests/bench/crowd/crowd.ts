import { readFileSync } from "node:fs";
import type { Site } from "../jobs";
import type { Stage } from "../stage";
import { Crew } from "./crew";
import { type Dropping, measureDropping } from "./dropping";
import { measureCrash, measureRestart, type Returned } from "./returns";
import { perBoard, seedBoards } from "./rows";
import { measureUsers, type Users } from "./users";

/** What a crowd of screens goes through. */
export interface Crowd {
  /** Of the backend. */
  name: string;
  dropping: Dropping;
  restarted: Returned;
  crashed: Returned;
  users: Users;
}

interface Sizes {
  dropping: { clients: number; seconds: number };
  restarted: number;
  crashed: number;
  /** Ever more, until it is too much. */
  users: readonly number[];
}

export const wholeCrowd: Sizes = {
  dropping: { clients: 1_000, seconds: 60 },
  restarted: 2_000,
  crashed: 200,
  users: [500, 1_000, 2_000, 3_500, 5_000, 7_000, 10_000],
};

export const quickCrowd: Sizes = {
  dropping: { clients: 200, seconds: 10 },
  restarted: 400,
  crashed: 200,
  users: [500, 1_000],
};

const generators = 2;
/** What a process has open besides sockets of screens. */
const otherFiles = 500;

export async function measureCrowd(stage: Stage, sizes: Sizes): Promise<Crowd> {
  const { seed } = stage;
  const users = sizes.users.filter((count) => count <= mostFiles() - otherFiles);
  const tenant = await seed.tenant("crowd.localhost");
  const most = Math.max(...users, sizes.restarted, sizes.dropping.clients, sizes.crashed);
  const boards = await seedBoards(seed, tenant, most / perBoard);
  const site: Site = { port: stage.site.port, host: tenant.host, people: [] };
  const among = (people: number) => boards.slice(0, people / perBoard);
  const crew = await Crew.start(site, generators);
  const scene = { stage, site, crew, tenantId: tenant.id };
  // What was never started again comes first: memory is that of a process that has seen nothing else.
  const inUse = await measureUsers(scene, boards, users);
  const { clients, seconds } = sizes.dropping;
  const dropping = await measureDropping(scene, among(clients), seconds);
  const restarted = await measureRestart(scene, among(sizes.restarted));
  const crashed = await measureCrash(scene, among(sizes.crashed));
  await crew.stop();
  return { name: stage.name, users: inUse, dropping, restarted, crashed };
}

/** How many files and sockets a process of ours may have open (`ulimit -n`). */
function mostFiles(): number {
  const limit = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  return limit ? Number(limit) : Number.POSITIVE_INFINITY; // unlimited
}
