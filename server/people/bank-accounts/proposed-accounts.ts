import type { BankAccount } from "../../../shared/people/bank-accounts/bank-accounts.contract";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { sql, type Statement, type StatementFor, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";

interface BankAccountRow {
  id: number;
  holder: string;
  iban: string;
  bic: string | null;
  state: BankAccount["state"];
  proposedBy: BankAccount["proposed_by"];
  proposedAt: Date;
  renamedBy: BankAccount["renamed_by"];
  decidedBy: BankAccount["decided_by"];
  decidedAt: Date | null;
}

export type BankAccountStep = "proposed" | "confirmed" | "rejected";

/** A step of an account, with the IBAN that was paid to before and the one it is about. */
export interface AccountChange {
  id: number;
  step: BankAccountStep;
  before: string | null;
  after: string;
}

const person = (as: string) =>
  `CASE WHEN ${as}.id IS NOT NULL THEN json_build_object('id', ${as}.id, 'fullname', ${as}.fullname, 'image', ${as}.image) END`;

interface AccountTable {
  table: string;
  /** Column of the user or supplier. */
  owner: string;
  /** SQL of the user who renamed the owner, with alias `b` for the table. */
  renamedBy?: string;
}

/** Statements to read and change the bank accounts of a table. */
export function bankAccountStatements<const Name extends string>(
  name: Name,
  { table, owner, renamedBy = "NULL::bigint" }: AccountTable,
) {
  const own = `tenant_id = current_tenant() AND ${owner} = $1`;
  return {
    list: sql(
      `${name}.list`,
      `SELECT b.id, b.holder, b.iban, b.bic, b.state, b.proposed_at AS "proposedAt", b.decided_at AS "decidedAt",
         ${person("p")} AS "proposedBy", ${person("r")} AS "renamedBy", ${person("d")} AS "decidedBy"
       FROM ${table} b
       LEFT JOIN app_user p ON p.tenant_id = b.tenant_id AND p.id = b.proposed_by
       LEFT JOIN app_user r ON r.tenant_id = b.tenant_id AND r.id = ${renamedBy}
       LEFT JOIN app_user d ON d.tenant_id = b.tenant_id AND d.id = b.decided_by
       WHERE b.tenant_id = current_tenant() AND b.${owner} = $1
       ORDER BY b.state IN ('proposed', 'confirmed') DESC, b.id DESC LIMIT 50`,
    ),
    findOwner: sql(
      `${name}.findOwner`,
      `SELECT ${owner} AS id FROM ${table} WHERE tenant_id = current_tenant() AND id = $1`,
    ),
    insert: sql(
      `${name}.insert`,
      `INSERT INTO ${table} (tenant_id, ${owner}, holder, iban, bic, proposed_by)
       VALUES (current_tenant(), $1, $2, $3, $4, $5) RETURNING id`,
    ),
    /** Marks the owner's account in state $2 as `replaced`. */
    replace: sql(`${name}.replace`, `UPDATE ${table} SET state = 'replaced' WHERE ${own} AND state = $2`),
    decide: sql(
      `${name}.decide`,
      `UPDATE ${table} SET state = $2, decided_by = $3, decided_at = now() WHERE tenant_id = current_tenant() AND id = $1`,
    ),
    deleteAll: sql(`${name}.deleteAll`, `DELETE FROM ${table} WHERE ${own}`),
  };
}

interface Statements {
  list: StatementFor<BankAccountRow>;
  findOwner: StatementFor<{ id: number }>;
  insert: StatementFor<{ id: number }>;
  replace: Statement;
  decide: Statement;
  deleteAll: Statement;
}

/** Bank accounts that one user proposes and another confirms. Callers authorize, and lock the owner before a change. */
export function createProposedAccounts(statements: Statements) {
  const list = (tx: Tx, ownerId: number) => tx.rows<BankAccountRow>(statements.list, [ownerId]);
  const liveAccount = (accounts: readonly BankAccountRow[], state: "proposed" | "confirmed") =>
    accounts.find((account) => account.state === state);

  return {
    /** Accounts of an owner: those that are confirmed or proposed, then earlier ones, latest first. */
    async read(tx: Tx, { id }: Pick<Actor, "id">, ownerId: number, mayDecide: boolean): Promise<BankAccount[]> {
      const accounts = await list(tx, ownerId);
      return accounts.map((account) => {
        const reject = mayDecide && account.state === "proposed";
        return {
          id: account.id,
          holder: account.holder,
          iban: account.iban,
          bic: account.bic,
          state: account.state,
          proposed_by: account.proposedBy,
          proposed_at: account.proposedAt.toISOString(),
          renamed_by: account.renamedBy,
          decided_by: account.decidedBy,
          decided_at: account.decidedAt?.toISOString() ?? null,
          can: { reject, confirm: reject && !isProposer(account, id) },
        };
      });
    },

    /** @throws Problem 404. */
    async findOwner(tx: Tx, id: number): Promise<number> {
      const row = await tx.one<{ id: number }>(statements.findOwner, [id]);
      if (!row) throw new Problem("notFound");
      return row.id;
    },

    /** Replaces an earlier proposal. @throws Problem 422 for an account that is already confirmed or proposed. */
    async propose(
      tx: Tx,
      actor: Pick<Actor, "id">,
      ownerId: number,
      { holder, iban, bic = null }: { holder: string; iban: string; bic?: string | null | undefined },
    ): Promise<AccountChange> {
      const accounts = await list(tx, ownerId);
      const isSame = (account: BankAccountRow) =>
        (account.state === "proposed" || account.state === "confirmed") &&
        account.iban === iban &&
        account.bic === bic &&
        account.holder === holder;
      if (accounts.some(isSame)) throw invalidFieldProblem("iban", "bankAccount.same");
      await tx.rows(statements.replace, [ownerId, "proposed"]);
      const row = await tx.one<{ id: number }>(statements.insert, [ownerId, holder, iban, bic, actor.id]);
      return {
        id: row?.id ?? 0,
        step: "proposed",
        before: liveAccount(accounts, "confirmed")?.iban ?? null,
        after: iban,
      };
    },

    /** @throws Problem 403 when the actor confirms what they proposed or renamed; 409 when it isn't proposed anymore. */
    async decide(
      tx: Tx,
      actor: Pick<Actor, "id">,
      ownerId: number,
      id: number,
      decision: "confirmed" | "rejected",
    ): Promise<AccountChange> {
      const accounts = await list(tx, ownerId);
      const account = accounts.find((one) => one.id === id);
      if (account?.state !== "proposed") throw new Problem("bankAccount.decided");
      if (decision === "confirmed") {
        if (isProposer(account, actor.id)) throw new Problem("bankAccount.ownProposal");
        await tx.rows(statements.replace, [ownerId, "confirmed"]);
      }
      await tx.rows(statements.decide, [id, decision, actor.id]);
      return { id, step: decision, before: liveAccount(accounts, "confirmed")?.iban ?? null, after: account.iban };
    },

    /** @returns the confirmed account, otherwise the proposed one. @throws Problem 404 without either. */
    async deleteAll(tx: Tx, ownerId: number): Promise<{ id: number; iban: string }> {
      const accounts = await list(tx, ownerId);
      const account = liveAccount(accounts, "confirmed") ?? liveAccount(accounts, "proposed");
      if (!account) throw new Problem("notFound");
      await tx.rows(statements.deleteAll, [ownerId]);
      return account;
    },
  };
}

const isProposer = ({ proposedBy, renamedBy }: BankAccountRow, userId: number): boolean =>
  proposedBy?.id === userId || renamedBy?.id === userId;

/** The last four characters, for logs and notifications. */
export const lastFour = (iban: string): string => `•••• ${iban.slice(-4)}`;

/** Details of a change for the security log. */
export const accountFacts = ({ step, before, after }: AccountChange) => ({
  change: step,
  before: before === null ? undefined : lastFour(before),
  after: lastFour(after),
});
