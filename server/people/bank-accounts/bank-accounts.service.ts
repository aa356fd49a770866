import type { InferType } from "yup";
import { userStream } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import type { SecurityDetails } from "../../../shared/kernel/security";
import type {
  UserBankAccounts,
  userBankAccountSchema,
} from "../../../shared/people/bank-accounts/bank-accounts.contract";
import { type NotificationMessage, notifyEach } from "../../communication/notifications/notify.service";
import { lockInboxes } from "../../communication/notifications/notifications.service";
import { roleHoldsAny } from "../../platform/database/permission-holders";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { logSecurity } from "../../platform/security-log";
import type { Actor } from "../../platform/session";
import { readableFieldGroups } from "../people/people.policy";
import { setPrivateReader } from "../people/private-reader";
import { loadVisibleUser } from "../people/read-person.service";
import {
  accountFacts,
  bankAccountStatements,
  type BankAccountStep,
  createProposedAccounts,
  lastFour,
} from "./proposed-accounts";

const accounts = createProposedAccounts(
  bankAccountStatements("bankAccounts", { table: "user_bank_account", owner: "user_id" }),
);

interface Owner {
  id: number;
  fullname: string;
}

/** Visible like private details. @throws Problem 404, also for users whose private details are hidden. */
async function loadOwner(tx: Tx, actor: Actor, userId: number): Promise<Owner> {
  const person = await loadVisibleUser(tx, actor, userId);
  if (!readableFieldGroups(actor, person).has("private")) throw new Problem("notFound");
  await setPrivateReader(tx, actor.id);
  return { id: userId, fullname: person.fullname ?? "" };
}

/** @throws Problem 404. */
export async function readBankAccounts(tx: Tx, actor: Actor, userId: number): Promise<UserBankAccounts> {
  const { id } = await loadOwner(tx, actor, userId);
  return presentAccounts(tx, actor, id);
}

/** All who may see the accounts may decide on them, but proposers can't confirm their own proposals. */
async function presentAccounts(tx: Tx, actor: Actor, userId: number): Promise<UserBankAccounts> {
  const found = await accounts.read(tx, actor, userId, true);
  const withState = (state: string) => found.find((account) => account.state === state) ?? null;
  return { confirmed: withState("confirmed"), proposed: withState("proposed") };
}

const selectManagers = sql(
  "bankAccounts.selectManagers",
  `SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external AND u.id <> $1
     AND ${roleHoldsAny("u", "'{user-edit}'::text[]")} AND person_holds(u.id, 'user-edit') ORDER BY u.id`,
);

/** Users who manage the owner's accounts. Locks them with the owner at once, because all of them may be notified. */
async function lockOwner(tx: Tx, userId: number): Promise<number[]> {
  const managers = await tx.rows<{ id: number }>(selectManagers, [userId]);
  const ids = managers.map(({ id }) => id);
  await lockInboxes(tx, [userId, ...ids]);
  return ids;
}

/**
 * Proposes an account in place of another proposal. The confirmed account stays until a second user confirms the new one.
 * @throws Problem 404; 422 for an account that is already confirmed or proposed.
 */
export async function proposeBankAccount(
  tx: Tx,
  actor: Actor,
  userId: number,
  account: InferType<typeof userBankAccountSchema>,
): Promise<UserBankAccounts> {
  const owner = await loadOwner(tx, actor, userId);
  const managers = await lockOwner(tx, userId);
  const change = await accounts.propose(tx, actor, userId, account);
  const message: NotificationMessage = {
    kind: "bankAccount.toConfirm",
    people: managers.filter((id) => id !== actor.id).map((id) => ({ id, reason: null })),
    values: { sender: tx.actor?.fullname ?? "", person: owner.fullname },
    path: `/employees/view/${userId}${anchorOf(change.id)}`,
    subject: owner.fullname,
    taskId: null,
    projectId: null,
  };
  await recordChange(tx, owner, managers, { ...change, iban: change.after, facts: accountFacts(change) }, [message]);
  return presentAccounts(tx, actor, userId);
}

/**
 * Confirms or rejects a proposed account.
 * @throws Problem 404; 403 when the actor confirms their own proposal; 409 when it isn't proposed anymore.
 */
export async function decideBankAccount(
  tx: Tx,
  actor: Actor,
  id: number,
  decision: "confirmed" | "rejected",
): Promise<UserBankAccounts> {
  await setPrivateReader(tx, actor.id);
  const owner = await loadOwner(tx, actor, await accounts.findOwner(tx, id));
  const managers = await lockOwner(tx, owner.id);
  const change = await accounts.decide(tx, actor, owner.id, id, decision);
  await recordChange(tx, owner, managers, { ...change, iban: change.after, facts: accountFacts(change) });
  return presentAccounts(tx, actor, owner.id);
}

/** @throws Problem 404, also when there is none. */
export async function deleteBankAccounts(tx: Tx, actor: Actor, userId: number): Promise<void> {
  const owner = await loadOwner(tx, actor, userId);
  const managers = await lockOwner(tx, userId);
  const { id, iban } = await accounts.deleteAll(tx, userId);
  const facts = { change: "deleted", before: lastFour(iban), after: "–" };
  await recordChange(tx, owner, managers, { id, step: "deleted", iban, facts });
}

interface RecordedChange {
  id: number;
  step: BankAccountStep | "deleted";
  iban: string;
  facts: SecurityDetails;
}

/** Part of the path, so that notifications about different accounts aren't merged and none hides another. */
const anchorOf = (accountId: number) => `#bank-account-${accountId}`;

/** Logs the change, notifies the owner of each one, and updates the screens of all who see the account. */
async function recordChange(
  tx: Tx,
  { id, fullname }: Owner,
  managers: readonly number[],
  { id: accountId, step, iban, facts }: RecordedChange,
  messages: readonly NotificationMessage[] = [],
): Promise<void> {
  logSecurity(tx, { kind: "user_bank_changed", subjectId: id, facts });
  const toOwner: NotificationMessage = {
    kind: `bankAccount.${step}`,
    people: [{ id, reason: null }],
    values: { sender: tx.actor?.fullname ?? "", account: lastFour(iban) },
    path: `/profile${anchorOf(accountId)}`,
    subject: fullname,
    taskId: null,
    projectId: null,
  };
  await notifyEach(tx, { eventId: null, sender: tx.actor }, [toOwner, ...messages]);
  for (const reader of [id, ...managers]) tx.emit("bank_account.updated", userStream(reader), { id });
}
