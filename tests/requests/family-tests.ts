import { readdirSync } from "node:fs";
import path from "node:path";
import type { Asked } from "../../shared/approvals/request-lists.rules";
import type { RequestFamily } from "../../shared/requests/families";
import type { Person, World } from "../support/world";

/** What tests of all families must know of one: `tests/<folder>/<folder>.family.ts` exports it as `familyTests`. */
export interface FamilyTests {
  code: RequestFamily;
  /** Its requests' address. */
  url: string;
  /** Whether HR and finance see everything that was sent. */
  seenBy: { hr: boolean; finance: boolean };
  /** How drafts are made by the employee, whose manager decides first; sent at once where the family has no drafts. */
  drafts: (world: World) => Promise<() => Promise<number>>;
  /** It has no drafts: what is made is sent. */
  sentAtOnce?: true;
  /** How its requester takes one back, where that isn't `/cancel` of the request. */
  cancel?: (world: World, id: number) => Promise<unknown>;
  /** Who decides after the manager; nobody where it is left out. */
  decidesThen?: (world: World) => Person;
  /** What its list may be asked for, as its screen does. */
  asked: readonly Asked[];
}

const folder = path.join(import.meta.dirname, "..");

/** @throws Error that says which file is missing. */
export async function testsOf(family: RequestFamily): Promise<FamilyTests> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".family.ts"),
  );
  for (const file of files) {
    const { familyTests } = (await import(path.join(folder, file))) as { familyTests: FamilyTests };
    if (familyTests.code === family) return familyTests;
  }
  throw new Error(`No tests/…/….family.ts says how a request of "${family}" is made.`);
}
