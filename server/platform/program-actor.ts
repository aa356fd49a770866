import { permissions } from "../../shared/kernel/permissions";
import type { Tx } from "./database/unit-of-work";
import type { Actor } from "./session";

/** No person has it. */
const nobody = 0;

/** Who did it, where that was somebody; null for programs. */
export const personIdOf = ({ id }: Pick<Actor, "id">): number | null => (id === nobody ? null : id);

/** What acts for the organisation without being one of its people: the directory that looks after them. */
export const programActor = (tx: Pick<Tx, "tenantId">): Actor => ({
  id: nobody,
  fullname: "",
  image: null,
  tenantId: tx.tenantId,
  sessionId: null,
  apiToken: null,
  email: "",
  roleId: 0,
  roleCode: null,
  permissions: new Set(permissions),
  external: false,
  language: null,
  timeZone: "UTC",
  features: new Set(),
  planExpired: false,
  factorMissing: false,
  passwordGiven: false,
  unread: 0,
});
