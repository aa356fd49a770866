/** The accounts that a person is told to try, and their one password. */
export interface DemoAccounts {
  accounts: readonly string[];
  password: string;
}

/** Fills an empty database with the demo. @returns null when there is a tenant already. */
export async function seedDemoIfEmpty(_ownerUrl: string, _now = new Date()): Promise<DemoAccounts | null> {
  return null;
}
