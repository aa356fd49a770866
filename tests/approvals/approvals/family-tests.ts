import { readdirSync } from "node:fs";
import path from "node:path";
import type { ListQuery } from "../../../shared/approvals/approvals/request-lists.rules";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import type { Person, World } from "../../support/world";

/**
 * Properties of a request family (leave, finance, form, booking) for tests over all families; `tests/<folder>/<folder>.family.ts` exports
 * them as `familyTests`.
 */
export interface FamilyTests {
  code: RequestFamily;
  url: string;
  /** Whether HR and finance see all sent requests. */
  seenBy: { hr: boolean; finance: boolean };
  /** Creates drafts of the employee, whose manager is the first approver. Families without drafts create sent requests. */
  drafts: (world: World) => Promise<() => Promise<number>>;
  /** Set when the family has no drafts; its requests are sent on creation. */
  sentAtOnce?: true;
  /** Cancels a request; set when the family's endpoint isn't `/cancel`. */
  cancel?: (world: World, id: number) => Promise<unknown>;
  /** Body of an update that keeps all values, for families whose update doesn't keep omitted ones. */
  change?: (detail: never) => object;
  decidesThen?: (world: World) => Person;
  asked: readonly ListQuery[];
}

const folder = path.join(import.meta.dirname, "../..");

export async function loadFamilyTests(family: RequestFamily): Promise<FamilyTests> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".family.ts"),
  );
  for (const file of files) {
    const { familyTests } = (await import(path.join(folder, file))) as { familyTests: FamilyTests };
    if (familyTests.code === family) return familyTests;
  }
  throw new Error(`No tests/…/….family.ts says how a request of "${family}" is made.`);
}
