import type { Tx } from "../../platform/database/unit-of-work";
import { defineFeatureSlot } from "../../platform/slot";

declare module "../../platform/slot" {
  interface SlotFillings {
    revokeSecretLinks: readonly EndForUser[];
    stopDeliveries: EndForUser;
    signOnAccounts: SignOnAccounts;
    emitAccount: EmitAccount;
  }
}

type EndForUser = (tx: Tx, userId: number) => Promise<void>;

/** Revokes URLs of a user that grant access without signing in: when the access ends or the password is reset. */
export const revokeSecretLinks = defineFeatureSlot("revokeSecretLinks");

/** Stops messages to a user whose access has ended. */
export const stopDeliveries = defineFeatureSlot("stopDeliveries");

type EmitAccount = (tx: Tx, type: "user.created" | "user.updated", userId: number) => Promise<void>;

/** Emits a new account or a changed invitation to open lists and pages of employees. */
export const emitAccount = defineFeatureSlot("emitAccount");

/** A new user whose identity the provider has verified. */
export interface SignOnNewcomer {
  email: string;
  fullname: string;
  roleId: number;
  /** Whether the role was assigned to this user specifically and not as the default role. */
  isRoleExplicit: boolean;
  passwordHash: string;
}

interface SignOnAccounts {
  /** Returns the id of the account with this email, or of a new one. */
  findOrCreate(tx: Tx, newcomer: SignOnNewcomer): Promise<number>;
  assignRole(tx: Tx, userId: number, roleId: number): Promise<void>;
}

/** Account changes during single sign-on. */
export const signOnAccounts = defineFeatureSlot("signOnAccounts");
