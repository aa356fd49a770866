import type { Actor } from "../../platform/session";

/** Whether the actor may view the application as another user: only administrators with a session who aren't already viewing as a user. */
export const mayViewAs = ({ roleCode, external, sessionId, viewing }: Actor): boolean =>
  roleCode === "administrator" && !external && sessionId !== null && !viewing;
