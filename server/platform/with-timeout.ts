export function shareConcurrentCalls<Result>(look: () => Promise<Result>): () => Promise<Result> {
  let looking: Promise<Result> | null = null;
  return () => (looking ??= look().finally(() => (looking = null)));
}

/** @throws on timeout. The work itself continues. */
export function withTimeout<Result>(work: Promise<Result> | Result, patienceMs: number): Promise<Result> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("No answer in time")), patienceMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
