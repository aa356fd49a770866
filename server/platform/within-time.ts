/** Everybody may ask, as often as they like: whoever asks while it is looked up is told what comes out. */
export function oneAtATime<Result>(look: () => Promise<Result>): () => Promise<Result> {
  let looking: Promise<Result> | null = null;
  return () => (looking ??= look().finally(() => (looking = null)));
}

/** @throws when it takes longer. What was asked for goes on. */
export function withinTime<Result>(work: Promise<Result>, patienceMs: number): Promise<Result> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("No answer in time")), patienceMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
