import type { NextStatus, RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import { requestFamilyDefinitions } from "../../../shared/approvals/approvals/families";
import type { RequestAction } from "../../../shared/approvals/approvals/approvals.workflow";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { findDecisionAuthority, mayHandOver } from "../approvals/approvals.policy";
import { presentRequest, stepsOfRequests } from "../approvals/approvals.present";
import type { RequestFamilyRules } from "../approvals/approvals.service";
import type { FamilyService, ListedRequest } from "../approvals/families.slots";
import type { RequestRow } from "../approvals/request.entity";
import { isUnsent } from "./document.service";

/** Kinds of the steps of the request's current round, as the family's state machine names them. */
export const stepKinds = (
  { kindOf }: RequestFamilyRules,
  request: RequestRow,
  steps: readonly RequestStep[],
): readonly string[] =>
  steps
    .filter((step) => step.round === request.round)
    .map(({ by, role }) => kindOf({ approver: by, role_id: role?.id ?? null }));

/** Fields that every detail has: the steps, in whose name the actor decides, and what the actor may do with the current step. */
export async function presentDecisionState(tx: Tx, actor: Actor, request: RequestRow, rules: RequestFamilyRules) {
  const steps = (await stepsOfRequests(tx, [request.id])).get(request.id) ?? [];
  const authority = await findDecisionAuthority(tx, actor.id, request.id);
  const kinds = stepKinds(rules, request, steps);
  const possible = rules.workflow.actions({ status: request.status, steps: kinds, at: request.step });
  const decides = (action: RequestAction) => authority !== undefined && possible.includes(action);
  return {
    steps,
    possible,
    isDecider: authority !== undefined,
    canDecide: {
      approve: decides("APPROVE"),
      reject: decides("REJECT"),
      request_changes: decides("REQUEST_CHANGES"),
      hand_over: mayHandOver(actor, request, steps),
    },
    on_behalf_of:
      authority && !authority.own ? { id: authority.id, fullname: authority.fullname, image: authority.image } : null,
  };
}

/** Whether the actor may create requests of this family, which editing, sending and deleting them requires as well. */
export const mayCreateInFamily = ({ permissions }: Pick<Actor, "permissions">, { family }: RequestRow): boolean =>
  permissions.has(requestFamilyDefinitions[family].permissions.ask);

/** Permissions of the requester on a document. */
export function ownerActions(
  actor: Pick<Actor, "id" | "permissions">,
  request: RequestRow,
  possible: readonly RequestAction[],
  { isComplete }: { isComplete: boolean },
) {
  const isOwn = request.requesterId === actor.id;
  const mayCreate = mayCreateInFamily(actor, request);
  const edit = isOwn && mayCreate && (possible.includes("SEND") || possible.includes("RESUBMIT"));
  return {
    edit,
    send: edit && isComplete,
    delete: isOwn && mayCreate && isUnsent(request),
    cancel: isOwn && possible.includes("CANCEL") && !isUnsent(request),
  };
}

interface ListedDocuments<Row extends RequestRow> {
  /** Reads the rows in one statement; unknown ids are left out. */
  find(tx: Tx, ids: readonly number[]): Promise<Row[]>;
  present(row: Row, steps: readonly RequestStep[]): ReturnType<typeof presentRequest>;
  follows?(row: Row): NextStatus;
  /** Reads in a fixed number of statements what the inbox shows of the requests, and returns the facts of each. */
  facts(tx: Tx, rows: readonly Row[]): Promise<(row: Row) => object>;
}

/** The parts of a family's service that list its documents: rows of lists, and entries of the inbox with their facts. */
export const documentLists = <Row extends RequestRow>({
  find,
  present,
  follows,
  facts,
}: ListedDocuments<Row>): Pick<FamilyService, "entries" | "rows"> => ({
  async entries(tx, ids, steps) {
    const rows = await find(tx, ids);
    const factsOf = await facts(tx, rows);
    return new Map(
      rows.map((row): [number, ListedRequest] => [
        row.id,
        {
          request: presentRequest(row, steps.get(row.id) ?? [], follows?.(row)),
          facts: { ...factsOf(row) } as ListedRequest["facts"],
        },
      ]),
    );
  },
  async rows(tx, ids, steps) {
    const rows = await find(tx, ids);
    return new Map(rows.map((row) => [row.id, present(row, steps.get(row.id) ?? [])]));
  },
});
