import type { FastifyBaseLogger } from "fastify";
import type { BodyOf } from "../../shared/kernel/endpoint";
import type { Language } from "../../shared/kernel/languages";
import type { BulkPerson, changeUsers } from "../../shared/people/user-bulk.contract";
import { problemBody, problemOf } from "../platform/http/problems";
import type { Unit } from "../platform/http/serve/serve-in-steps";
import type { Actor } from "../platform/session";
import { changePerson } from "./change-person.service";

/**
 * Changes each person as a single call would, in a transaction of its own: one that is refused takes none of the others
 * with it, and is reported. What nobody foresaw is reported as well, and logged.
 */
export async function changeEachPerson(
  unit: Unit,
  actor: Actor,
  { ids, ...change }: BodyOf<typeof changeUsers>,
  how: { language: Language; log: FastifyBaseLogger },
): Promise<BulkPerson[]> {
  const results: BulkPerson[] = [];
  for (const id of new Set(ids)) {
    try {
      await unit((tx) => changePerson(tx, actor, id, change));
      results.push({ id, done: true, status: 200, message: "", code: null });
    } catch (error) {
      const problem = problemOf(error);
      const { code, status } = problem;
      if (status >= 500) how.log.error({ err: error, person: id }, "bulk change of people");
      results.push({ id, done: false, status, message: problemBody(problem, how.language).message, code });
    }
  }
  return results;
}
