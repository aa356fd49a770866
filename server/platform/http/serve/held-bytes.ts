export interface HeldLimits {
  /** Bytes of one person; what they ask for beyond it isn't made until some of theirs is gone. */
  person: number;
  /** Of an organisation. Whoever has none of it gets in up to four times as much. */
  tenant: number;
  /** Of all. An organisation that has none of it gets in up to twice as much: more than one of them holds by itself. */
  all?: number;
}

/**
 * Whose bytes stand in memory until somebody has read them. Whether there is room is asked before more is made: each limit is exceeded
 * by what was made last, and no more.
 */
export class HeldBytes {
  private readonly held = new Map<string, number>();

  constructor(private readonly limits: HeldLimits) {}

  hasRoom(tenant: string, person: string): boolean {
    const { limits } = this;
    const own = this.of(ofPerson(tenant, person));
    const theirs = this.of(ofTenant(tenant));
    return (
      own < limits.person &&
      theirs < limits.tenant * (own === 0 ? 4 : 1) &&
      this.of(ofAll) < (limits.all ?? Number.POSITIVE_INFINITY) * (theirs === 0 ? 2 : 1)
    );
  }

  /** Less than 0: they are gone. */
  add(tenant: string, person: string, bytes: number): void {
    for (const key of [ofAll, ofTenant(tenant), ofPerson(tenant, person)]) {
      const now = this.of(key) + bytes;
      if (now > 0) this.held.set(key, now);
      else this.held.delete(key);
    }
  }

  private of(key: string): number {
    return this.held.get(key) ?? 0;
  }
}

const ofAll = "all";
const ofTenant = (tenant: string) => `tenant ${tenant}`;
const ofPerson = (tenant: string, person: string) => `${tenant} ${person}`;
