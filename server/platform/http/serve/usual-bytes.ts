const worthRemembering = 100_000;
const mostRemembered = 5_000;
const remembered = 5 * 60_000;

interface Largest {
  bytes: number;
  /** Milliseconds at which it was as large as this. */
  at: number;
}

/**
 * What answers of a kind came to: the largest of the last five minutes. Of a person's own where one of theirs is known, else of the
 * organisation's: a colleague's short answer says nothing of how long somebody else's is, nor does a short one of one's own between two long ones.
 */
export class UsualBytes {
  private readonly known = new Map<string, Largest>();

  constructor(private readonly now = Date.now) {}

  of(tenant: string, person: string, kind: string): number {
    return this.lately(`${tenant} ${person} ${kind}`)?.bytes ?? this.lately(`${tenant} ${kind}`)?.bytes ?? 0;
  }

  note(tenant: string, person: string, kind: string, bytes: number): void {
    const ofAll = `${tenant} ${kind}`;
    if (bytes >= worthRemembering) this.set(ofAll, bytes);
    // Short ones are worth it only where others' are long: whoever has made a short one isn't held for those.
    if (this.lately(ofAll)) this.set(`${tenant} ${person} ${kind}`, bytes);
  }

  private lately(key: string): Largest | undefined {
    const largest = this.known.get(key);
    return largest && largest.at + remembered > this.now() ? largest : undefined;
  }

  private set(key: string, bytes: number): void {
    if ((this.lately(key)?.bytes ?? 0) > bytes) return;
    this.known.delete(key);
    this.known.set(key, { bytes, at: this.now() });
    const [oldest] = this.known.keys();
    if (this.known.size > mostRemembered && oldest !== undefined) this.known.delete(oldest);
  }
}
