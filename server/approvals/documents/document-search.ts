import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import {
  findByRequester,
  isRequestKey,
  recentRequests,
  requestFacts,
  requestIsDone,
  searchedRequest,
  withComments,
} from "../approvals/requests.search";
import { findByKey, findIn, personJson, type SearchSource } from "../../platform/search/search-source";

interface SearchedDocument {
  family: RequestFamily;
  /** The family's table, and its name in the statements, such as `expense_claim` and `c`. */
  table: string;
  alias: string;
  /** Further joins of the rows found. */
  joins?: string;
  /** SQL expressions: the title, and the text in which a hit's snippet is found. */
  title: string;
  body: string;
  /** Further columns of a hit. */
  columns?: Partial<SearchSource["columns"]>;
  /** SELECTs of ids; documents are found by requester and comment anyway, and by number and amount if they are `numbered`. */
  matches: readonly string[];
  numbered?: boolean;
}

/** The search source of a family: everything but how its own fields match is the same for all requests. */
export function documentSearch(searched: SearchedDocument): SearchSource {
  const { family, table, alias, joins = "", title, body, columns = {}, matches, numbered = false } = searched;
  const isKey = isRequestKey(alias);
  const byNumber = findByKey(
    `${alias}.id`,
    `${table} ${alias}`,
    `${alias}.tenant_id = current_tenant() AND (${isKey} OR ${alias}.amount = ANY (asked.amounts))`,
  );
  return {
    matches: [findByRequester(family), findIn("request_comment"), ...matches, ...(numbered ? [byNumber] : [])],
    from: `${table} ${alias} JOIN request r ON r.tenant_id = ${alias}.tenant_id AND r.id = ${alias}.id
      JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id ${joins}`,
    id: `${alias}.id`,
    visible: searchedRequest,
    title: `fold(${title})`,
    ...(numbered ? { isKey } : {}),
    mine: "r.requester_id = $1",
    done: requestIsDone,
    at: "r.updated_at",
    ofPerson: "r.requester_id = asked.person",
    columns: {
      title,
      context: "u.fullname",
      state: "r.status",
      person: personJson("u"),
      body: withComments(body, `= ${alias}.id`),
      ...(numbered ? { key: `${alias}.code` } : {}),
      ...columns,
    },
    recent: recentRequests(family),
    facts: requestFacts,
  };
}
