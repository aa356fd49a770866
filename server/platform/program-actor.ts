import { registration } from "./features";
import { sql, type Tx } from "./database/unit-of-work";
import type { Actor } from "./session";

const setActing = sql("acting.set", "SELECT set_config('app.actor_id', $1, true), set_config('app.via', $2, true)");

/** Origin of a change that no user made in the application. */
type Via = "scim" | "sign_on";

/** Sets the actor that the audit log records for the following changes: a user's id, or null with the origin of the change. */
export async function setAuditActor(tx: Tx, actorId: number | null, via: Via | null = null): Promise<void> {
  await tx.rows(setActing, [actorId === null ? "" : String(actorId), via ?? ""]);
}

const programId = 0;

export const personIdOf = ({ id }: Pick<Actor, "id">): number | null => (id === programId ? null : id);

/** An actor for programs that act for the tenant, such as the SCIM directory. */
export const programActor = (tx: Pick<Tx, "tenantId">): Actor => ({
  id: programId,
  fullname: "",
  image: null,
  tenantId: tx.tenantId,
  sessionId: null,
  apiToken: null,
  email: "",
  roleId: 0,
  roleCode: null,
  permissions: new Set(registration.filling.permissions),
  external: false,
  language: null,
  timeZone: "UTC",
  features: new Set(),
  planExpired: false,
  factorMissing: false,
  passwordGiven: false,
  unread: 0,
});
