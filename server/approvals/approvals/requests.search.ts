import {
  requestFamilies,
  type RequestFamily,
  requestFamilyDefinitions,
} from "../../../shared/approvals/approvals/families";
import { callerFact, findIn, type SearchFacts } from "../../platform/search/search-source";
import type { Actor } from "../../platform/session";
import { involvementCondition } from "./approvals.sql";
import { canSeeAllRequests, wasSentCondition } from "./request-readers.policy";

/** SQL: whether the searching user may see request `r`, as `authorizeRequestRead`. Needs `requestFacts`. */
export const searchedRequest = `r.tenant_id = current_tenant() AND (r.requester_id = $1 OR (${wasSentCondition} AND NOT ${callerFact("external")} AND (
  $2::jsonb->'allRequests' ? r.family OR ($2::jsonb->'listedRequests' ? r.family AND r.requester_id IN (SELECT id FROM team))
  OR ${involvementCondition("r.id", "$1")})))`;

export const requestFacts = (actor: Actor): SearchFacts => ({
  external: actor.external,
  usedRequests: requestFamilies.filter((family) => {
    const { feature, permissions } = requestFamilyDefinitions[family];
    return actor.permissions.has(permissions.list) && (feature === null || actor.features.has(feature));
  }),
  allRequests: requestFamilies.filter((family) => canSeeAllRequests(actor, family)),
  listedRequests: requestFamilies.filter((family) =>
    actor.permissions.has(requestFamilyDefinitions[family].permissions.list),
  ),
});

/** SELECT of the ids of a family's requests whose requester's name matches. */
export const findByRequester = (family: RequestFamily): string =>
  `SELECT q.id FROM (${findIn("app_user")}) AS person (id) JOIN request q ON q.tenant_id = current_tenant()
   AND q.requester_id = person.id AND q.family = '${family}'`;

/** SQL: whether the query is the number of a request such as PUR-2026-0041, with or without its type and year. */
export const isRequestKey = (request: string): string =>
  `(${request}.number = asked.number AND (asked.year IS NULL OR ${request}.number_year = asked.year)
    AND (asked.code IS NULL OR starts_with(${request}.code, asked.code || '-')))`;

/** SQL: a text of a request together with its comments, for the snippet of hits. `which` is a condition on the id, such as `= l.id`. */
export const withComments = (text: string, condition: string): string =>
  `concat_ws(' ', ${text}, (SELECT string_agg(k.body, ' ' ORDER BY k.id) FROM request_comment k
     WHERE k.tenant_id = current_tenant() AND k.request_id ${condition}))`;

/** SQL condition: `r` is decided or withdrawn. */
export const requestIsDone =
  "(r.status IN ('approved', 'rejected', 'cancelled', 'expired', 'paid', 'archived', 'approved_by_manager'))";

/** SELECT of the caller's 20 latest requests of a family. */
export const recentRequests = (family: RequestFamily): string =>
  `SELECT q.id, q.updated_at FROM request q WHERE q.tenant_id = current_tenant() AND q.requester_id = $1 AND q.family = '${family}'
   ORDER BY q.id DESC LIMIT 20`;
