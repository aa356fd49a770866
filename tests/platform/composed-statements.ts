import { requestOfFile } from "../../server/approvals/approvals/request-discussion.sql";
import {
  listScimGroups,
  countScimGroups,
  listScimUsers,
  countScimUsers,
} from "../../server/administration/scim/scim.sql";
import {
  lockAffectedBookings,
  selectAffectedBookings,
} from "../../server/bookings/bookings/reassignment/reassignment.sql";
import { registration } from "../../server/platform/features";
import { candidateStatement, searchStatements } from "../../server/platform/search/search-source";
import type { Statement, Tx } from "../../server/platform/database/unit-of-work";
import type { Actor } from "../../server/platform/session";
import { referencedUsers } from "../../server/people/people/import/undo.sql";
import { selectPeople } from "../../server/people/people/people.list";
import { anyReferencesUser } from "../../server/people/people/people.write.sql";
import { countFinance, listSupplierNamesFor, readFinancePage } from "../../server/requests/finance/finance.list";
import { listWork } from "../../server/work/my-work/my-work.sql";
import { filteredBoard } from "../../server/work/tasks/boards.service";
import { archivedJson, taskListJson } from "../../server/work/tasks/tasks.sql";

/** A transaction that returns no rows, for functions that compose a statement and send it. */
const tx = { tenantId: 1, rows: () => Promise.resolve([]), one: () => Promise.resolve(undefined) } as unknown as Tx;
const actor = { id: 1, permissions: new Set(), viewing: null } as unknown as Actor;

/** Composes statements that are named when they are first sent. */
export async function composeNamedStatements(): Promise<void> {
  for (const state of ["open", "done"] as const) listWork(state);
  for (const selection of ["all", "some"] as const) archivedJson(selection);
  for (const kind of ["room", "car", "driver", "equipment"] as const) {
    selectAffectedBookings(kind);
    lockAffectedBookings(kind);
  }
  for (const scope of ["mine", "team", "all"]) await readFinancePage(tx, actor, { scope } as never, 1);
  for (const scope of ["mine", "team", "all"]) await countFinance(tx, actor, { scope } as never);
  await listSupplierNamesFor(tx, actor, undefined);
  requestOfFile();
  candidateStatement(registration.filling.searches);
  for (const [kind, source] of registration.filling.searches) searchStatements(kind, source);
}

/** Examples of statements without a name, each with the name in `unnamedSql<"…">`. */
export const unnamedStatements: [name: string, text: string][] = Object.entries<Statement[]>({
  "import.referencedUsers": [referencedUsers([])],
  "people.anyReference": [anyReferencesUser([])],
  "people.list": [selectPeople(actor, {}).list()],
  "people.count": [selectPeople(actor, {}).count],
  "scim.countGroups": [countScimGroups("true")],
  "scim.countUsers": [countScimUsers("true")],
  "scim.listGroups": [true, false].map((withMembers) => listScimGroups("true", 0, withMembers)),
  "scim.listUsers": [true, false].map((withGroups) => listScimUsers("true", 0, withGroups)),
  "tasks.filteredBoard": [filteredBoard("rank")],
  "tasks.list": [taskListJson("rank")],
}).flatMap(([name, statements]) => statements.map(({ text }): [string, string] => [name, text]));
